"""What is kept of a phase for other pages than its own: events, verdicts, rulings, figures.

Small values that go into the build's memory as JSON and come back the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.records import Deed, Record
from generator.engine.report import Cell, Named
from generator.engine.verdicts import Outcome

__all__ = [
    "PublicEvent",
    "PublicRuling",
    "PublicVerdict",
    "dump_records",
    "load_records",
    "plain_table",
]


class PublicEvent(NamedTuple):
    """A public event. `number` counts those of its phase from 1: its anchor is `e<number>`.

    `rule` made it happen. `weight` orders headlines, higher first. `ruling` is the number of the
    ruling that it announces, or 0.
    """

    number: int
    kind: str
    rule: str
    text: str
    powers: tuple[str, ...]
    provinces: tuple[str, ...]
    minors: tuple[str, ...]
    weight: int
    ruling: int = 0

    @property
    def anchor(self) -> str:
        return f"e{self.number}"


class PublicVerdict(NamedTuple):
    """What became of an order. `number` counts the public verdicts of its phase from 1: its anchor
    is `o<number>`.

    `order` is in canonical notation where it could be read, otherwise as it was written. `kind` is
    that of its sign on the map ("" without one), `ruling` the number of the year's ruling that it
    rests on, or 0.
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


class PublicRuling(NamedTuple):
    """A ruling that is not secret. `number` counts those of its year from 1."""

    number: int
    phase: str
    kind: str
    reason: str
    rule: str
    facts: tuple[tuple[str, str], ...]


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


def plain_table(value: Any) -> dict[Any, Any]:
    """A read-only table as one that JSON can hold. Raises NotImplementedError for anything else."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} is not kept between builds")
