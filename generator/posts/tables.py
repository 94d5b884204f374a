"""Tables in the ways that places know: with tags, with pipes, or in fixed letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from generator.posts.dialects import Dialect, clipped, flat
from generator.posts.splitting import Block

_NUMBER: Final = re.compile(r"[+−-]?\d+=?(?: \([+−-]\d+\))?")
CELL: Final = 300
"""Letters of a cell at most; the rest is on the site."""

Row = Sequence[str]


class Grid(NamedTuple):
    """A table whose cells stand each on one line, of at most `CELL` letters in the rows. `widths`
    are the letters of the longest cell of each column."""

    head: Row
    rows: Sequence[Row]
    widths: Sequence[int]

    @property
    def width(self) -> int:
        """How many letters wide it is in fixed letters."""
        return sum(self.widths) + 2 * (len(self.widths) - 1)


def grid_of(head: Row, rows: Sequence[Row]) -> Grid:
    """The table of this head and these rows."""
    # The same few words and numbers fill most cells, and most tables have nothing to cut.
    known = {cell: clipped(cell, CELL) for cell in set(chain.from_iterable(rows))}
    is_whole = all(cell == shown for cell, shown in known.items())
    cut = rows if is_whole else [[known[cell] for cell in row] for row in rows]
    top = [flat(cell) for cell in head]
    widths = [max(map(len, column)) for column in zip(top, *cut, strict=True)]
    return Grid(top, cut, widths)


def table_block(dialect: Dialect, before: str, grid: Grid, after: str) -> Block:
    """A table with what stands before and after it; each part of a split one has the head."""
    head, cut, widths = grid
    if dialect.table == "tags":
        opening, closing = dialect.table_tag
        top = _tagged(dialect, head, dialect.head)
        lines = tuple(_tagged(dialect, row, dialect.cell) for row in cut)
        # Line breaks within a table show as empty lines above it in some forums.
        joint = "\n" if dialect.format == "html" else ""
        return Block(f"{before}{opening}{joint}{top}{joint}", lines, f"{closing}{after}", joint)
    if dialect.table == "pipes":
        rule = (
            f"|{'|'.join('--:' if is_number else '---' for is_number in _numeric(len(head), cut))}|"
        )
        top = f"{_piped(dialect, head)}\n{rule}\n"
        return Block(f"{before}{top}", tuple(_piped(dialect, row) for row in cut), after, "\n")
    opening, closing = dialect.code
    # A line in one step: "%-12s  %3s" fills up text at its right, and numbers at their left.
    numeric = _numeric(len(head), cut)
    cells = zip(widths, numeric, strict=True)
    line = "  ".join(f"%{'' if is_number else '-'}{width}s" for width, is_number in cells)
    # No cell has a line's end, so that all lines are looked at, or escaped, as one text.
    whole = "\n".join([(line % tuple(row)).rstrip() for row in (head, *cut)])
    top, *fixed = dialect.fixed_line(whole).split("\n")
    return Block(f"{before}{opening}{top}\n", tuple(fixed), f"{closing}{after}", "\n")


def _tagged(dialect: Dialect, row: Row, tag: tuple[str, str]) -> str:
    cells = "".join(f"{tag[0]}{dialect.text(cell)}{tag[1]}" for cell in row)
    return f"{dialect.row[0]}{cells}{dialect.row[1]}"


def _piped(dialect: Dialect, row: Row) -> str:
    return f"| {' | '.join(dialect.text(cell) for cell in row)} |"


def _numeric(columns: int, rows: Sequence[Row]) -> list[bool]:
    """Which columns hold numbers only."""
    if not rows:
        return [False] * columns
    found = []
    for column in zip(*rows, strict=True):
        cells = {*column} - {""}
        # Most numbers are plain digits, which need no pattern.
        found.append(
            bool(cells) and all(cell.isdecimal() or _NUMBER.fullmatch(cell) for cell in cells)
        )
    return found
