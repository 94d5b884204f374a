"""Tables in the ways that places know: with tags, with pipes, or in fixed letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from generator.posts.dialects import Dialect, clipped, flat
from generator.posts.splitting import Block

__all__ = ["table_block", "table_width"]

_NUMBER: Final = re.compile(r"[+−-]?\d+=?(?: \([+−-]\d+\))?")
CELL: Final = 300
"""Letters of a cell at most; the rest is on the site."""

Row = Sequence[str]


def table_width(head: Row, rows: Sequence[Row]) -> int:
    """How many letters wide a table is in fixed letters."""
    widths = _widths([head, *rows])
    return sum(widths) + 2 * (len(widths) - 1)


def table_block(dialect: Dialect, before: str, head: Row, rows: Sequence[Row], after: str) -> Block:
    """A table with what stands before and after it; each part of a split one has the head."""
    cut = [[clipped(cell, CELL) for cell in row] for row in rows]
    if dialect.table == "tags":
        opening, closing = dialect.table_tag
        top = _tagged(dialect, head, dialect.head)
        lines = tuple(_tagged(dialect, row, dialect.cell) for row in cut)
        # Line breaks within a table show as empty lines above it in some forums.
        joint = "\n" if dialect.format == "html" else ""
        return Block(f"{before}{opening}{joint}{top}{joint}", lines, f"{closing}{after}", joint)
    if dialect.table == "pipes":
        rule = f"|{'|'.join('--:' if one else '---' for one in _numeric(len(head), cut))}|"
        top = f"{_piped(dialect, head)}\n{rule}\n"
        return Block(f"{before}{top}", tuple(_piped(dialect, row) for row in cut), after, "\n")
    opening, closing = dialect.code
    widths, numeric = _widths([head, *cut]), _numeric(len(head), cut)
    top, *fixed = (
        dialect.fixed_line(_aligned(row, widths, numeric)) for row in ([*map(flat, head)], *cut)
    )
    return Block(f"{before}{opening}{top}\n", tuple(fixed), f"{closing}{after}", "\n")


def _tagged(dialect: Dialect, row: Row, tag: tuple[str, str]) -> str:
    cells = "".join(f"{tag[0]}{dialect.text(cell)}{tag[1]}" for cell in row)
    return f"{dialect.row[0]}{cells}{dialect.row[1]}"


def _piped(dialect: Dialect, row: Row) -> str:
    return f"| {' | '.join(dialect.text(cell) for cell in row)} |"


def _aligned(row: Row, widths: Sequence[int], numeric: Sequence[bool]) -> str:
    cells = (
        cell.rjust(width) if is_number else cell.ljust(width)
        for cell, width, is_number in zip(row, widths, numeric, strict=True)
    )
    return "  ".join(cells).rstrip()


def _widths(rows: Sequence[Row]) -> list[int]:
    return [max(len(flat(cell)) for cell in column) for column in zip(*rows, strict=True)]


def _numeric(columns: int, rows: Sequence[Row]) -> list[bool]:
    """Which columns hold numbers only."""
    found = []
    for at in range(columns):
        cells = [row[at] for row in rows if row[at]]
        found.append(bool(cells) and all(_NUMBER.fullmatch(cell) for cell in cells))
    return found
