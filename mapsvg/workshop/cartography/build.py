"""The whole pipeline: a board source and the world's coastline in, a geometry out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct
from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from mapsvg.shapes import Arc, Geometry, Island, Point, Ring
from mapsvg.workshop.cartography.arcs import build_rings, draw_arcs, simplify_areas
from mapsvg.workshop.cartography.coastline import draw_coastline, polygons_of
from mapsvg.workshop.cartography.faces import cut_faces, place_sites
from mapsvg.workshop.cartography.ornaments import (
    color_islands,
    draw_crossings,
    draw_lakes,
    draw_regions,
    draw_rivers,
    frame_views,
)
from mapsvg.workshop.cartography.placement import Plot, Shore, place_all
from mapsvg.workshop.cartography.slots import make_kit
from mapsvg.workshop.cartography.source import BoardSource, ProvinceSource
from mapsvg.workshop.cartography.topology import assign_coasts
from mapsvg.workshop.cartography.world import LAND, WATERS, fetch_map

# Room kept free along a crossing, map units.
CROSSING_ROOM = 30.0


class Land(Struct, frozen=True):
    """The result of the source and the coastline before anything is placed."""

    arcs: tuple[Arc, ...]
    rings: Mapping[str, tuple[Ring, ...]]
    areas: Mapping[str, BaseGeometry]
    islands: tuple[tuple[str, Polygon], ...]
    lakes: tuple[Polygon, ...]
    rivers: tuple[LineString, ...]
    complaints: tuple[str, ...]


def build_geometry(source: BoardSource) -> tuple[Geometry, tuple[str, ...]]:
    """The geometry of a board, and what its author should look at. Fetches the coastline unless the
    cache folder has it."""
    land = draw_land(source)
    crossings = draw_crossings(source)
    ways = [LineString(crossing.points).buffer(CROSSING_ROOM) for crossing in crossings]
    plots = [_plot(source, land, province, ways) for province in source.provinces.values()]
    kit = make_kit(source.sizes, source.projection.width)
    provinces, full = place_all(plots, kit)
    outside = [f"{code}: not everything fits" for code in full]
    geometry = Geometry(
        board=source.name,
        title=source.title,
        width=source.projection.width,
        height=source.projection.height,
        sources=(LAND.credit, WATERS.credit),
        arcs=land.arcs,
        provinces=provinces,
        lakes=tuple(_whole_points(lake.exterior.coords) for lake in land.lakes),
        rivers=tuple(_whole_points(river.coords) for river in land.rivers),
        islands=tuple(
            Island(code, _whole_points(shape.exterior.coords)) for code, shape in land.islands
        ),
        sizes=source.sizes,
        regions=draw_regions(source, land.areas),
        views=frame_views(source),
        crossings=crossings,
    )
    return geometry, (*land.complaints, *outside)


def draw_land(source: BoardSource) -> Land:
    """Provinces, islands, lakes and rivers of a board. Atoms are cut before they are grouped.

    Boards of one atlas therefore share every line of their coasts and borders.
    """
    kinds = {code: province.kind for code, province in source.provinces.items()}
    seas = frozenset(code for code, atom in source.atoms.items() if atom.sea)
    sites = place_sites(source.atoms, source.projection)
    open_water = np.array([(site.point.x, site.point.y) for site in sites if site.code in seas])
    world = fetch_map(LAND)
    landmasses, filled = draw_coastline(world, source.coastline, source.projection, open_water)
    faces = cut_faces(landmasses, sites, seas, source.projection)
    atoms = simplify_areas(faces.areas, source.coastline.corner)
    arcs = draw_arcs(atoms, source.owners, kinds)
    rings = build_rings(arcs, list(source.provinces))
    areas = {
        code: shapely.union_all([atoms[atom] for atom in province.atoms if atom in atoms])
        for code, province in source.provinces.items()
    }
    ground = shapely.union_all([area for atom, area in atoms.items() if atom not in seas])
    waters = fetch_map(WATERS)
    borders = [LineString(arc.points) for arc in arcs if arc.kind == "land"]
    return Land(
        arcs=arcs,
        rings=rings,
        areas=areas,
        islands=tuple(color_islands(source, faces.islands, areas)),
        lakes=tuple(draw_lakes(source, filled, ground, waters)),
        rivers=tuple(draw_rivers(source, ground, borders, waters)),
        complaints=faces.complaints,
    )


def _whole_points(coordinates: Sequence[tuple[float, ...]]) -> tuple[Point, ...]:
    """Whole map units, repeated points dropped."""
    points: list[Point] = []
    for x, y in coordinates:
        point = (round(x), round(y))
        if not points or point != points[-1]:
            points.append(point)
    return tuple(points)


def _plot(
    source: BoardSource, land: Land, province: ProvinceSource, ways: Sequence[BaseGeometry]
) -> Plot:
    """A province as something to place things in: off islands at sea, off lakes ashore.

    ways: what nothing may cover anywhere.
    """
    clutter = [shape for _, shape in land.islands] if province.kind == "sea" else land.lakes
    area = land.areas[province.code]
    room = area.difference(shapely.union_all([*clutter, *ways]))
    return Plot(
        code=province.code,
        name=province.name,
        kind=province.kind,
        center=province.center,
        area=area,
        room=shapely.MultiPolygon(polygons_of(room)),
        shores=_shores(source, land, province),
        rings=land.rings[province.code],
    )


def _shores(source: BoardSource, land: Land, province: ProvinceSource) -> dict[str, Shore]:
    if not province.coasts:
        return {}
    places = source.projection.project([coast.at for coast in province.coasts.values()])
    points = {
        coast: (round(x), round(y)) for coast, (x, y) in zip(province.coasts, places, strict=True)
    }
    seas = {coast: facts.seas for coast, facts in province.coasts.items()}
    shores = assign_coasts(land.arcs, land.rings[province.code], points, seas)
    return {
        coast: (
            MultiLineString([LineString(land.arcs[number].points) for number in numbers]),
            points[coast],
        )
        for coast, numbers in shores.items()
    }
