"""Cuts the picture into provinces: borders and coasts noded together, each face given an owner.

    landmasses + towns   borders between towns (borders.py), as far as they lie on the landmass
    sea + points         borders between seas, as far as they lie in open water
    all lines together   noded on one grid and made polygons: the faces
    each face            belongs to the atom with most of its sites inside, else to the nearest
    stray faces          cut off from their atom's sites: to the neighbor with the longest border
    areas                the faces of each atom joined

Invariants: towns own only faces on their own landmass, points of water only faces at sea;
faces cover the frame without gaps or overlaps, so the areas do, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct
from shapely import LineString, Point, Polygon, STRtree
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from mapsvg.workshop.cartography.borders import site_borders
from mapsvg.workshop.cartography.coastline import MARGIN, frame_box, polygons_of
from mapsvg.workshop.cartography.projection import Floats, Projection
from mapsvg.workshop.cartography.source import Atom

# Crossings are snapped to this grid, map units, so that noding twice gives the same nodes.
GRID = 1 / 64
# A town further from its coast than this is probably misplaced.
FAR_FROM_LAND = 120.0
# Smaller pieces that are cut off from their province change hands without a complaint.
WORTH_TELLING = 40_000.0
# Smaller pieces that the frame cuts off are filled in.
CORNER_OF_FRAME = 60_000.0
# Borders at sea are rounder and calmer than borders on land.
LAND_ROUNDS, LAND_WIGGLE = 2, 1.0
SEA_ROUNDS, SEA_WIGGLE = 3, 0.4


class Site(Struct, frozen=True):
    """A town or a point of water in map units, and the atom that it belongs to."""

    code: str
    point: Point


class Faces(Struct, frozen=True):
    """The area of each atom, landmasses without a town, and complaints about the source."""

    areas: Mapping[str, BaseGeometry]
    islands: tuple[Polygon, ...]
    complaints: tuple[str, ...]


class _Face(Struct):
    shape: Polygon
    land: bool
    owner: str
    sure: bool


def place_sites(atoms: Mapping[str, Atom], projection: Projection) -> list[Site]:
    """All sites of a board in map units, in the board's order."""
    return [
        Site(code, Point(xy))
        for code, atom in atoms.items()
        for xy in projection.project(atom.sites)
    ]


def cut_faces(
    landmasses: Sequence[Polygon],
    sites: Sequence[Site],
    seas: frozenset[str],
    projection: Projection,
) -> Faces:
    """The areas of atoms. Landmasses that hold no town are islands."""
    complaints: list[str] = []
    frame = frame_box(projection)
    ashore = [site for site in sites if site.code not in seas]
    towns = _settle(ashore, landmasses, frame, complaints)
    settled = [landmasses[number] for number in sorted(towns)]
    islands = [mass for number, mass in enumerate(landmasses) if number not in towns]
    coasts: list[LineString] = []
    inner: list[LineString] = []
    for number in sorted(towns):
        coast, borders = _cut_landmass(landmasses[number], towns[number], projection)
        coasts += coast
        inner += borders
    waters = [site for site in sites if site.code in seas]
    coasts, sea_lines = _cut_sea(settled, coasts, waters, projection)
    lines = [*coasts, *inner, *sea_lines, frame.exterior]
    shapes = polygons_of(
        shapely.polygonize(list(_lines_in(shapely.union_all(lines, grid_size=GRID))))
    )
    inside = frame.buffer(0.01)
    shapes = [shape for shape in shapes if inside.contains(shape.representative_point())]
    faces = _name_faces(shapes, settled, [towns[number] for number in sorted(towns)], waters)
    complaints += _reassign_strays(faces)
    _fill_corners(faces, frame)
    owned: dict[str, list[Polygon]] = defaultdict(list)
    for face in faces:
        owned[face.owner].append(face.shape)
    order = dict.fromkeys(site.code for site in sites)
    areas = {code: shapely.coverage_union_all(owned[code]) for code in order if owned[code]}
    complaints += [f"{code} has no area inside the frame" for code in order if not owned[code]]
    return Faces(areas, tuple(islands), tuple(complaints))


def _lines_in(shape: BaseGeometry) -> list[LineString]:
    return [part for part in shapely.get_parts(shape) if isinstance(part, LineString)]


def _settle(
    sites: Sequence[Site], landmasses: Sequence[Polygon], frame: Polygon, complaints: list[str]
) -> dict[int, list[Site]]:
    """Towns by the number of their landmass; a town in the water goes ashore nearby."""
    tree = STRtree(landmasses)
    towns: dict[int, list[Site]] = defaultdict(list)
    for site in sites:
        found = sorted(int(number) for number in tree.query(site.point, predicate="within"))
        if found:
            towns[found[0]].append(site)
            continue
        number = int(tree.nearest(site.point))
        shore = nearest_points(landmasses[number], site.point)[0]
        offset = np.array([shore.x - site.point.x, shore.y - site.point.y])
        distance = float(np.hypot(*offset))
        if distance > MARGIN:
            continue
        if distance > FAR_FROM_LAND and frame.contains(site.point):
            place = f"{site.point.x:.0f}, {site.point.y:.0f}"
            complaints.append(f"{site.code}: town at {place} is {distance:.0f} from land")
        ashore = Point(shore.x + offset[0] / distance * 12, shore.y + offset[1] / distance * 12)
        towns[number].append(Site(site.code, ashore))
    return towns


def _coordinates(sites: Sequence[Site]) -> Floats:
    return np.array([(site.point.x, site.point.y) for site in sites])


def _cut_landmass(
    mass: Polygon, towns: Sequence[Site], projection: Projection
) -> tuple[list[LineString], list[LineString]]:
    """The landmass's coasts, noded where borders meet it, and the borders inside it."""
    coasts = [LineString(ring.coords) for ring in [mass.exterior, *mass.interiors]]
    owners = [town.code for town in towns]
    if len(set(owners)) < 2:
        return coasts, []
    area = frame_box(projection, MARGIN)
    borders = site_borders(
        _coordinates(towns), owners, area, rounds=LAND_ROUNDS, wiggle=LAND_WIGGLE
    )
    pieces = _lines_in(shapely.union_all([*coasts, *borders], grid_size=GRID))
    return _split_by_place(pieces, shapely.MultiLineString(coasts), mass)


def _split_by_place(
    pieces: Sequence[LineString], coast: BaseGeometry, area: BaseGeometry
) -> tuple[list[LineString], list[LineString]]:
    """Pieces that are coast, and pieces within the area; the rest is dropped."""
    shapely.prepare(coast)
    shapely.prepare(area)
    on_coast, within = [], []
    for piece in pieces:
        middle = piece.interpolate(0.5, normalized=True)
        if coast.dwithin(middle, 2 * GRID):
            on_coast.append(piece)
        elif area.contains(middle):
            within.append(piece)
    return on_coast, within


def _cut_sea(
    settled: Sequence[Polygon],
    coasts: Sequence[LineString],
    waters: Sequence[Site],
    projection: Projection,
) -> tuple[list[LineString], list[LineString]]:
    """The coasts, noded where sea borders meet them, and the sea borders in open water."""
    box = frame_box(projection, MARGIN)
    owners = [water.code for water in waters]
    borders = site_borders(_coordinates(waters), owners, box, rounds=SEA_ROUNDS, wiggle=SEA_WIGGLE)
    water = box.difference(shapely.union_all(settled))
    coast = shapely.MultiLineString(coasts)
    pieces = _lines_in(shapely.union_all([*coasts, *borders], grid_size=GRID))
    return _split_by_place(pieces, coast, water)


def _name_faces(
    shapes: Sequence[Polygon],
    settled: Sequence[Polygon],
    towns: Sequence[Sequence[Site]],
    waters: Sequence[Site],
) -> list[_Face]:
    """Each face with the province of most sites inside it, or else of the nearest site."""
    land_tree = STRtree(settled)
    groups = [*towns, waters]
    trees = [STRtree([site.point for site in group]) for group in groups]
    faces = []
    for shape in shapes:
        middle = shape.representative_point()
        masses = sorted(int(number) for number in land_tree.query(middle, predicate="within"))
        group = masses[0] if masses else len(groups) - 1
        inside = trees[group].query(shape, predicate="contains")
        codes = Counter(groups[group][int(number)].code for number in sorted(inside))
        if codes:
            owner = max(sorted(codes), key=lambda code: codes[code])
        else:
            owner = groups[group][int(trees[group].nearest(middle))].code
        faces.append(_Face(shape, bool(masses), owner, bool(codes)))
    return faces


def _reassign_strays(faces: list[_Face]) -> list[str]:
    """Give faces cut off from their province's sites to the neighbor with the longest border."""
    tree = STRtree([face.shape for face in faces])
    shared: dict[int, dict[int, float]] = defaultdict(dict)
    for one, two in sorted(zip(*tree.query([f.shape for f in faces], "touches"), strict=True)):
        if faces[one].land == faces[two].land:
            line = faces[one].shape.boundary.intersection(faces[two].shape.boundary)
            if line.length > 0:
                shared[int(one)][int(two)] = line.length
    complaints = []
    while True:
        _spread_certainty(faces, shared)
        lost = [number for number, face in enumerate(faces) if not face.sure]
        moves = []
        for number in lost:
            sure = [(size, other) for other, size in shared[number].items() if faces[other].sure]
            if sure:
                moves.append((number, faces[max(sure)[1]].owner))
        if not moves:
            break
        for number, owner in moves:
            face = faces[number]
            if face.shape.area > WORTH_TELLING:
                at = face.shape.representative_point()
                complaints.append(
                    f"{face.owner} at {at.x:.0f}, {at.y:.0f} is cut off and goes to {owner}"
                )
            face.owner, face.sure = owner, True
    return complaints


def _spread_certainty(faces: list[_Face], shared: Mapping[int, Mapping[int, float]]) -> None:
    """A face that touches a sure face of its own province is sure too."""
    queue = [number for number, face in enumerate(faces) if face.sure]
    while queue:
        number = queue.pop()
        for other in shared.get(number, {}):
            if not faces[other].sure and faces[other].owner == faces[number].owner:
                faces[other].sure = True
                queue.append(other)


def _fill_corners(faces: Sequence[_Face], frame: Polygon) -> None:
    """Give small bays and capes that the frame cuts off to what surrounds them."""
    for face in faces:
        if face.shape.area > CORNER_OF_FRAME or not face.shape.intersects(frame.exterior):
            continue
        beside = [
            (face.shape.boundary.intersection(other.shape.boundary).length, other.owner)
            for other in faces
            if other is not face and other.shape.touches(face.shape)
        ]
        length, owner = max(beside)
        if length > 0 and face.owner not in {owner for size, owner in beside if size > 0}:
            face.owner = owner
