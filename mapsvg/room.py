"""Where a board has free room for a panel: off names and places of pieces, at sea if it can."""

from __future__ import annotations

import itertools
from functools import lru_cache

from mapsvg.board import CELL, Board, cells, label_corners
from mapsvg.geometry import Geometry

_NAME_COST = 400
_LAND_COST = 3
_MARGIN = 3  # squares that stay free along the frame

Corner = tuple[int, int]


@lru_cache(maxsize=64)
def free_corner(
    board: Board, width: int, height: int, avoid: tuple[int, int, int, int] | None = None
) -> tuple[Corner, int]:
    """The upper left corner of the freest rectangle of that size, and what it costs there.

    The nearest to the upper left corner of the map among equals. avoid: left, top, right and bottom
    of a rectangle that is already taken. The cost is 0 at sea, below 400 off every name and piece.
    """
    sums = _sums(board)
    columns, rows = len(sums[0]) - 1, len(sums) - 1
    wide, high = -(-width // CELL), -(-height // CELL)
    best: tuple[int, int, Corner] | None = None
    for row, column in itertools.product(
        range(_MARGIN, rows - high - _MARGIN + 1, 2),
        range(_MARGIN, columns - wide - _MARGIN + 1, 2),
    ):
        if avoid and _meets((column, row, column + wide, row + high), avoid):
            continue
        cost = (
            sums[row + high][column + wide]
            - sums[row][column + wide]
            - sums[row + high][column]
            + sums[row][column]
        )
        found = (cost, column + row, (column * CELL, row * CELL))
        best = min(best, found) if best else found
    if best is None:
        return (_MARGIN * CELL, _MARGIN * CELL), wide * high * _NAME_COST
    return best[2], best[0]


def _meets(area: tuple[int, int, int, int], avoid: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = (side / CELL for side in avoid)
    return area[0] < right and area[2] > left and area[1] < bottom and area[3] > top


@lru_cache(maxsize=8)
def _sums(board: Board) -> list[list[int]]:
    """Summed costs of all squares above and to the left of each corner."""
    geometry = board.geometry
    columns, rows = geometry.width // CELL, geometry.height // CELL
    costs = [[0] * columns for _ in range(rows)]
    for squares, cost in ((board.land, _LAND_COST), (_kept_free(geometry), _NAME_COST)):
        for column, row in squares:
            if 0 <= column < columns and 0 <= row < rows:
                costs[row][column] = cost
    sums = [[0] * (columns + 1)]
    for line in costs:
        left = itertools.accumulate(line, initial=0)
        sums.append([above + sum_ for above, sum_ in zip(sums[-1], left, strict=True)])
    return sums


def _kept_free(geometry: Geometry) -> list[tuple[int, int]]:
    squares: list[tuple[int, int]] = []
    for province in geometry.provinces.values():
        for corners in label_corners(province.label, at_sea=province.kind == "sea"):
            squares += cells(corners)
        if province.kind == "impassable":
            if not province.code.startswith("_"):
                # A caption may stand there, about as wide as the name above it.
                x, y = province.unit
                squares += cells((x - 600, y - 210, x + 600, y + 210))
            continue
        spots = [province.unit, province.dislodged, *([province.center] if province.center else [])]
        if province.kind != "sea":
            spots.append(province.marker)
        for coast in province.coasts.values():
            spots += [coast.unit, coast.dislodged]
        for x, y in spots:
            squares += cells((x - 210, y - 150, x + 210, y + 150))
    for crossing in geometry.crossings:
        for x, y in crossing.points:
            squares += cells((x - 150, y - 150, x + 150, y + 150))
    return squares
