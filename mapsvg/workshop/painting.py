"""From the shapes of a drawing to a fine grid of province codes, in which neighbors touch.

    paint_grid      later shapes over earlier ones; "" where nothing is
    tidy_grid       hairlines, gaps and specks go to the nearest province; what lies farther from
                    all becomes OUTSIDE

A hand-drawn map has gaps between neighbors, or overlaps, a few points wide.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise
from typing import Final

from mapsvg.geometry import GeometryError
from mapsvg.workshop.inkscape import Shape

OUTSIDE: Final = "_OUT"
"""The area beyond the board: where a drawing has no province."""
_REACH = 0.011  # half the width of a gap that is closed, as a share of the drawing's longer side
_SPECK, _POND = 12, 60  # cells of a piece too small to count as land or sea
MOST_CROSSINGS: Final = 2_000_000
"""Of the edges of shapes with the rows of the grid."""

Rows = list[list[str]]
Cell = tuple[int, int]


def drawn_box(shapes: Sequence[Shape], view: Sequence[float] | None) -> tuple[float, ...]:
    """Left, top, width and height of what is drawn, within the page if there is one."""
    dots = [dot for shape in shapes for ring in shape.rings for dot in ring]
    left, right = min(x for x, _ in dots), max(x for x, _ in dots)
    top, bottom = min(y for _, y in dots), max(y for _, y in dots)
    if view:
        inner = (max(left, view[0]), max(top, view[1]))
        outer = (min(right, view[0] + view[2]), min(bottom, view[1] + view[3]))
        if outer[0] > inner[0] and outer[1] > inner[1]:
            (left, top), (right, bottom) = inner, outer
    return left, top, right - left, bottom - top


def paint_grid(
    shapes: Iterable[Shape],
    codes: Mapping[str, str],
    box: Sequence[float],
    cells: int,
    where: str,
) -> tuple[Rows, float]:
    """The grid of codes, "" where nothing is, and the width of a cell."""
    left, top, wide, high = box
    if not 1 / 12 < wide / max(high, 1e-9) < 12:
        raise GeometryError(f"{where}:1: the drawing is {wide:g} by {high:g}: too long a strip")
    cell = math.sqrt(wide * high / cells)
    rows = [[""] * max(1, round(wide / cell)) for _ in range(max(1, round(high / cell)))]
    crossings = 0
    for shape in shapes:
        code = codes[shape.label]
        met: dict[int, list[tuple[float, int]]] = {}
        for ring in shape.rings:
            dots = [((x - left) / cell, (y - top) / cell - 0.5) for x, y in ring]
            for (x0, y0), (x1, y1) in pairwise((*dots, dots[0])):
                low, high = (y0, y1) if y0 < y1 else (y1, y0)
                span = range(max(0, math.ceil(low)), min(len(rows), math.ceil(high)))
                crossings += len(span)
                if crossings > MOST_CROSSINGS:
                    raise GeometryError(f"{where}:{shape.line}: the drawing is too intricate")
                for row in span:
                    x = x0 + (row - y0) * (x1 - x0) / (y1 - y0)
                    met.setdefault(row, []).append((x, 1 if y1 > y0 else -1))
        for number, found in met.items():
            found.sort()
            turns = 0
            for (x, turn), (end, _) in pairwise(found):
                turns += 1 if shape.evenodd else turn
                first, last = max(0, math.ceil(x - 0.5)), math.ceil(end - 0.5)
                if (turns % 2 if shape.evenodd else turns) and last > first:
                    last = min(last, len(rows[0]))
                    rows[number][first:last] = [code] * (last - first)
    return rows, cell


def tidy_grid(rows: Rows, seas: Set[str], where: str) -> list[str]:
    """Make neighbors touch: hairlines, gaps and specks go to the nearest province.

    Returns the notes for the reader."""
    for x, y in _hairlines(rows):
        rows[y][x] = ""
    gaps, outside = _gaps(rows, max(2, round(_REACH * max(len(rows), len(rows[0])))))
    for x, y in outside:
        rows[y][x] = OUTSIDE
    _spread(rows, gaps)
    pieces = _pieces(rows)
    whole: Counter[str] = Counter()
    for code, cells in pieces:
        whole[code] = max(whole[code], len(cells))
    specks = [
        cell
        for code, cells in pieces
        for cell in cells
        if len(cells) <= (_POND if code in seas else _SPECK)
        and (len(cells) < whole[code] or code == OUTSIDE)
    ]
    for x, y in specks:
        rows[y][x] = ""
    _spread(rows, specks)
    _part_corners(rows, where)
    if any(OUTSIDE in row for row in rows):
        share = sum(row.count(OUTSIDE) for row in rows) / len(rows) / len(rows[0])
        y = next(y for y, row in enumerate(rows) if OUTSIDE in row)
        x = rows[y].index(OUTSIDE)
        found = (
            f"{where}: {share:.1%} of the drawing belongs to no province, first at"
            f" {x / len(rows[0]):.0%} from the left and {y / len(rows):.0%} from the top;"
            " it becomes land beyond the board"
        )
        return [found]
    return []


def _hairlines(rows: Rows) -> list[Cell]:
    """The cells that no square of three by three cells of one code covers."""
    height, width = len(rows), len(rows[0])
    rim: set[Cell] = set()
    for y, row in enumerate(rows):
        for x, (one, two) in enumerate(pairwise(row)):
            if one != two:
                rim |= {(x, y - 1), (x, y), (x, y + 1), (x + 1, y - 1), (x + 1, y), (x + 1, y + 1)}
        if y + 1 < height and row != rows[y + 1]:
            for x, (one, two) in enumerate(zip(row, rows[y + 1], strict=True)):
                if one != two:
                    rim |= {(u, v) for u in (x - 1, x, x + 1) for v in (y, y + 1)}
    return [
        (x, y)
        for x, y in sorted(rim)
        if 0 <= x < width
        and 0 <= y < height
        and not any(
            rows[v][u] == rows[y][x] and (u, v) not in rim
            for v in range(max(0, y - 1), min(height, y + 2))
            for u in range(max(0, x - 1), min(width, x + 2))
        )
    ]


def _around(cell: Cell, *, corners: bool) -> tuple[Cell, ...]:
    x, y = cell
    sides = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    if not corners:
        return sides
    return (*sides, (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))


def _gaps(rows: Rows, reach: int) -> tuple[list[Cell], list[Cell]]:
    """Of the cells without an owner, those in gaps of at most twice that many cells, and the
    others."""
    nobody = {(x, y) for y, row in enumerate(rows) if "" in row for x, code in enumerate(row)
              if not code}  # fmt: skip
    height, width = len(rows), len(rows[0])
    shore = [
        cell for cell in nobody
        if any(0 <= u < width and 0 <= v < height and rows[v][u]
               for u, v in _around(cell, corners=False))
    ]  # fmt: skip
    deep = nobody - _grown(shore, nobody, reach)
    outside = _grown(deep, nobody, reach + 1)
    return sorted(nobody - outside), sorted(outside)


def _grown(cells: Iterable[Cell], field: set[Cell], layers: int) -> set[Cell]:
    """Cells of a field and those within so many steps of them: wider alternately, so that what
    grows is nearly round."""
    found = set(cells)
    rim = list(found)
    for number in range(layers):
        near = {other for cell in rim for other in _around(cell, corners=number % 2 == 1)}
        rim = list((near & field) - found)
        found.update(rim)
    return found


def _spread(rows: Rows, blank: Iterable[Cell]) -> None:
    """Give each of these cells to the province that is nearest."""
    height, width = len(rows), len(rows[0])
    left = list(blank)
    number = 0
    while left:
        number += 1
        new, after = [], []
        for cell in left:
            near = [
                rows[v][u] for u, v in _around(cell, corners=number % 2 == 0)
                if 0 <= u < width and 0 <= v < height and rows[v][u]
            ]  # fmt: skip
            if near:
                # A gap in a hand-drawn map is never outside: the area beyond takes only cells that
                # no province can.
                inner = [code for code in near if code != OUTSIDE] or near
                new.append((cell, max(inner, key=inner.count)))
            else:
                after.append(cell)
        for (x, y), code in new:
            rows[y][x] = code
        if not new and number > 2:
            break
        left = after


def _pieces(rows: Rows) -> list[tuple[str, list[Cell]]]:
    """The cells of one code that hang together."""
    waiting = {(x, y): code for y, row in enumerate(rows) for x, code in enumerate(row)}
    found = []
    while waiting:
        cell, code = waiting.popitem()
        piece = [cell]
        for one in piece:
            for near in _around(one, corners=False):
                if waiting.get(near) == code:
                    del waiting[near]
                    piece.append(near)
        found.append((code, piece))
    return found


def _part_corners(rows: Rows, where: str) -> None:
    """Let no province touch itself at a mere corner: one of the four cells there changes hands."""
    for _ in range(200):
        changed = False
        for above, below in pairwise(rows):
            for x, (one, two) in enumerate(pairwise(above)):
                if one == two:
                    continue
                three, four = below[x], below[x + 1]
                if one == four and one != three:
                    changed = True
                    if two == three and two < one:
                        below[x + 1] = two
                    else:
                        below[x] = one
                elif two == three and two != four:
                    changed = True
                    below[x + 1] = two
        if not changed:
            return
    raise GeometryError(f"{where}: provinces are too tattered to tell apart (draw them simpler)")
