"""The whole pipeline: a board source and the world's coastline in, a geometry out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np
import shapely
from shapely import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from mapsvg.cartography.anchors import Shore, place_anchors
from mapsvg.cartography.arcs import build_rings, draw_arcs, simplify_areas
from mapsvg.cartography.coastline import draw_coastline
from mapsvg.cartography.faces import cut_faces, place_sites
from mapsvg.cartography.fetch import CACHE, LAND, WATERS, fetch_map
from mapsvg.cartography.ornaments import color_islands, draw_lakes, draw_rivers
from mapsvg.cartography.source import BoardSource, ProvinceSource
from mapsvg.cartography.topology import assign_coasts
from mapsvg.geometry import Arc, Geometry, Island, Label, Point, Province, Ring

# Corners whose triangle is smaller than the square of this are dropped, map units.
CORNER = 8.0


@dataclass(frozen=True, slots=True)
class Build:
    """A finished geometry, and what its author should look at."""

    geometry: Geometry
    complaints: tuple[str, ...]


def build_geometry(source: BoardSource, cache: Path = CACHE) -> Build:
    """The geometry of a board. Fetches the coastline unless the cache folder has it."""
    kinds = {code: province.kind for code, province in source.provinces.items()}
    seas = frozenset(code for code, kind in kinds.items() if kind == "sea")
    sites = place_sites(source.provinces, source.projection)
    open_water = np.array([(site.point.x, site.point.y) for site in sites if site.code in seas])
    world = fetch_map(LAND, cache)
    coastline = draw_coastline(world, source.coastline, source.projection, open_water)
    faces = cut_faces(coastline.landmasses, sites, seas, source.projection)
    areas = simplify_areas(faces.areas, CORNER)
    arcs = draw_arcs(areas, kinds)
    rings = build_rings(arcs, list(areas))

    land = shapely.union_all([area for code, area in areas.items() if code not in seas])
    waters = fetch_map(WATERS, cache)
    islands = color_islands(source, faces.islands, areas)
    lakes = draw_lakes(source, coastline.lakes, land, waters)
    borders = [LineString(arc.points) for arc in arcs if arc.kind == "land"]
    rivers = draw_rivers(source, land, borders, waters)

    complaints = list(faces.complaints)
    provinces = {}
    for code, area in areas.items():
        province = source.provinces[code]
        clutter = [island.shape for island in islands] if code in seas else lakes
        room = area.difference(shapely.union_all(clutter))
        shores = _shores(province, arcs, rings[code], source)
        provinces[code], fits = _draw_province(province, room, rings[code], shores)
        if not fits:
            complaints.append(f"{code}: not everything fits inside")
    geometry = Geometry(
        board=source.name,
        title=source.title,
        width=source.projection.width,
        height=source.projection.height,
        sources=(LAND.credit, WATERS.credit),
        arcs=arcs,
        provinces=MappingProxyType(provinces),
        lakes=tuple(_whole(lake.exterior.coords) for lake in lakes),
        rivers=tuple(_whole(river.coords) for river in rivers),
        islands=tuple(
            Island(isle.province, _whole(isle.shape.exterior.coords)) for isle in islands
        ),
    )
    return Build(geometry, tuple(complaints))


def _whole(coordinates: Sequence[tuple[float, ...]]) -> tuple[Point, ...]:
    """Whole map units, repeated points dropped."""
    points: list[Point] = []
    for x, y in coordinates:
        point = (round(x), round(y))
        if not points or point != points[-1]:
            points.append(point)
    return tuple(points)


def _shores(
    province: ProvinceSource, arcs: Sequence[Arc], rings: Sequence[Ring], source: BoardSource
) -> dict[str, Shore]:
    """The shoreline of each named coast."""
    if not province.coasts:
        return {}
    places = source.projection.project(list(province.coasts.values()))
    points = {
        coast: (round(x), round(y)) for coast, (x, y) in zip(province.coasts, places, strict=True)
    }
    return {
        coast: Shore(
            MultiLineString([LineString(arcs[number].points) for number in numbers]), points[coast]
        )
        for coast, numbers in assign_coasts(arcs, rings, points).items()
    }


def _draw_province(
    source: ProvinceSource,
    room: BaseGeometry,
    rings: tuple[Ring, ...],
    shores: Mapping[str, Shore],
) -> tuple[Province, bool]:
    """The province with its anchors; whether they all fit inside."""
    anchors = place_anchors(source, room, shores)
    label = anchors.label
    code_label: Label | None = label if anchors.code_only else None
    province = Province(
        code=source.code,
        name=source.name,
        kind=source.kind,
        rings=rings,
        label=label,
        code_label=code_label,
        unit=anchors.unit,
        center=anchors.center,
        dislodged=anchors.dislodged,
        marker=anchors.marker,
        coasts=MappingProxyType(dict(anchors.coasts)),
    )
    return province, anchors.fits or source.kind == "impassable"
