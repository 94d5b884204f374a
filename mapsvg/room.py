"""Where a board has free room for a panel: off names and places of pieces, at sea if it can."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator
from functools import lru_cache

from mapsvg.board import CELL, Board, Corners, label_corners
from mapsvg.shapes import Geometry, Line, arc_number

_NAME_COST = 400
_LAND_COST = 3
_MARGIN = 3  # squares that stay free along the frame

Corner = tuple[int, int]
Run = tuple[int, int, int]  # squares side by side: their row, the first and the last column


@lru_cache(maxsize=64)
def free_corner(
    board: Board, width: int, height: int, avoid: tuple[int, int, int, int] | None = None
) -> tuple[Corner, int]:
    """The upper left corner of the freest rectangle of that size, and its cost there.

    The nearest to the upper left corner of the map among equals. avoid: left, top, right and bottom
    of a rectangle that is already taken. The cost is 0 at sea, below 400 off every name and piece.
    """
    sums = _sums(board)
    columns, rows = len(sums[0]) - 1, len(sums) - 1
    wide, high = -(-width // CELL), -(-height // CELL)
    lefts = range(_MARGIN, columns - wide - _MARGIN + 1, 2)
    left, top, right, bottom = (side / CELL for side in avoid or (0, 0, 0, 0))
    beside = [column for column in lefts if column >= right or column + wide <= left]
    best: tuple[int, int, Corner] | None = None
    for row in range(_MARGIN, rows - high - _MARGIN + 1, 2):
        above, below = sums[row], sums[row + high]
        here = beside if row < bottom and row + high > top else lefts
        costs = [below[x + wide] - above[x + wide] - below[x] + above[x] for x in here]
        if costs:
            cost = min(costs)
            column = here[costs.index(cost)]
            found = (cost, column + row, (column * CELL, row * CELL))
            best = min(best, found) if best else found
    if best is None:
        return (_MARGIN * CELL, _MARGIN * CELL), wide * high * _NAME_COST
    return best[2], best[0]


@lru_cache(maxsize=8)
def _sums(board: Board) -> list[list[int]]:
    """Summed costs of all squares above and to the left of each corner."""
    geometry = board.geometry
    columns, rows = geometry.width // CELL, geometry.height // CELL
    costs = [[0] * columns for _ in range(rows)]
    taken = (
        (row, int(left // CELL), int(right // CELL))
        for left, top, right, bottom in _boxes(geometry)
        for row in range(int(top // CELL), int(bottom // CELL) + 1)
    )
    for runs, cost in ((_land(geometry), _LAND_COST), (taken, _NAME_COST)):
        for row, first, last in runs:
            left, right = max(first, 0), min(last + 1, columns)
            if 0 <= row < rows and left < right:
                costs[row][left:right] = [cost] * (right - left)
    sums = [[0] * (columns + 1)]
    for line in costs:
        beside = itertools.accumulate(line, initial=0)
        sums.append(list(map(operator.add, sums[-1], beside)))
    return sums


def _land(geometry: Geometry) -> Iterator[Run]:
    """The squares whose middle is on land.

    Row by row: between its odd and its even crossings with an outline a row is inside it.
    """
    crossings = [_crossings(arc.points) for arc in geometry.arcs]
    for province in geometry.provinces.values():
        if province.kind == "sea":
            continue
        found: dict[int, list[float]] = {}
        for number in itertools.chain.from_iterable(province.rings):
            for row, x in crossings[arc_number(number)]:
                found.setdefault(row, []).append(x)
        for row, places in found.items():
            places.sort()
            for left, right in zip(places[::2], places[1::2], strict=False):
                yield row, int(left // CELL), int(right // CELL)


def _crossings(points: Line) -> list[tuple[int, float]]:
    """Each row whose middle a line crosses, and where."""
    found: list[tuple[int, float]] = []
    # Lines have many short edges: nearly all begin and end between the same two middles.
    bands = [(y + CELL // 2) // CELL for _, y in points]
    for index, (one, two) in enumerate(itertools.pairwise(bands)):
        if one == two:
            continue
        (x0, y0), (x1, y1) = points[index], points[index + 1]
        for row in range(min(one, two), (max(y0, y1) + CELL // 2 - 1) // CELL):
            y = row * CELL + CELL / 2
            found.append((row, x0 + (y - y0) * (x1 - x0) / (y1 - y0)))
    return found


def _beyond_hexes(geometry: Geometry) -> Iterator[Corners]:
    """On a board of hexes: the first home beyond each side, and all lines between places."""
    for province in geometry.provinces.values():
        if province.kind == "impassable":
            x, y = province.unit
            yield x - 540, y - 210, x + 540, y + 720
    for arc in geometry.arcs:
        if arc.left and arc.right:
            for (x0, y0), (x1, y1) in itertools.pairwise(arc.points):
                yield min(x0, x1) - 60, min(y0, y1) - 60, max(x0, x1) + 60, max(y0, y1) + 60


def _boxes(geometry: Geometry) -> Iterator[Corners]:
    """The areas to keep free: names, pieces, centers and markers."""
    for province in geometry.provinces.values():
        yield from label_corners(province)
        if province.kind == "impassable":
            if not province.code.startswith("_"):
                # There may be a caption there, about as wide as the name above it.
                x, y = province.unit
                yield x - 600, y - 210, x + 600, y + 210
            continue
        spots = [province.unit, province.dislodged, *([province.center] if province.center else [])]
        if province.kind != "sea":
            spots.append(province.marker)
        for coast in province.coasts.values():
            spots += [coast.unit, coast.dislodged]
        for x, y in spots:
            yield x - 210, y - 150, x + 210, y + 150
    if not any(province.kind == "sea" for province in geometry.provinces.values()):
        yield from _beyond_hexes(geometry)
    for crossing in geometry.crossings:
        for x, y in crossing.points:
            yield x - 150, y - 150, x + 150, y + 150
