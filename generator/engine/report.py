"""The report of a phase in sections, for rulesets that put it in order themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from generator.engine.phases import Resolution

__all__ = [
    "Cell",
    "Chaptered",
    "Named",
    "Reporting",
    "Row",
    "Section",
    "chapters_of",
    "plain_cell",
    "table",
]


class Named(NamedTuple):
    """A name in a table: of a side (a power's id, or a minor state's), or of a province."""

    text: str
    side: str = ""
    province: str = ""


Cell = str | Named | tuple[str | Named, ...]
"""What a cell says; in parts where a name is only one of them."""


def plain_cell(cell: Cell) -> str:
    """The text of a cell, without links."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Named):
        return cell.text
    return "".join(part if isinstance(part, str) else part.text for part in cell)


class Row(NamedTuple):
    """A row below `Section.columns`, one cell for each.

    `event` is the number of the event that it tells, counted from 1 in the resolution as it was
    given; 0 for none. `rule` is the id of the rule that made it happen, or "".
    """

    cells: tuple[Cell, ...]
    event: int = 0
    rule: str = ""


class Section(Struct, frozen=True):
    """One part of a report: sentences, or a table below them.

    `head` names the columns of `rows`; the first column names what a row is about. `notes` explain
    the signs of the table. What is `secret` is for the referee alone.

    The rest is for pages. `columns` and `entries` say the same as `lines` and `rows` do, as a
    table with links. `event` is the number of an event that the section tells as a whole, 0 for
    none. `part` names the part of a game's pages that shows the same better: "verdicts" for the
    orders one by one, "influence", "diplomacy" and so on; "" for none. `fold` says what its table
    is where that is long and told in short elsewhere: a page keeps it folded until it is asked for.
    """

    title: str
    lines: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    secret: bool = False
    columns: tuple[str, ...] = ()
    entries: tuple[Row, ...] = ()
    event: int = 0
    part: str = ""
    fold: str = ""


def table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> Section:
    """A table of the moment, whose rows tell of no event."""
    return Section(title, columns=columns, entries=tuple(map(Row, rows)))


@runtime_checkable
class Reporting(Protocol):
    """A ruleset with reports of its own. For others only the orders that failed are reported."""

    def report(self, before: Any, resolution: Resolution[Any]) -> tuple[Section, ...]:
        """What happened in the phase, in the order of the rulebook; secret things come last."""
        ...


@runtime_checkable
class Chaptered(Protocol):
    """A ruleset that puts the events of a phase in order for its page, but has no report."""

    def chapters(self, before: Any, resolution: Resolution[Any]) -> tuple[Section, ...]:
        """What happened in the phase, in sections."""
        ...


def chapters_of(ruleset: object, before: Any, resolution: Resolution[Any]) -> tuple[Section, ...]:
    """The sections of a phase's page, as far as a ruleset has any; nothing that is secret."""
    if isinstance(ruleset, Chaptered):
        return ruleset.chapters(before, resolution)
    if isinstance(ruleset, Reporting):
        return tuple(
            section for section in ruleset.report(before, resolution) if not section.secret
        )
    return ()
