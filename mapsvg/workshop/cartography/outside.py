"""Places outside a province for things it cannot hold: at sea or in roomy land, with a leader.

A fleet on a named coast lies across the shoreline where the province has no room for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from mapsvg.shapes import CoastAnchors, Segment
from mapsvg.shapes import Point as Spot
from mapsvg.workshop.cartography.inside import LEAST, place_coast
from mapsvg.workshop.cartography.raster import Box, rasterize
from mapsvg.workshop.cartography.slots import GAP, Kit, Thing, outline

# How far from a province its things may be, in map units.
REACH = 2200.0
# How much farther a thing may go to be on water or closed land, not on another's land.
_PREFERRED = 900.0
# How deep a leader goes into its province.
_DEPTH = 45.0
# Room kept free along a leader.
_LEADER_ROOM = 14.0


def box_at(box: Box, at: Spot) -> Polygon:
    (x, y), wide, high = at, box.width / 2, box.height / 2
    return shapely.box(x - wide, y - high, x + wide, y + high)


def taken_area(thing: Thing, at: Spot) -> BaseGeometry:
    """The area of a thing with its gap, where nothing else may be."""
    return shapely.union_all([box_at(box.grown(GAP / 2), at) for box in thing])


def leader_area(leader: Segment) -> BaseGeometry:
    return LineString([leader[:2], leader[2:]]).buffer(_LEADER_ROOM)


def place_outside(
    thing: Thing,
    home: BaseGeometry,
    near: Spot,
    hosts: Mapping[str, BaseGeometry],
    open_hosts: frozenset[str],
    taken: BaseGeometry,
) -> Spot | None:
    """The best place for a thing in one of the hosts; None if there is no free place nearby.

    home: the province. near: what it should be close to. hosts: free room by province.
    open_hosts: those that are water or closed land. taken: the places of other things.
    """
    window = home.buffer(REACH).envelope
    best: tuple[float, Spot] | None = None
    for code, room in hosts.items():
        part = room.intersection(window).difference(taken)
        if part.is_empty or part.area < outline(thing).width * outline(thing).height:
            continue
        raster = rasterize(part)
        clear = raster.clearance(thing)
        if float(clear.max()) < LEAST:
            continue
        xs, ys = raster.axes()
        points = shapely.points(*np.meshgrid(xs, ys))
        away = np.asarray(shapely.distance(points, home), dtype=np.float64)
        cost = away + 0.35 * raster.distance_from(*near) - 0.5 * np.minimum(clear, 80)
        cost = cost + (0.0 if code in open_hosts else _PREFERRED)
        cost = np.where((clear >= LEAST) & (away < REACH), cost, np.inf)
        low = float(cost.min())
        if np.isfinite(low) and (best is None or low < best[0]):
            best = low, raster.best(-cost)
    return best[1] if best else None


def share_inside(thing: Thing, at: Spot, home: BaseGeometry) -> float:
    """How much of a thing lies in its province, 0 to 1."""
    box = box_at(outline(thing), at)
    return float(box.intersection(home).area / box.area)


def draw_leader(thing: Thing, at: Spot, home: BaseGeometry) -> Segment:
    """From the edge of a thing outside its province to a point just inside it."""
    box = box_at(outline(thing), at)
    inner = home.buffer(-_DEPTH)
    end = nearest_points(home if inner.is_empty else inner, Point(at))[0]
    line = LineString([at, end]).difference(box)
    start = nearest_points(line, Point(at))[0] if not line.is_empty else Point(at)
    return round(start.x), round(start.y), round(end.x), round(end.y)


def straddle_coast(
    kit: Kit, room: BaseGeometry, water: Sequence[BaseGeometry], shore: BaseGeometry, at: Spot
) -> CoastAnchors | None:
    """Places for a fleet on a named coast partly at sea; the first as near to `at` as it fits."""
    window = shapely.Point(at).buffer(REACH).envelope
    shape = shapely.union_all([room, *water]).intersection(window)
    found = place_coast(rasterize(shape), kit, shore, at)
    return found[0] if found else None
