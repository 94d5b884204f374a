"""A board made ready for drawing, once: its outlines, where things stand, and what is crowded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from mapsvg.geometry import Geometry, Label, Point, ring_points
from mapsvg.lettering import text_width
from mapsvg.outlines import Outlines, board_outlines
from mapsvg.scene import province_of

# Half width and half height of the pieces. With their outlines they fill the boxes that a board's
# geometry keeps for them: 260 x 260 and 380 x 200, and 140 x 140 for a center.
ARMY = (122, 122)
FLEET = (182, 88)
CENTER_RADIUS = 62

# The board is watched in squares of this size when arrows and panels look for free room.
CELL = 100

Corners = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A geometry with its outlines.

    crowd: {(column, row): cost} of the squares that hold a name or a center. land: the squares
    whose middle is on land.
    """

    geometry: Geometry
    outlines: Outlines
    crowd: dict[tuple[int, int], int]
    land: frozenset[tuple[int, int]]

    def unit_spot(self, place: str) -> Point:
        """Where the middle of a piece at that place is drawn."""
        province = self.geometry.provinces[province_of(place)]
        coast = province.coasts.get(place.partition("/")[2])
        return coast.unit if coast else province.unit

    def dislodged_spot(self, place: str) -> Point:
        """Where a piece stands that has lost its place to another."""
        province = self.geometry.provinces[province_of(place)]
        coast = province.coasts.get(place.partition("/")[2])
        return coast.dislodged if coast else province.dislodged


class _Same:
    """A geometry as a key: equal only to itself. Comparing two boards point by point is slow."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def __hash__(self) -> int:
        return id(self.geometry)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.geometry is self.geometry


def prepare_board(geometry: Geometry) -> Board:
    """The board of a geometry; made once and kept as long as it is in use."""
    return _prepare(_Same(geometry))


@lru_cache(maxsize=8)
def _prepare(key: _Same) -> Board:
    geometry = key.geometry
    crowd: dict[tuple[int, int], int] = {}
    for province in geometry.provinces.values():
        for corners in label_corners(province.label, at_sea=province.kind == "sea"):
            _crowd(crowd, corners, 4)
        if province.center:
            x, y = province.center
            _crowd(crowd, (x - 70, y - 70, x + 70, y + 70), 2)
    return Board(geometry, board_outlines(geometry), crowd, frozenset(_land_squares(geometry)))


def cells(corners: Corners) -> Iterable[tuple[int, int]]:
    """The squares that a rectangle touches."""
    left, top, right, bottom = corners
    for column in range(int(left // CELL), int(right // CELL) + 1):
        for row in range(int(top // CELL), int(bottom // CELL) + 1):
            yield column, row


def label_corners(label: Label, *, at_sea: bool) -> list[Corners]:
    """The rectangle of each line of a label, or of the whole if it is turned."""
    face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    lines = []
    for number, line in enumerate(label.lines):
        half = text_width(line, face, label.size) / 2
        y = label.y + (number - (len(label.lines) - 1) / 2) * label.size
        lines.append((label.x - half, y - label.size / 2, label.x + half, y + label.size / 2))
    if label.angle:
        reach = max(line[2] - label.x for line in lines)
        return [(label.x - reach, label.y - reach / 2, label.x + reach, label.y + reach / 2)]
    return lines


def _crowd(crowd: dict[tuple[int, int], int], corners: Corners, cost: int) -> None:
    for cell in cells(corners):
        crowd[cell] = max(crowd.get(cell, 0), cost)


def _land_squares(geometry: Geometry) -> Iterable[tuple[int, int]]:
    """Row by row: between its odd and its even crossings with an outline a row is inside it."""
    for province in geometry.provinces.values():
        if province.kind == "sea":
            continue
        crossings: dict[int, list[float]] = {}
        for ring in province.rings:
            points = ring_points(geometry, ring)
            for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
                low, high = sorted((y0, y1))
                first = (low + CELL // 2) // CELL
                for row in range(first, (high + CELL // 2) // CELL):
                    y = row * CELL + CELL / 2
                    if low <= y < high:
                        crossings.setdefault(row, []).append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        for row, found in crossings.items():
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=False):
                for column in range(int(left // CELL), int(right // CELL) + 1):
                    yield column, row
