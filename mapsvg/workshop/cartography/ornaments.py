"""The parts of a map besides its provinces: islands without a town, lakes, rivers, the outlines of
regions, ways that the borders do not show, and close-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from mapsvg.shapes import Crossing, Line, Region, View
from mapsvg.workshop.cartography.borders import cut_corners, displace, split_line
from mapsvg.workshop.cartography.coastline import frame_box, polygons_of, project_ring
from mapsvg.workshop.cartography.projection import Projection
from mapsvg.workshop.cartography.source import BoardSource, RegionSource
from mapsvg.workshop.cartography.world import read_lines, read_polygons

# A point this near to an island means it, map units.
HIT = 60.0
# Rivers shorter than this are left out; corners within this of a straight line are dropped.
SHORT_RIVER = 450.0
RIVER_CORNER = 9.0
RIVER_WIGGLE = 0.25
# A river that stays this near to a border for this long is left to the border.
BESIDE = 130.0
LONG_BESIDE = 600.0


# Holes and patches of an outline that are smaller than the square of this are left out.
PATCH = 250.0
# An outline's corners within this of a straight line are dropped, map units.
CORNER = 7.0


def color_islands(
    source: BoardSource, islands: Sequence[Polygon], areas: Mapping[str, BaseGeometry]
) -> list[tuple[str, Polygon]]:
    """Islands within the frame, each with the province that colors it: the nearest in reach; "" for
    none."""
    frame = frame_box(source.projection)
    named = [
        (Point(xy), island)
        for island in source.islands
        for xy in source.projection.project(island.points)
    ]
    codes = [code for code in areas if source.provinces[code].kind in ("coastal", "inland")]
    colored = []
    for island in islands:
        meant = next((isle for point, isle in named if island.dwithin(point, HIT)), None)
        if meant and meant.omitted:
            continue
        inside = [part for part in polygons_of(island.intersection(frame)) if part.area > 0]
        distance, nearest = min((areas[code].distance(island), code) for code in codes)
        owner = nearest if distance <= source.island_reach else ""
        if meant:
            owner = meant.color
        colored += [(owner, part) for part in inside]
    return colored


def draw_lakes(
    source: BoardSource, filled: Sequence[Polygon], land: BaseGeometry, path: Path
) -> list[Polygon]:
    """Lakes in the land: waters that the coastline filled, then the inland lakes in a file."""
    known = shapely.union_all(list(filled))
    lakes = list(filled)
    for rings in read_polygons(path, "lakes"):
        outer = shapely.make_valid(Polygon(project_ring(rings[0], source.projection)))
        in_land = outer.intersection(land).area > 0.9 * outer.area
        if in_land and not outer.intersects(known):
            lakes.append(outer.simplify(source.coastline.simplify))
    inland = [part for lake in lakes for part in polygons_of(lake.intersection(land))]
    return [Polygon(part.exterior) for part in inland if part.area >= source.coastline.lake]


def draw_rivers(
    source: BoardSource, land: BaseGeometry, borders: Sequence[LineString], path: Path
) -> list[LineString]:
    """Rivers in the land, rounded and slightly bent like the borders.

    Where a river keeps to a border for long, the border stands for it.
    """
    # A little beyond the shore, so that no river stops short of the sea.
    bed = land.buffer(5)
    along = shapely.union_all(borders).buffer(BESIDE)
    rivers = []
    for line in read_lines(path, "rivers"):
        course = LineString(project_ring(line, source.projection)).intersection(bed)
        beside = [
            part for part in _joined_lines(course.intersection(along)) if part.length > LONG_BESIDE
        ]
        for part in _joined_lines(course.difference(shapely.union_all(beside).buffer(1))):
            if part.length < SHORT_RIVER:
                continue
            points = split_line(cut_corners(np.asarray(part.coords), 2))
            rivers.append(LineString(displace(points, RIVER_WIGGLE)).simplify(RIVER_CORNER))
    return rivers


def _joined_lines(shape: BaseGeometry) -> list[LineString]:
    """The lines in a shape, those that meet end to end joined."""
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    merged = shapely.line_merge(shape)
    return [part for part in shapely.get_parts(merged) if isinstance(part, LineString)]


def draw_regions(source: BoardSource, areas: Mapping[str, BaseGeometry]) -> dict[str, Region]:
    return {
        name: Region(region.title, region.provinces, _outline(region, areas, source.projection))
        for name, region in source.regions.items()
    }


def _outline(
    region: RegionSource, areas: Mapping[str, BaseGeometry], projection: Projection
) -> tuple[Line, ...]:
    """Closed rings around the region's provinces: narrow inlets closed, narrow spits cut."""
    whole = shapely.union_all([areas[code] for code in region.provinces])
    smooth = region.smooth
    rounded = whole.buffer(smooth).buffer(-2 * smooth).buffer(smooth)
    shape = rounded.intersection(frame_box(projection)).simplify(CORNER)
    rings = []
    for part in polygons_of(shape):
        for ring in (part.exterior, *part.interiors):
            if shapely.Polygon(ring).area >= PATCH**2:
                points = [(round(x), round(y)) for x, y in ring.coords]
                rings.append(tuple(point for point in dict.fromkeys(points)))
    return tuple(sorted(rings))


def frame_views(source: BoardSource) -> dict[str, View]:
    """The boxes of the close-ups, within the frame."""
    views = {}
    width, height = source.projection.width, source.projection.height
    for name, view in source.views.items():
        points = source.projection.project(view.places)
        left, top = (max(0, round(low - view.margin)) for low in points.min(axis=0))
        right, bottom = (round(high + view.margin) for high in points.max(axis=0))
        right, bottom = min(right, width), min(bottom, height)
        views[name] = View(view.title, (left, top, right - left, bottom - top))
    return views


def draw_crossings(source: BoardSource) -> tuple[Crossing, ...]:
    return tuple(
        Crossing(
            crossing.between,
            tuple((round(x), round(y)) for x, y in source.projection.project(crossing.points)),
        )
        for crossing in source.crossings
    )
