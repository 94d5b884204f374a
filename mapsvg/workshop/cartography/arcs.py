"""From areas to shared arcs: every border once, simplified, in whole map units."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import shapely
from shapely.geometry.base import BaseGeometry

from mapsvg.shapes import Arc, Point, Ring, arc_points, ring_points, signed_area
from mapsvg.workshop.cartography.coastline import polygons_of
from mapsvg.workshop.cartography.topology import walk
from mapsvg.workshop.gridboard import arc_kind

Edge = tuple[Point, Point]
Sides = tuple[str, str]


def simplify_areas(areas: Mapping[str, BaseGeometry], tolerance: float) -> dict[str, BaseGeometry]:
    """The areas with fewer corners; neighbors keep sharing every point of their border."""
    simplified = shapely.coverage_simplify(list(areas.values()), tolerance)
    return dict(zip(areas, simplified, strict=True))


def draw_arcs(
    areas: Mapping[str, BaseGeometry], owners: Mapping[str, str], kinds: Mapping[str, str]
) -> tuple[Arc, ...]:
    """The borders between provinces as arcs, in the order of their first points.

    areas: what was cut. owners: the province of each of them. kinds: the kind of each province.
    Outside all areas the side is "".
    """
    edges = _directed_edges(areas, owners)
    sides: dict[Edge, Sides] = {}
    for (start, end), code in edges.items():
        other = edges.get((end, start), "")
        if code != other and (end, start) not in sides:
            sides[(start, end)] = (code, other)
    near: dict[Point, list[tuple[Point, Sides]]] = defaultdict(list)
    for (start, end), (left, right) in sides.items():
        near[start].append((end, (left, right)))
        near[end].append((start, (right, left)))
    arcs = []
    used: set[Edge] = set()
    ends = {
        point
        for point, steps in near.items()
        if len(steps) != 2 or steps[0][1] != steps[1][1][::-1]
    }
    beside = {point: [other for other, _ in steps] for point, steps in near.items()}
    # Closed borders without a junction (a lone landmass) start at their leftmost point.
    for start in [*sorted(ends), *sorted(near)]:
        for second, (left, right) in sorted(near[start]):
            if (start, second) not in used:
                path = walk(beside, ends, used, start, second)
                arcs.append(Arc(left, right, arc_kind(kinds, left, right), tuple(path)))
    return tuple(sorted(arcs, key=lambda arc: (arc.points[0], arc.points[1])))


def _directed_edges(
    areas: Mapping[str, BaseGeometry], owners: Mapping[str, str]
) -> dict[Edge, str]:
    """Each edge of each province, the province on its left (y down), with whole coordinates."""
    edges: dict[Edge, str] = {}
    for atom, area in areas.items():
        code = owners[atom]
        for polygon in polygons_of(area):
            oriented = shapely.orient_polygons(polygon, exterior_cw=True)
            for ring in [oriented.exterior, *oriented.interiors]:
                points = [(round(x), round(y)) for x, y in ring.coords]
                for start, end in pairwise(points):
                    if start == end:
                        continue
                    if edges.get((end, start)) == code:
                        # A border within the province, or a spike that rounding folded onto itself.
                        del edges[(end, start)]
                    else:
                        edges[(start, end)] = code
    return edges


def build_rings(arcs: Sequence[Arc], codes: Sequence[str]) -> dict[str, tuple[Ring, ...]]:
    """For each province its closed rings of arc numbers, the one with the largest area first."""
    starts: dict[str, dict[Point, list[int]]] = {code: defaultdict(list) for code in codes}
    for number, arc in enumerate(arcs):
        if arc.left:
            starts[arc.left][arc.points[0]].append(number)
        if arc.right:
            starts[arc.right][arc.points[-1]].append(-number - 1)
    rings = {}
    for code in codes:
        found = []
        while any(starts[code].values()):
            first = min(number for group in starts[code].values() for number in group)
            found.append(_close_ring(arcs, starts[code], first))
        found.sort(key=lambda ring: -abs(signed_area(ring_points(arcs, ring))))
        rings[code] = tuple(found)
    return rings


def _close_ring(arcs: Sequence[Arc], starts: Mapping[Point, list[int]], first: int) -> Ring:
    ring = [first]
    start = arc_points(arcs, first)[0]
    starts[start].remove(first)
    while (here := arc_points(arcs, ring[-1])[-1]) != start:
        # Where a province touches itself at a point, turn as sharply as the outline does.
        back = _heading(here, arc_points(arcs, ring[-1])[-2])
        options = {
            number: (_heading(here, arc_points(arcs, number)[1]) - back) % (2 * math.pi)
            for number in starts[here]
        }
        following = min(sorted(options), key=lambda number: options[number])
        starts[here].remove(following)
        ring.append(following)
    return tuple(ring)


def _heading(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
