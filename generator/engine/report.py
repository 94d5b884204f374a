"""The report of a phase in sections, for rulesets that put it in order themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from generator.engine.rulebook import PowerFacts
    from generator.engine.units import Unit


class Named(NamedTuple):
    """A name in a table: of a side (a power's id, or a minor state's), or of a province."""

    text: str
    side: str = ""
    province: str = ""


Cell = str | Named | tuple[str | Named, ...]
"""The text of a cell; in parts where a name is only one of them."""


def plain_cell(cell: Cell) -> str:
    """The text of a cell, without links."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Named):
        return cell.text
    return "".join(part if isinstance(part, str) else part.text for part in cell)


class Row(NamedTuple):
    """A row below `Section.columns`, one cell for each.

    `event` is the number of the event that it reports, counted from 1 in the resolution as it was
    given; 0 for none. `rule` is the id of the rule that made it happen, or "".
    """

    cells: tuple[Cell, ...]
    event: int = 0
    rule: str = ""


class Section(Struct, frozen=True):
    """One part of a report: sentences, or a table; or a table and the same in sentences.

    The first of the `columns` is the subject of a row. `notes` explain the signs of the table. A
    `secret` section is only for the referee.

    The rest is for pages. `event` is the number of the event that the whole section reports, 0
    for none. `part` is the part of a game's pages that shows the same better: "verdicts" for the
    orders one by one, "influence", "diplomacy" and so on; "" for none. `fold` is the label of a
    long table that is summarized elsewhere: the page folds it until the reader opens it. A section
    that is `page_only` is on the phase's page and not in the referee's report; of a `worded` one
    the referee's report has only the sentences.
    """

    title: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    secret: bool = False
    event: int = 0
    part: str = ""
    fold: str = ""
    page_only: bool = False
    worded: bool = False

    @property
    def plain_rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of the table without links."""
        return tuple(tuple(map(plain_cell, row.cells)) for row in self.rows)


def table(
    title: str, columns: tuple[str, ...], rows: Iterable[Row | tuple[Cell, ...]], **fields: Any
) -> Section:
    """A section with a table; rows without an event are given by their cells."""
    listed = tuple(row if isinstance(row, Row) else Row(row) for row in rows)
    return Section(title, columns=columns, rows=listed, **fields)


def position_table(
    powers: Mapping[str, PowerFacts], rows: Mapping[str, tuple[Iterable[Unit], Iterable[str]]]
) -> Section:
    """The units and the centers of each power, as a referee keeps them."""
    told = (
        (powers[power].name, ", ".join(map(str, units)) or "none", " ".join(centers) or "none")
        for power, (units, centers) in rows.items()
    )
    return table("Units and centers", ("Power", "Units", "Centers"), told)


def joined(groups: Iterable[Iterable[str | Named]], between: str = ", ") -> list[str | Named]:
    """Parts of a cell: groups one after the other, with something between them."""
    found: list[str | Named] = []
    for group in groups:
        found += [between, *group] if found else group
    return found


def report_of(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The sections of the referee's report. Without any, the orders that failed are listed."""
    return tuple(section for section in sections if not section.page_only)


def chapters_of(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The sections of a phase's page; nothing that is secret."""
    return tuple(section for section in sections if not section.secret)
