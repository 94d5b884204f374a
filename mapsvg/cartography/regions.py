"""Outlines around groups of provinces, close-up views, and ways that the borders do not show."""

from __future__ import annotations

from collections.abc import Mapping

import shapely
from shapely.geometry.base import BaseGeometry

from mapsvg.cartography.coastline import frame_box, polygons_of
from mapsvg.cartography.projection import Projection
from mapsvg.cartography.source import BoardSource, RegionSource
from mapsvg.geometry import Crossing, Line, Region, View

# Holes and patches of an outline that are smaller than the square of this are left out.
PATCH = 250.0
# An outline's corners within this of a straight line are dropped, map units.
CORNER = 7.0


def draw_regions(source: BoardSource, areas: Mapping[str, BaseGeometry]) -> dict[str, Region]:
    """The regions of a board with their outlines."""
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
    """The lines of the crossings."""
    return tuple(
        Crossing(
            crossing.between,
            tuple((round(x), round(y)) for x, y in source.projection.project(crossing.points)),
        )
        for crossing in source.crossings
    )
