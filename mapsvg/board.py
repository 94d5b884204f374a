"""A board made ready for drawing, once: its outlines, the places of things, and crowded squares.

For scripts that draw on a map, or look for something there, `load_board` gives the same places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import chain

from mapsvg.geometry import load_geometry
from mapsvg.lettering import Face, text_width
from mapsvg.outlines import Outlines
from mapsvg.scene import province_of
from mapsvg.shapes import (
    CoastAnchors,
    Geometry,
    Point,
    Province,
    Segment,
    Sizes,
    View,
    ring_points,
)

# Half width and half height of the pieces as they are drawn. With their outlines they fill the
# boxes of these sizes; a board that keeps smaller boxes free has everything drawn smaller.
ARMY = (122, 122)
FLEET = (182, 88)
CENTER_RADIUS = 62
MARKER_RADIUS = 62
DRAWN = Sizes()

# The room of a short line of text: "Eng 55%".
_LINE = (640, 190)
# How far it may move from the name, the nearest first: the price, to a side, and down (or up).
_LINE_MOVES = sorted(
    (4 * (abs(along) + down), along, down)
    for down in range(0, 1000, 50)
    for along in range(-600, 601, 100)
)
# How wide and high a quarter of a board is, as a share of the whole: they overlap a little.
_QUARTER = 0.56

# The size of the squares in which arrows and panels look for free room.
CELL = 100

Corners = tuple[float, float, float, float]  # left, top, right, bottom


class Board:
    """A geometry made ready for drawing. Parts that not every map needs are made on demand.

    scale, center_scale, marker_scale: how large pieces and orders, centers, and markers are, 1 on a
    board with the usual boxes. aside: the size of a piece beside its place, relative to the others.
    close: with outlines that a close-up needs.
    """

    def __init__(self, geometry: Geometry, *, close: bool = False) -> None:
        sizes = geometry.sizes
        beside = min(
            _fitting_scale(sizes.aside_army, DRAWN.army),
            _fitting_scale(sizes.aside_fleet, DRAWN.fleet),
        )
        self.geometry = geometry
        self.scale = min(
            _fitting_scale(sizes.army, DRAWN.army), _fitting_scale(sizes.fleet, DRAWN.fleet)
        )
        self.aside = min(1.0, int(100 * beside / self.scale) / 100)
        self.center_scale = _fitting_scale(sizes.center, DRAWN.center)
        self.marker_scale = _fitting_scale(sizes.marker, DRAWN.marker)
        self._close = close

    @cached_property
    def outlines(self) -> Outlines:
        """Path data of everything that the board itself shows."""
        return Outlines(self.geometry, close=self._close)

    @cached_property
    def beyond(self) -> frozenset[str]:
        """Land beyond the board, which no order can mention."""
        provinces = self.geometry.provinces
        return frozenset(
            code
            for code in provinces
            if code.startswith("_") and provinces[code].kind == "impassable"
        )

    @cached_property
    def crowd(self) -> dict[tuple[int, int], int]:
        """{(column, row): cost} of the squares that hold a name or a center."""
        crowd: dict[tuple[int, int], int] = {}
        for province in self.geometry.provinces.values():
            for corners in label_corners(province):
                _mark_crowded(crowd, corners, 4)
            if province.center:
                x, y = province.center
                _mark_crowded(crowd, (x - 70, y - 70, x + 70, y + 70), 2)
            if province.kind != "sea":
                x, y = province.marker
                _mark_crowded(crowd, (x - 60, y - 60, x + 60, y + 60), 1)
        return crowd

    @cached_property
    def bounds(self) -> dict[str, Corners]:
        """{province: box around it and its islands}."""
        bounds: dict[str, Corners] = {}
        for code, province in self.geometry.provinces.items():
            lines = [ring_points(self.geometry.arcs, ring) for ring in province.rings]
            lines += [isle.points for isle in self.geometry.islands if isle.province == code]
            xs, ys = zip(*chain.from_iterable(lines), strict=True)
            bounds[code] = min(xs), min(ys), max(xs), max(ys)
        return bounds

    @cached_property
    def places(self) -> dict[str, Point]:
        """The middle of a piece at each province and each coast ("SPA/SC")."""
        places: dict[str, Point] = {}
        for code, province in self.geometry.provinces.items():
            places[code] = province.unit
            places |= {f"{code}/{coast}": own.unit for coast, own in province.coasts.items()}
        return places

    @cached_property
    def views(self) -> Mapping[str, View]:
        """The close-ups that the geometry names; without any, the quarters of the board."""
        if self.geometry.views:
            return self.geometry.views
        width, height = self.geometry.width, self.geometry.height
        wide, high = round(_QUARTER * width), round(_QUARTER * height)
        return {
            f"{up}-{side}": View(f"{up.capitalize()}-{side}", (left, top, wide, high))
            for up, top in (("north", 0), ("south", height - high))
            for side, left in (("west", 0), ("east", width - wide))
        }

    def area(self, view: str) -> Segment:
        """Left, top, width and height of a close-up, or of the whole board for ""."""
        if view:
            return self.views[view].box
        return 0, 0, self.geometry.width, self.geometry.height

    def anchors(self, place: str) -> Province | CoastAnchors:
        """The province, or its coast, with the positions of the pieces at a place."""
        province = self.geometry.provinces[province_of(place)]
        return province.coasts.get(place.partition("/")[2]) or province

    def unit_spot(self, place: str) -> Point:
        """Where the middle of a piece at that place is drawn."""
        return self.anchors(place).unit

    def dislodged_spot(self, place: str) -> Point:
        """The position of a piece that has lost its place to another."""
        return self.anchors(place).dislodged

    def marker_spot(self, place: str, number: int) -> Point:
        """Where the first (0) or second (1) marker of a province is drawn."""
        province = self.geometry.provinces[province_of(place)]
        if number == 0:
            return province.marker
        if province.second_marker is not None:
            return province.second_marker
        x, y = province.marker
        return x + self.geometry.sizes.marker[0], y


@lru_cache(maxsize=12)
def prepare_board(geometry: Geometry, *, close: bool) -> Board:
    """The board of a geometry; made once and kept as long as it is in use.

    close: with outlines that a close-up needs, twice as fine.
    """
    return Board(geometry, close=close)


def load_board(name: str) -> Board:
    """The board of that name. Raises GeometryError for one that is not there."""
    return prepare_board(load_geometry(name), close=False)


def _fitting_scale(box: Point, drawn: Point) -> float:
    """How much smaller a thing must be drawn to fit its box."""
    return int(100 * min(box[0] / drawn[0], box[1] / drawn[1])) / 100


def cells(corners: Corners) -> Iterable[tuple[int, int]]:
    """The squares that a rectangle touches."""
    left, top, right, bottom = corners
    for column in range(int(left // CELL), int(right // CELL) + 1):
        for row in range(int(top // CELL), int(bottom // CELL) + 1):
            yield column, row


def box_around(middle: Point, size: Point) -> Corners:
    (x, y), (wide, high) = middle, size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def label_corners(province: Province) -> list[Corners]:
    """The rectangle of each line of a province's label."""
    face: Face = "EBGaramond-Italic" if province.kind == "sea" else "EBGaramond-Bold"
    label, lines = province.label, []
    for number, line in enumerate(label.lines):
        half = text_width(line, face, label.size) / 2
        y = label.y + (number - (len(label.lines) - 1) / 2) * label.size
        lines.append((label.x - half, y - label.size / 2, label.x + half, y + label.size / 2))
    return lines


@lru_cache(maxsize=16)
def _things(name: str) -> tuple[Corners, ...]:
    """The boxes of all names on a board, and of all that may be in its provinces."""
    geometry = load_geometry(name)
    sizes = geometry.sizes
    found: list[Corners] = []
    for province in geometry.provinces.values():
        found += label_corners(province)
        if province.kind == "impassable":
            continue
        spots = [(province.unit, sizes.fleet if province.kind == "sea" else sizes.army)]
        spots += [(coast.unit, sizes.fleet) for coast in province.coasts.values()]
        spots += [(coast.label, sizes.coast_label) for coast in province.coasts.values()]
        spots += [(province.center, sizes.center)] if province.center else []
        spots += [(province.marker, sizes.marker)] if province.kind != "sea" else []
        found += [box_around(spot, size) for spot, size in spots]
    return tuple(found)


def _mark_crowded(crowd: dict[tuple[int, int], int], corners: Corners, cost: int) -> None:
    for cell in cells(corners):
        crowd[cell] = max(crowd.get(cell, 0), cost)


@lru_cache(maxsize=2048)
def free_line(name: str, code: str) -> Point:
    """The upper middle of a short line of text beside the name of a province, on the board of that
    `name`, where it covers least: below the name, above it, or moved to a side; the nearest among
    equals. Raises GeometryError for a board that is not there."""
    province = load_geometry(name).provinces[code]
    lines = label_corners(province)
    top, bottom = min(line[1] for line in lines), max(line[3] for line in lines)
    wide, high = _LINE
    near = [
        box
        for box in _things(name)
        if abs(box[0] + box[2] - 2 * province.label.x) < 4000 and box[1] < bottom + 2000
        and box[3] > top - 2000
    ]  # fmt: skip
    best, spot = math.inf, (province.label.x, round(bottom))
    for far, along, down in _LINE_MOVES:
        if far >= best:
            break
        for y in (bottom + down, top - high - down):
            left = province.label.x + along - wide / 2
            price = far + sum(
                max(0, min(left + wide, box[2]) - max(left, box[0]))
                * max(0, min(y + high, box[3]) - max(y, box[1]))
                for box in near
            )
            if price < best:
                best, spot = price, (province.label.x + along, round(y))
    return spot
