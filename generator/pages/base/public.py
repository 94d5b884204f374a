"""The records of a phase for other pages than its own: events, verdicts, rulings, figures.

Small values that go into the build's memory as JSON and come back the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.chronicle import Deed, RecordLine
from generator.engine.report import Cell, Named
from generator.engine.verdicts import Outcome


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
    """The result of an order. `number` counts the public verdicts of its phase from 1: its anchor
    is `o<number>`.

    `order` is in canonical notation where it could be read, otherwise as it was written. `kind` is
    that of its sign on the map ("" without one), `ruling` the number of the year's ruling that it
    rests on, or 0. `why` says of an order that failed what the reasons were, `remedy` what would
    have helped; both are "" for all others.
    """

    number: int
    power: str
    order: str
    outcome: Outcome
    kind: str
    provinces: tuple[str, ...]
    rules: tuple[str, ...]
    ruling: int
    why: str = ""
    remedy: str = ""

    @property
    def anchor(self) -> str:
        return f"o{self.number}"

    @property
    def has_failed(self) -> bool:
        return self.outcome not in ("success", "hold")


class PublicRuling(NamedTuple):
    """A ruling that is not secret. `number` counts those of its year from 1."""

    number: int
    phase: str
    kind: str
    reason: str
    rule: str
    facts: tuple[tuple[str, str], ...]


def dump_records(records: Sequence[RecordLine]) -> list[Any]:
    """Lines of lists as what JSON can hold: a name is [text, side, province], parts are a table."""

    def part(shown: str | Named) -> Any:
        return shown if isinstance(shown, str) else list(shown)

    def cell(shown: Cell) -> Any:
        if isinstance(shown, str | Named):
            return part(shown)
        return {"parts": [part(each) for each in shown]}

    return [
        [
            record.kind,
            record.event,
            [cell(each) for each in record.cells],
            record.deeds,
            record.about,
        ]
        for record in records
    ]


def load_records(rows: Sequence[Any]) -> tuple[RecordLine, ...]:
    """The records that `dump_records` made, after a way through JSON."""

    def part(kept: Any) -> str | Named:
        return kept if isinstance(kept, str) else Named(*kept)

    def cell(kept: Any) -> Cell:
        return tuple(map(part, kept["parts"])) if isinstance(kept, dict) else part(kept)

    return tuple(
        RecordLine(
            kind, event, tuple(map(cell, cells)), tuple(Deed(*deed) for deed in deeds), about
        )
        for kind, event, cells, deeds, about in rows
    )


def plain_table(value: Any) -> dict[Any, Any]:
    """A read-only table as one that JSON can hold. Raises NotImplementedError for anything else."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} is not kept between builds")
