"""A whole game as one JSON document, and tables of it as CSV: what the pages show, for programs.

Made from the facts that the pages are made from, so nothing is in it that they do not show: no
order of a phase that waits, nothing that only some may know. The form is described in
`gameschema.py`, whose JSON Schema is published beside the data.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from generator.archive.people.players import Seat
from generator.engine.chronicle import Gazetteer, Snapshot
from generator.engine.report import plain_cell
from generator.pages.base.gameview import PowerView
from generator.pages.base.page import link
from generator.pages.game.feeds import PhaseDate, phase_dates
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

__all__ = ["FORM", "SCHEMA", "game_json", "influence_csv", "orders_csv", "scores_csv"]

FORM: Final = 1
"""The version of the form; it grows when a program that reads the old one would go wrong."""
SCHEMA: Final = "schema/game.json"
"""The address of the JSON Schema."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def game_json(chronicle: Chronicle, address: str) -> bytes:
    """The game as it is published at `address`: one phase a line, so that it can be compared."""
    head = json.dumps(_head(chronicle, address), ensure_ascii=False, indent=1)
    dates = phase_dates(chronicle.game)
    phase = [one for one in chronicle.phases if one.facts is not None]
    lines = ",\n".join(_line(_phase(one, when)) for one, when in zip(phase, dates, strict=True))
    return f'{head.removesuffix("}").rstrip()},\n "phases": [\n{lines}\n ]\n}}\n'.encode()


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _head(chronicle: Chronicle, address: str) -> dict[str, Any]:
    game, view, now = chronicle.game, chronicle.view, chronicle.now
    opening = chronicle.phases[0]
    return {
        "$schema": link(address, SCHEMA),
        "theatrum": FORM,
        "name": view.slug,
        "title": view.title,
        "ruleset": view.ruleset,
        "introduction": game.settings.introduction,
        "seed_commitment": game.settings.seed_commitment,
        "options": {name: _text(value) for name, value in game.settings.options.items()},
        "powers": {
            power: {"name": one.name, "player": one.player, "players": _players(one)}
            for power, one in view.powers.items()
        },
        "words": _words(chronicle.gazetteer),
        "opening": {"year": opening.year, "title": opening.link.title}
        | {"position": _position(opening.snapshot)},
        "now": {
            "year": now.year,
            "phase": now.phase,
            "title": now.title,
            "awaits": list(now.awaits),
            "ending": now.ending,
            "winners": list(now.winners),
        },
        "press": [
            {
                "name": one.name,
                "title": one.title,
                "author": one.author,
                "date": one.date,
                "text": one.text,
            }
            for one in chronicle.press
        ],
    }


def _players(power: PowerView) -> list[dict[str, str]]:
    """All who have played a power, in their order."""
    seats = power.seats or (Seat(power.player),)
    return [
        {"player": seat.player, "since": str(seat.since or ""), "note": seat.note}
        for seat in seats
        if seat.player
    ]


def _text(value: Any) -> Any:
    """An option as JSON can hold it."""
    if isinstance(value, Mapping):
        return {name: _text(one) for name, one in value.items()}
    return value if isinstance(value, str | int | bool) else str(value)


def _words(gazetteer: Gazetteer) -> dict[str, Any]:
    """The names of places and of figures."""
    return {
        "influence": gazetteer.influence,
        "points": gazetteer.points,
        "goal": gazetteer.goal,
        "provinces": {
            code: {
                "name": one.name,
                "kind": one.kind,
                "owner": one.owner,
                "value": one.value,
                "is_center": one.is_center,
                "neighbors": list(one.neighbors),
            }
            for code, one in gazetteer.provinces.items()
        },
        "minors": {
            code: {"name": one.name, "provinces": list(one.provinces), "value": one.value}
            for code, one in gazetteer.minors.items()
        },
        "statuses": {name: one.word for name, one in gazetteer.statuses.items()},
        "marks": {name: one.name for name, one in gazetteer.marks.items()},
        "bonds": {name: one.name for name, one in gazetteer.bonds.items()},
        "scores": {name: one.title for name, one in gazetteer.items.items()},
        "figures": {name: one.title for name, one in gazetteer.figures.items()},
        "counts": {
            name: {"title": one.title, "lines": dict(one.lines)}
            for name, one in gazetteer.counts.items()
        },
        "records": {
            name: {"title": one.title, "columns": list(one.columns), "deeds": dict(one.deeds)}
            for name, one in gazetteer.records.items()
        },
    }


def _phase(phase: ChroniclePhase, when: PhaseDate) -> dict[str, Any]:
    facts = phase.facts
    if facts is None:
        raise ValueError("the opening is no phase")
    address = phase.link.address
    return {
        "year": phase.year,
        "phase": address.rstrip("/").rpartition("/")[2],
        "title": phase.link.title,
        "address": address,
        "due": when.text if when.is_known else "",
        "summary": facts.summary,
        "verdicts": [
            {
                "number": one.number,
                "power": one.power,
                "order": one.order,
                "outcome": one.outcome,
                "kind": one.kind,
                "provinces": one.provinces,
                "rules": one.rules,
                "ruling": one.ruling,
            }
            for one in facts.verdicts
        ],
        "events": [
            {
                "number": one.number,
                "kind": one.kind,
                "rule": one.rule,
                "text": one.text,
                "powers": one.powers,
                "provinces": one.provinces,
                "minors": one.minors,
                "weight": one.weight,
            }
            for one in facts.events
        ],
        "rulings": [
            {
                "number": one.number,
                "kind": one.kind,
                "reason": one.reason,
                "rule": one.rule,
                "facts": dict(one.facts),
            }
            for one in facts.rulings
        ],
        "influence": [
            {"minor": one.minor, "power": one.power, "placed": one.placed, "lost": one.lost}
            for one in facts.changes
        ],
        "records": [
            {
                "kind": one.kind,
                "event": one.event,
                "cells": [plain_cell(cell) for cell in one.cells],
                "deeds": [list(deed) for deed in one.deeds],
            }
            for one in facts.records
        ],
        "standings": {label: dict(counts) for label, counts in facts.after},
        "position": _position(facts.snapshot),
    }


def _position(shot: Snapshot) -> dict[str, Any]:
    return {
        "holders": dict(shot.holders),
        "units": [list(unit) for unit in shot.units],
        "minors": {
            code: {
                "status": one.status,
                "power": one.power,
                "mark": one.mark,
                "influence": dict(one.influence),
                "suspended": one.suspended,
                "needed": one.needed,
            }
            for code, one in shot.minors.items()
        },
        "bonds": [
            {
                "powers": list(one.powers),
                "kind": one.kind,
                "since": one.since,
                "due": one.due,
                "by": list(one.by),
            }
            for one in shot.bonds
        ],
        "figures": {name: dict(row) for name, row in shot.figures.items()},
        "scores": {name: dict(row) for name, row in shot.scores.items()},
        "points": dict(shot.points),
        "out": dict(shot.out),
        "marks": dict(shot.marks),
        "counts": {name: dict(row) for name, row in shot.counts.items()},
        "remarks": {power: list(said) for power, said in shot.remarks.items()},
    }


def orders_csv(chronicle: Chronicle) -> bytes:
    """Every public order with what became of it, a line each."""
    head = ("year", "phase", "number", "power", "order", "kind", "outcome", "rules", "address")
    return _csv(head, _order_rows(chronicle))


def _order_rows(chronicle: Chronicle) -> Iterator[Sequence[Any]]:
    for phase, one in chronicle.verdicts():
        slug = phase.link.address.rstrip("/").rpartition("/")[2]
        yield (
            phase.year, slug, one.number, one.power, _safe(one.order), one.kind, one.outcome,
            " ".join(one.rules), f"{phase.link.address}#{one.anchor}",
        )  # fmt: skip


def scores_csv(chronicle: Chronicle) -> bytes:
    """What each power had at the end of each year: points, counts and figures, a line each."""
    shots = [chronicle.end_of(year) for year in chronicle.years]
    gazetteer = chronicle.gazetteer
    counts = dict.fromkeys(
        label for phase in shots if phase.facts for label, _ in phase.facts.after
    )
    head = ("year", "power", "name", gazetteer.points, *counts, *gazetteer.figures)

    def rows() -> Iterator[Sequence[Any]]:
        for phase in shots:
            after = dict(phase.facts.after) if phase.facts else {}
            for power, one in chronicle.view.powers.items():
                yield (
                    phase.year,
                    power,
                    one.name,
                    phase.snapshot.points.get(power, 0),
                    *(after.get(label, {}).get(power, 0) for label in counts),
                    *(
                        phase.snapshot.figures.get(name, {}).get(power, "")
                        for name in gazetteer.figures
                    ),
                )

    return _csv(head, rows())


def influence_csv(chronicle: Chronicle) -> bytes:
    """What each power had in each minor state at the end of each year, a line for each that had."""
    head = ("year", "state", "name", "status", "follows", "mark", "suspended", "power", "influence")

    def rows() -> Iterator[Sequence[Any]]:
        names = chronicle.gazetteer.minors
        for year in chronicle.years:
            for code, one in chronicle.end_of(year).snapshot.minors.items():
                known = names.get(code)
                state = (year, code, known.name if known else code, one.status, one.power, one.mark)
                for power, amount in one.influence.items():
                    yield (*state, int(one.suspended), power, amount)
                if not one.influence:
                    yield (*state, int(one.suspended), "", 0)

    return _csv(head, rows())


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode()


def _safe(text: str) -> str:
    """A text, harmless in a spreadsheet: what a player wrote must not become a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
