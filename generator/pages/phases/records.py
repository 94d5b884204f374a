"""The lists that grow through a game: each with all its lines, and who did what to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from generator.engine.records import Deed, RecordFacts, RecordLine
from generator.engine.report import plain_cell
from generator.pages.base.gameview import PowerView
from generator.pages.base.page import Page, link
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.sections import Column, cell_writer, columns_of

_LONG: Final = 24
"""Letters of a cell that is a sentence."""


class Line(NamedTuple):
    """A record with its phase: its year and title, and where its event is told."""

    year: int
    phase: str
    address: str
    anchor: str
    record: RecordLine


class Dealing(NamedTuple):
    """What a power did, kind by kind: with each other power (None with itself), and in all."""

    power: PowerView
    cells: tuple[tuple[int, ...] | None, ...]
    total: tuple[int, ...]


class RecordList(NamedTuple):
    """A list: its lines, the newest first if they have come one by one, and the table of deeds, if
    they are counted. `is_wide` says that its table needs more room than a phone has."""

    id: str
    facts: RecordFacts
    lines: tuple[Line, ...]
    dealings: tuple[Dealing, ...]
    is_wide: bool


def record_pages(chronicle: Chronicle) -> Iterator[Page]:
    """One page with all lists."""
    view = chronicle.view
    if not view.has("records"):
        return
    lists = tuple(_lists(chronicle))
    address = f"{view.address}records/"

    def draw() -> Mapping[str, Any]:
        cell = cell_writer(view, partial(link, address), address)
        return {
            "columns": {shown.id: _columns(shown) for shown in lists},
            "cells": {
                shown.id: tuple(tuple(map(cell, line.record.cells)) for line in shown.lines)
                for shown in lists
            },
        }

    titles = [shown.facts.title for shown in lists]
    yield chronicle.page(
        "records/",
        "records.html",
        {"lists": lists},
        title="Records",
        tab="records",
        description=f"{view.title}: {', '.join(titles) or 'nothing has been recorded yet'}",
        styles=("scores.css",),
        draw=draw,
    )


def _lists(chronicle: Chronicle) -> Iterator[RecordList]:
    """The lists that have a line, or wait for one, in the order of the gazetteer."""
    for name, facts in chronicle.gazetteer.records.items():
        lines = tuple(
            Line(phase.year, phase.link.title, phase.link.address, f"e{record.event}", record)
            for phase in chronicle.phases
            for record in (phase.facts.records if phase.facts else ())
            if record.kind == name
        )
        if lines or facts.waiting:
            dealings = tuple(_dealings(chronicle, facts, lines))
            # Sentences need more room than a phone has; names and numbers do not.
            wide = any(
                len(plain_cell(cell)) > _LONG for line in lines for cell in line.record.cells
            )
            # What is told all at once has no newest line.
            shown = lines if facts.waiting else lines[::-1]
            yield RecordList(name, facts, shown, dealings, wide)


def _dealings(chronicle: Chronicle, facts: RecordFacts, lines: Sequence[Line]) -> Iterator[Dealing]:
    """What every power did with every other, as far as deeds are counted."""
    if not facts.deeds:
        return
    found = Counter(deed for line in lines for deed in line.record.deeds)
    powers = tuple(chronicle.view.powers)
    for who in powers:
        by_whom = {
            whom: tuple(found[Deed(who, whom, what)] for what in facts.deeds) for whom in powers
        }
        total = tuple(map(sum, zip(*by_whom.values(), strict=True)))
        cells = tuple(None if whom == who else by_whom[whom] for whom in powers)
        yield Dealing(chronicle.view.powers[who], cells, total)


def _columns(shown: RecordList) -> tuple[Column, ...]:
    return columns_of(shown.facts.columns, [line.record.cells for line in shown.lines])
