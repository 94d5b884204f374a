"""Path data of a board, made once from its geometry and kept: every map of the board reuses it.

    arcs --simplify--> fine lines --steps of GRID--> lines    one for each arc: borders
                                                     land     joined along a province's rings
                                                     rims     moved inwards, on demand
    arcs --simplify, coarser--> shore, seas, sea_lines        in map units

Lines are simplified arc by arc and their ends stay, so neighbors keep sharing every point. Lines in
steps of GRID are drawn in a group scaled by GRID.

    outlines.land["VIE"]     "M1042 880l12-4 3 9-15 7z"
    outlines.lines[0]        "M17 33l1-1 1 0"
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from mapsvg.canvas import number_pairs
from mapsvg.shapes import Geometry, Point, Province, arc_number, ring_points, signed_area

# Land, borders and rims are written in steps of so many map units: shorter numbers, and a fifth of
# a map's bytes less. Draw them in a group scaled by it.
GRID = 6
# The middle of the colored rim inside a power's land lies this far inside the border (map units).
_RIM = 24
# Vertices that no picture shows, in units of a board 20000 wide: 1.5 pixels of one 2000 px wide.
_DETAIL = 15
_CLOSE_DETAIL = 5
_RIM_DETAIL = 40
# The seas are only pointed at, their shapes lie invisible below the land, and the shade along the
# shore is broad: a rough coast will do for both.
_SEA_DETAIL = 190
_SHORE_DETAIL = 42
_LARGE = 60_000  # area of an island that casts a shade (square map units)


class Outlines:
    """The path data of a board.

    In steps of GRID: land: {province: closed shape with its islands}; islets: land of no province;
    lines: one open line for each arc. In map units: seas: {sea: rough closed shape}; shore: rough
    coast; regions: {region: its outline}; sea_lines, lakes, rivers, crossings.
    """

    def __init__(self, geometry: Geometry, *, close: bool = False) -> None:
        arcs, unit = geometry.arcs, geometry.width / 20000
        detail = (_CLOSE_DETAIL if close else _DETAIL) * unit
        self._geometry, self._unit = geometry, unit
        self._fine = [simplify(arc.points, detail) for arc in arcs]
        grid = [_to_grid(line) for line in self._fine]
        self.lines = tuple(map(open_line, grid))
        islands: dict[str, str] = {}
        for isle in geometry.islands:
            d = closed(_to_grid(simplify(isle.points, detail)))
            islands[isle.province] = islands.get(isle.province, "") + d
        self.islets = islands.get("", "")
        self.land = {
            code: _joined_rings(grid, province) + islands.get(code, "")
            for code, province in geometry.provinces.items()
            if province.kind != "sea"
        }
        self.seas = _seas(geometry, detail)
        coast = "".join(
            open_line(simplify(arc.points, _SHORE_DETAIL * unit))
            for arc in arcs
            if arc.kind == "coast"
        )
        large = [isle for isle in geometry.islands if abs(signed_area(isle.points)) > _LARGE]
        self.shore = coast + "".join(
            closed(simplify(isle.points, _SHORE_DETAIL * unit)) for isle in large
        )
        self.sea_lines = "".join(
            open_line(simplify(arc.points, 2 * detail)) for arc in arcs if arc.kind == "sea"
        )
        self.lakes = "".join(closed(simplify(lake, 2 * detail)) for lake in geometry.lakes)
        self.rivers = "".join(open_line(simplify(river, 3 * detail)) for river in geometry.rivers)
        self.regions = {
            name: "".join(closed(simplify(ring, 2 * detail)) for ring in region.outline)
            for name, region in geometry.regions.items()
        }
        self.crossings = tuple(open_line(crossing.points) for crossing in geometry.crossings)
        self._rims: dict[int, tuple[str, str]] = {}

    def rims(self, arc: int) -> tuple[str, str]:
        """The lines inside the left and the right neighbor of an arc on land, in steps of GRID.

        Made when they are asked for: only vassals have rims.
        """
        if arc not in self._rims:
            line, inside = simplify(self._fine[arc], _RIM_DETAIL * self._unit), self._left_rim
            left, right = (open_line(_to_grid(_offset(line, far))) for far in (inside, -inside))
            self._rims[arc] = left, right
        return self._rims[arc]

    @cached_property
    def _left_rim(self) -> int:
        """How far the rim of an arc's left neighbor lies to the left of the arc as seen."""
        geometry = self._geometry
        for code, province in geometry.provinces.items():
            ref = province.rings[0][0]
            arc = geometry.arcs[arc_number(ref)]
            if arc.left != arc.right:
                clockwise = signed_area(ring_points(geometry.arcs, province.rings[0])) > 0
                on_left = clockwise != (ref >= 0)  # a clockwise ring has its inside on the right
                return _RIM if on_left == (arc.left == code) else -_RIM
        return _RIM


def _seas(geometry: Geometry, detail: float) -> dict[str, str]:
    """{sea: its rough shape}."""
    seas = {code: place for code, place in geometry.provinces.items() if place.kind == "sea"}
    coast_detail = _SEA_DETAIL * geometry.width / 20000
    rough: dict[int, list[Point]] = {}
    for number in {arc_number(ref) for sea in seas.values() for ring in sea.rings for ref in ring}:
        arc = geometry.arcs[number]
        tolerance = coast_detail if arc.kind == "coast" else 5 * detail
        rough[number] = simplify(arc.points, tolerance)
    return {code: _joined_rings(rough, sea) for code, sea in seas.items()}


def _to_grid(points: Sequence[Point]) -> list[Point]:
    return [(round(x / GRID), round(y / GRID)) for x, y in points]


def open_line(points: Sequence[Point]) -> str:
    steps: list[int] = []
    x, y = points[0]
    for nx, ny in points[1:]:
        if (nx, ny) != (x, y):
            steps += (nx - x, ny - y)
            x, y = nx, ny
    return f"M{number_pairs(points[0])}l{number_pairs(steps)}" if steps else ""


def closed(points: Sequence[Point]) -> str:
    ring = points[:-1] if len(points) > 1 and points[0] == points[-1] else points
    line = open_line(ring)
    return f"{line}z" if line else ""


def simplify(points: Sequence[Point], tolerance: float) -> list[Point]:
    """The line without the vertices that lie within `tolerance` of a straight one; ends stay.

    Douglas and Peucker: the vertex farthest from the line between two that stay, stays itself if it
    lies farther than the tolerance; the same then for the parts on both sides of it.
    """
    last = len(points) - 1
    spans = [(0, last)]
    if points[0] == points[-1]:  # a single ring: split it at its farthest vertex
        far = max(range(len(points)), key=lambda index: math.dist(points[0], points[index]))
        spans = [(0, far), (far, last)]
    stay = {index for span in spans for index in span}
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        distance, index = _farthest(points, first, last)
        if distance > tolerance:
            stay.add(index)
            spans += [(first, index), (index, last)]
    return [points[index] for index in sorted(stay)]


def _joined_rings(
    lines: Sequence[Sequence[Point]] | Mapping[int, Sequence[Point]], of: Province
) -> str:
    """The rings of a province along these arcs' lines, which its neighbors share."""
    rings = []
    for ring in of.rings:
        points: list[Point] = []
        for ref in ring:
            line = lines[ref] if ref >= 0 else lines[-ref - 1][::-1]
            points += line[:-1]
        rings.append(closed(points))
    return "".join(rings)


def _offset(points: Sequence[Point], distance: float) -> list[Point]:
    """The line moved to its left as seen (negative: to its right), with blunt corners."""
    normals = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        normals.append(((y1 - y0) / length, -(x1 - x0) / length))
    moved: list[Point] = []
    for index, (x, y) in enumerate(points):
        before = normals[max(index - 1, 0)]
        after = normals[min(index, len(normals) - 1)]
        nx, ny = before[0] + after[0], before[1] + after[1]
        length = math.hypot(nx, ny)
        if length < 0.5:  # the line turns back on itself
            nx, ny, length = after[0], after[1], 1.0
        moved.append((round(x + nx / length * distance), round(y + ny / length * distance)))
    return moved


def _farthest(points: Sequence[Point], first: int, last: int) -> tuple[float, int]:
    """How far the points between two are from the line through these, at most, and which is the
    last of the farthest. There must be at least one."""
    (x0, y0), (x1, y1) = points[first], points[last]
    dx, dy = x1 - x0, y1 - y0
    length = math.hypot(dx, dy)
    if length == 0:
        return max((math.dist(points[i], (x0, y0)), i) for i in range(first + 1, last))
    # The areas that points span with the line: whole numbers, so that equal ones are recognized.
    areas = [abs(dy * (x - x0) - dx * (y - y0)) for x, y in points[first + 1 : last]]
    most = max(areas)
    return most / length, last - 1 - areas[::-1].index(most)
