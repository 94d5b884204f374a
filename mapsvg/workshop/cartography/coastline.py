"""The coastline in map units: real land, corrected, rounded and simplified."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from mapsvg.workshop.cartography.projection import Floats, Projection
from mapsvg.workshop.cartography.source import CoastlineSource, Correction, Smoothing
from mapsvg.workshop.cartography.world import read_polygons

# Land this far beyond the frame is kept, so that borders leave the frame without a kink.
MARGIN = 900.0
# Half the least distance of a cut spit from its shore, map units.
APART = 2.5
# Edges are cut to this many degrees before projecting: a straight line of the plane is not a
# parallel.
STEP_DEGREES = 0.25


def frame_box(projection: Projection, margin: float = 0.0) -> Polygon:
    """The frame of the picture, or one that is larger by the margin, in map units."""
    return shapely.box(-margin, -margin, projection.width + margin, projection.height + margin)


def polygons_of(shape: BaseGeometry) -> list[Polygon]:
    """The polygons in a shape; lines and points that an intersection left are dropped."""
    parts = shapely.get_parts(shape, return_index=False)
    found: list[Polygon] = []
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            found.append(part)
        elif isinstance(part, MultiPolygon):
            found += polygons_of(part)
    return found


def draw_coastline(
    path: Path, source: CoastlineSource, projection: Projection, sea_sites: Floats
) -> tuple[list[Polygon], list[Polygon]]:
    """The landmasses of a board, largest first, and the waters that the sea does not reach.

    sea_sites: points in map units that lie in open water. Water without one (the Caspian, the Sea
    of Marmara between closed straits) is a lake. A hole in a landmass is a sea that the board
    closes off (the Baltic behind the Sound).
    """
    land = _project_land(path, source, projection)
    land = _correct_land(land, source.corrections, projection)
    land = _round_coasts(land, source.smoothing, projection)
    land, lakes = _fill_lakes(land, projection, sea_sites)
    land = land.simplify(source.simplify)
    masses = [part for part in polygons_of(land) if part.area >= source.island]
    masses.sort(key=lambda mass: (-mass.area, mass.bounds))
    drawn = [lake.simplify(source.simplify) for lake in lakes if lake.area >= source.lagoon]
    return masses, drawn


def project_ring(ring: Floats, projection: Projection) -> Floats:
    """A ring of (latitude, longitude) in map units, long edges cut."""
    parts = []
    for start, end in pairwise(ring):
        count = max(1, int(np.abs(end - start).max() / STEP_DEGREES))
        parts.append(start + (end - start) * (np.arange(count) / count)[:, None])
    parts.append(ring[-1:])
    return projection.project(np.vstack(parts))


def _project_land(path: Path, source: CoastlineSource, projection: Projection) -> BaseGeometry:
    south, west, north, east = source.degrees
    # Points are (latitude, longitude), so latitude is the first axis here.
    window = shapely.box(south, west, north, east)
    shapes = []
    for polygon in read_polygons(path, "land"):
        rings = []
        for ring in polygon:
            # One that crosses the antimeridian goes without the jump from 180 to -180.
            longitude = np.unwrap(ring[:, 1], period=360)
            longitude -= 360 * np.round(np.median(longitude) / 360)
            rings.append(np.column_stack([ring[:, 0], longitude]))
        (low_lat, low_lon), (high_lat, high_lon) = rings[0].min(axis=0), rings[0].max(axis=0)
        if high_lat < south or low_lat > north or high_lon < west or low_lon > east:
            continue
        clipped = shapely.make_valid(Polygon(rings[0], rings[1:])).intersection(window)
        for part in polygons_of(clipped):
            outer = project_ring(np.asarray(part.exterior.coords), projection)
            holes = [project_ring(np.asarray(hole.coords), projection) for hole in part.interiors]
            shapes.append(shapely.make_valid(Polygon(outer, holes)))
    return shapely.union_all(shapes).intersection(frame_box(projection, MARGIN))


def _correct_land(
    land: BaseGeometry, corrections: Sequence[Correction], projection: Projection
) -> BaseGeometry:
    for correction in corrections:
        points = projection.project(correction.points)
        if correction.width:
            # The local scale, measured along the first step of the line.
            (y0, x0), (y1, x1) = correction.points[:2]
            km = 111.2 * np.hypot(y1 - y0, (x1 - x0) * np.cos(np.radians((y0 + y1) / 2)))
            scale = float(np.hypot(*(points[1] - points[0]))) / km
            shape: BaseGeometry = LineString(points).buffer(correction.width * scale / 2)
        else:
            shape = Polygon(points)
        land = land.difference(shape) if correction.water else land.union(shape)
    return land


def _round_coasts(
    land: BaseGeometry, smoothing: Sequence[Smoothing], projection: Projection
) -> BaseGeometry:
    """Close narrow inlets and cut thin spits, in bands of latitude from south to north."""
    everything = frame_box(projection, 2 * MARGIN)
    result: BaseGeometry = MultiPolygon()
    for number, rule in enumerate(smoothing):
        rounded = (
            land.buffer(rule.close, quad_segs=3)
            .buffer(-rule.close - rule.open, quad_segs=3)
            # A little less than before: what was cut off keeps its distance.
            .buffer(rule.open - APART, quad_segs=3)
        )
        band = everything if number == 0 else _north_of(rule.above, projection)
        # The bands overlap a little, or a seam would stay between them.
        result = result.difference(band).union(rounded.intersection(band.buffer(1)))
    return result


def _north_of(latitude: float, projection: Projection) -> Polygon:
    """The part of the plane north of a latitude, wide enough for the picture."""
    longitudes = np.arange(-80.0, 110.0, 2.0)
    edge = projection.project([(latitude, longitude) for longitude in longitudes])
    top = -3.0 * projection.height
    return Polygon([*map(tuple, edge), (edge[-1][0], top), (edge[0][0], top)])


def _fill_lakes(
    land: BaseGeometry, projection: Projection, sea_sites: Floats
) -> tuple[BaseGeometry, list[Polygon]]:
    """The land with its lakes filled, and the lakes."""
    water = frame_box(projection, MARGIN).difference(land)
    sites = shapely.points(sea_sites)
    lakes = [part for part in polygons_of(water) if not shapely.contains(part, sites).any()]
    if lakes:
        # A sliver of overlap welds the filled lake to its shore.
        land = shapely.union_all([land, *(lake.buffer(0.5) for lake in lakes)])
    return land, lakes
