"""What a map shows beside its provinces: islands without a town, lakes and rivers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely
from msgspec import Struct
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from mapsvg.cartography import topojson
from mapsvg.cartography.borders import STEP, cut_corners, displace, split_line
from mapsvg.cartography.coastline import frame_box, polygons_of, project_ring
from mapsvg.cartography.source import BoardSource

# A point this near to an island means it, map units.
HIT = 60.0
# Rivers shorter than this are left out; corners within this of a straight line are dropped.
SHORT_RIVER = 450.0
RIVER_CORNER = 9.0
RIVER_WIGGLE = 0.25
# A river that stays this near to a border for this long is left to the border.
BESIDE = 130.0
LONG_BESIDE = 600.0


class IslandShape(Struct, frozen=True):
    """An island and the province that colors it; "" for none."""

    province: str
    shape: Polygon


def color_islands(
    source: BoardSource, islands: Sequence[Polygon], areas: Mapping[str, BaseGeometry]
) -> list[IslandShape]:
    """Islands within the frame: the nearest province in reach colors them, or none does."""
    frame = frame_box(source.projection)
    named = [
        (Point(xy), island)
        for island in source.islands
        for xy in source.projection.project(island.points)
    ]
    codes = [code for code in areas if source.provinces[code].kind in ("coastal", "inland")]
    colored = []
    for island in islands:
        meant = next((one for point, one in named if island.dwithin(point, HIT)), None)
        if meant and meant.omitted:
            continue
        inside = [part for part in polygons_of(island.intersection(frame)) if part.area > 0]
        distance, nearest = min((areas[code].distance(island), code) for code in codes)
        owner = nearest if distance <= source.island_reach else ""
        if meant:
            owner = meant.color
        colored += [IslandShape(owner, part) for part in inside]
    return colored


def draw_lakes(
    source: BoardSource, filled: Sequence[Polygon], land: BaseGeometry, path: Path
) -> list[Polygon]:
    """Lakes in the land: waters that the coastline filled, then the inland lakes in a file."""
    known = shapely.union_all(list(filled))
    lakes = list(filled)
    for rings in topojson.read_polygons(path, "lakes"):
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
    for line in topojson.read_lines(path, "rivers"):
        course = LineString(project_ring(line, source.projection)).intersection(bed)
        beside = [part for part in _lines(course.intersection(along)) if part.length > LONG_BESIDE]
        for part in _lines(course.difference(shapely.union_all(beside).buffer(1))):
            if part.length < SHORT_RIVER:
                continue
            points = split_line(cut_corners(np.asarray(part.coords), 2), STEP)
            rivers.append(LineString(displace(points, RIVER_WIGGLE)).simplify(RIVER_CORNER))
    return rivers


def _lines(shape: BaseGeometry) -> list[LineString]:
    """The lines in a shape, those that meet end to end joined."""
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    merged = shapely.line_merge(shape)
    return [part for part in shapely.get_parts(merged) if isinstance(part, LineString)]
