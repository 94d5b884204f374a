"""The lists that grow through a game: each with all its lines, and who did what to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from generator.engine.chronicle import Deed, RecordFacts, RecordLine
from generator.engine.report import plain_cell
from generator.pages.base.gameview import PhaseLink, PowerView
from generator.pages.base.page import Page, link
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.sections import cell_writer, columns_of

_LONG: Final = 24
"""Letters of a cell that is a sentence."""


Line = tuple[PhaseLink, RecordLine]
"""A record with its phase."""


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
            "columns": {
                shown["id"]: columns_of(
                    shown["facts"].columns, [record.cells for _, record in shown["lines"]]
                )
                for shown in lists
            },
            "cells": {
                shown["id"]: tuple(tuple(map(cell, record.cells)) for _, record in shown["lines"])
                for shown in lists
            },
        }

    titles = [shown["facts"].title for shown in lists]
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


def _lists(chronicle: Chronicle) -> Iterator[dict[str, Any]]:
    """The lists that have a line, or wait for one, in the order of the gazetteer: the lines, the
    newest first if they have come one by one, and the table of deeds, if they are counted."""
    for name, facts in chronicle.gazetteer.records.items():
        lines = tuple(
            (phase.link, record)
            for phase in chronicle.phases
            for record in phase.told.records
            if record.kind == name
        )
        if lines or facts.waiting:
            yield {
                "id": name,
                "facts": facts,
                # A report that came all at once has no newest line.
                "lines": lines if facts.waiting else lines[::-1],
                "dealings": tuple(_dealings(chronicle, facts, lines)),
                # Sentences need more room than a phone has; names and numbers do not.
                "is_wide": any(
                    len(plain_cell(cell)) > _LONG for _, record in lines for cell in record.cells
                ),
            }


def _dealings(
    chronicle: Chronicle, facts: RecordFacts, lines: Sequence[Line]
) -> Iterator[tuple[PowerView, tuple[tuple[int, ...] | None, ...], tuple[int, ...]]]:
    """The dealings of every power with every other (None with itself) and in all, kind by kind, as
    far as deeds are counted."""
    if not facts.deeds:
        return
    found = Counter(deed for _, record in lines for deed in record.deeds)
    powers = tuple(chronicle.view.powers)
    for who in powers:
        by_whom = {
            whom: tuple(found[Deed(who, whom, what)] for what in facts.deeds) for whom in powers
        }
        total = tuple(map(sum, zip(*by_whom.values(), strict=True)))
        cells = tuple(None if whom == who else by_whom[whom] for whom in powers)
        yield chronicle.view.powers[who], cells, total
