"""Where a board has room: which squares are land, and the freest rectangle."""

from __future__ import annotations

import itertools

import pytest

from mapsvg import Geometry, load_geometry
from mapsvg.board import CELL, load_board
from mapsvg.room import _land, _sums, free_corner
from mapsvg.shapes import ring_points


def _slowly(geometry: Geometry) -> set[tuple[int, int]]:
    """The squares on land as {(row, column)}: every edge of every province for itself."""
    squares: set[tuple[int, int]] = set()
    for province in geometry.provinces.values():
        crossings: dict[int, list[float]] = {}
        for ring in province.rings if province.kind != "sea" else ():
            points = ring_points(geometry.arcs, ring)
            for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
                for row in range(min(y0, y1) // CELL - 1, max(y0, y1) // CELL + 1):
                    y = row * CELL + CELL / 2
                    if min(y0, y1) < y < max(y0, y1):
                        crossings.setdefault(row, []).append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        for row, found in crossings.items():
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=False):
                columns = range(int(left // CELL), int(right // CELL) + 1)
                squares.update((row, column) for column in columns)
    return squares


@pytest.mark.parametrize("name", ["standard", "westphalia-5", "europe-1619"])
def test_land_is_what_lies_between_the_outlines(name: str) -> None:
    geometry = load_geometry(name)
    quickly = {
        (row, column) for row, first, last in _land(geometry) for column in range(first, last + 1)
    }
    assert quickly == _slowly(geometry)


@pytest.mark.parametrize("taken", [None, (4000, 3000, 9000, 7000)])
def test_no_rectangle_is_freer_than_the_one_that_is_found(
    taken: tuple[int, int, int, int] | None,
) -> None:
    board = load_board("standard")
    sums = _sums(board)
    wide, high = 20, 14
    corner, cost = free_corner(board, wide * CELL, high * CELL, taken)
    best = []
    rows, columns = range(3, len(sums) - high - 3, 2), range(3, len(sums[0]) - wide - 3, 2)
    for row, column in itertools.product(rows, columns):
        left, top = column * CELL, row * CELL
        if taken and (
            left < taken[2]
            and left + wide * CELL > taken[0]
            and top < taken[3]
            and top + high * CELL > taken[1]
        ):
            continue
        inside = sums[row + high][column + wide] - sums[row][column + wide]
        inside += sums[row][column] - sums[row + high][column]
        best.append((inside, column + row, (left, top)))
    assert (cost, corner) == (min(best)[0], min(best)[2])
