"""What is kept of a phase for other pages than its own: events, verdicts, rulings, figures.

Small values that go into the build's memory as JSON and come back the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.chronicle import (
    Bond,
    Debt,
    InfluenceChange,
    LedgerLine,
    MinorStand,
    Snapshot,
)
from generator.engine.records import Deed, Record
from generator.engine.report import Cell, Named
from generator.engine.verdicts import Outcome

__all__ = [
    "EventTale",
    "RulingTale",
    "VerdictTale",
    "dump_records",
    "dump_snapshot",
    "load_changes",
    "load_events",
    "load_ledger",
    "load_records",
    "load_rulings",
    "load_snapshot",
    "load_verdicts",
]


class EventTale(NamedTuple):
    """A public event. `number` counts those of its phase from 1: its anchor is `e<number>`."""

    number: int
    kind: str
    rule: str
    text: str
    powers: tuple[str, ...]
    provinces: tuple[str, ...]
    minors: tuple[str, ...]
    weight: int

    @property
    def anchor(self) -> str:
        return f"e{self.number}"


class VerdictTale(NamedTuple):
    """A public verdict. `number` counts those of its phase from 1: its anchor is `o<number>`.

    `kind` is that of its sign on the map ("" without one), `ruling` the number of the year's
    ruling that it rests on, or 0.
    """

    number: int
    power: str
    order: str
    outcome: Outcome
    kind: str
    provinces: tuple[str, ...]
    rules: tuple[str, ...]
    ruling: int

    @property
    def anchor(self) -> str:
        return f"o{self.number}"


class RulingTale(NamedTuple):
    """A ruling that is not secret. `number` counts those of its year from 1."""

    number: int
    phase: str
    kind: str
    reason: str
    rule: str
    facts: tuple[tuple[str, str], ...]


def load_events(rows: Sequence[Any]) -> tuple[EventTale, ...]:
    """Events from JSON."""
    return tuple(
        EventTale(number, kind, rule, text, tuple(powers), tuple(places), tuple(minors), weight)
        for number, kind, rule, text, powers, places, minors, weight in rows
    )


def load_verdicts(rows: Sequence[Any]) -> tuple[VerdictTale, ...]:
    """Verdicts from JSON."""
    return tuple(
        VerdictTale(number, power, order, outcome, kind, tuple(places), tuple(rules), ruling)
        for number, power, order, outcome, kind, places, rules, ruling in rows
    )


def load_rulings(rows: Sequence[Any]) -> tuple[RulingTale, ...]:
    """Rulings from JSON."""
    return tuple(
        RulingTale(number, phase, kind, reason, rule, tuple((k, v) for k, v in facts))
        for number, phase, kind, reason, rule, facts in rows
    )


def load_changes(rows: Sequence[Any]) -> tuple[InfluenceChange, ...]:
    """Changes of influence from JSON."""
    return tuple(InfluenceChange(*row) for row in rows)


def load_ledger(rows: Sequence[Any]) -> tuple[LedgerLine, ...]:
    """Lines of a ledger from JSON."""
    return tuple(
        LedgerLine(power, account, amount, event, other, tuple((at, sum_) for at, sum_ in parts))
        for power, account, amount, event, other, parts in rows
    )


def dump_records(records: Sequence[Record]) -> list[Any]:
    """Lines of lists as what JSON can hold: a name is [text, side, province], parts are a table."""

    def part(one: str | Named) -> Any:
        return one if isinstance(one, str) else list(one)

    def cell(one: Cell) -> Any:
        if isinstance(one, str | Named):
            return part(one)
        return {"parts": [part(each) for each in one]}

    return [[one.kind, one.event, [cell(each) for each in one.cells], one.deeds] for one in records]


def load_records(rows: Sequence[Any]) -> tuple[Record, ...]:
    """What `dump_records` made, after a way through JSON."""

    def part(one: Any) -> str | Named:
        return one if isinstance(one, str) else Named(*one)

    def cell(one: Any) -> Cell:
        return tuple(map(part, one["parts"])) if isinstance(one, dict) else part(one)

    return tuple(
        Record(kind, event, tuple(map(cell, cells)), tuple(Deed(*deed) for deed in deeds))
        for kind, event, cells, deeds in rows
    )


def dump_snapshot(shot: Snapshot) -> list[Any]:
    """A snapshot as what JSON can hold."""
    return [
        dict(shot.holders),
        shot.units,
        {
            code: [*one[:3], dict(one.influence), one.suspended, one.needed]
            for code, one in shot.minors.items()
        },
        shot.bonds,
        _plain(shot.figures),
        _plain(shot.scores),
        dict(shot.points),
        shot.debts,
        dict(shot.out),
        dict(shot.marks),
        _plain(shot.counts),
        dict(shot.remarks),
    ]


def load_snapshot(data: Sequence[Any]) -> Snapshot:
    """What `dump_snapshot` made, after a way through JSON."""
    holders, units, minors, bonds, figures, scores, points, debts, out, marks, counts, said = data
    return Snapshot(
        holders=holders,
        units=tuple((owner, unit) for owner, unit in units),
        minors={code: MinorStand(*facts) for code, facts in minors.items()},
        bonds=tuple(
            Bond((pair[0], pair[1]), kind, since, due, tuple(by))
            for pair, kind, since, due, by in bonds
        ),
        figures=figures,
        scores=scores,
        points=points,
        debts=tuple(Debt(*debt) for debt in debts),
        out=out,
        marks=marks,
        counts=counts,
        remarks={power: tuple(remarks) for power, remarks in said.items()},
    )


def _plain(table: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(row) for name, row in table.items()}
