"""Finds places for a province's label and pieces: inside it, apart, and close together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from mapsvg.cartography.projection import Floats
from mapsvg.cartography.raster import CELL, Box, Raster, rasterize
from mapsvg.cartography.source import ProvinceSource
from mapsvg.geometry import CoastAnchors, Label, Point
from mapsvg.lettering import Face, text_width

UNIT = Box(260, 180)
DISC = Box(120, 120)
MARKER = Box(120, 120)
COAST_LABEL = Box(150, 90)
GAP = 30
# Room around a group beyond which more room does not look better.
ENOUGH = 150.0
# Least room around a box: a border line and its shade.
LEAST = 24.0
LAND_SIZES = (210, 190, 170, 155, 140, 128)
SEA_SIZES = (240, 215, 190, 170, 150, 135)


@dataclass(frozen=True, slots=True)
class Shore:
    """The shoreline of a named coast, and where on it a fleet should lie."""

    line: BaseGeometry
    at: Point


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where a province's label and pieces go. `fits` is False if a piece hangs over a border."""

    label: Label
    code_only: bool
    unit: Point
    center: Point | None
    dislodged: Point
    marker: Point
    coasts: Mapping[str, CoastAnchors]
    fits: bool


@dataclass(frozen=True, slots=True)
class _Spot:
    """A box in a group, and its center's offset from the group's."""

    box: Box
    dx: float
    dy: float


def place_anchors(
    province: ProvinceSource, area: BaseGeometry, shores: Mapping[str, Shore]
) -> Anchors:
    """The anchors of one province. shores: for each named coast its shore.

    area: where things may lie, in map units. Tries the largest lettering first, and the code
    where the name fits at no size.
    """
    raster = rasterize(area)
    if province.kind == "impassable":
        return _place_label(province, raster)
    coasts: dict[str, CoastAnchors] = {}
    for coast, shore in shores.items():
        coasts[coast], raster = _place_coast(raster, shore.line, shore.at)
    best: Anchors | None = None
    for lines, size in _letterings(province):
        anchors = _place_group(province, raster, lines, size, coasts)
        if anchors is not None and anchors.fits:
            return anchors
        best = best or anchors
    if best is not None:
        return best
    return _place_anyhow(province, raster, coasts)


def _place_label(province: ProvinceSource, raster: Raster) -> Anchors:
    """Closed land has only a label, in the middle; nothing else ever stands there."""
    for lines, size in _letterings(province):
        room = raster.clearance(label_box(lines, size, at_sea=False))
        if float(room.max()) >= LEAST:
            break
    x, y = raster.best(_score(room, raster))
    return Anchors(
        label=Label(x, y, size, lines),
        code_only=lines == (province.code,) and province.code != province.name,
        unit=(x, y),
        center=None,
        dislodged=(x, y),
        marker=(x, y),
        coasts={},
        fits=float(room.max()) >= LEAST,
    )


def label_box(lines: Sequence[str], size: int, *, at_sea: bool) -> Box:
    """The box of a label: its widest line, and from the first capital to the last descender."""
    face: Face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    width = max(text_width(line, face, size) for line in lines)
    return Box(width, size * len(lines))


def _letterings(province: ProvinceSource) -> Iterator[tuple[tuple[str, ...], int]]:
    """Ways to write the name, the best first, and last the code alone."""
    sizes = SEA_SIZES if province.kind == "sea" else LAND_SIZES
    splits = _splits(province.name)
    for size in sizes:
        for lines in splits:
            yield lines, size
    for size in sizes[2:]:
        yield (province.code,), size


def _splits(name: str) -> list[tuple[str, ...]]:
    """The name on one line, then on two, the evenest first."""
    words = name.replace("-", "- ").split()
    pairs = []
    for cut in range(1, len(words)):
        first = " ".join(words[:cut]).replace("- ", "-")
        second = " ".join(words[cut:]).replace("- ", "-")
        pairs.append((first, second))
    pairs.sort(key=lambda pair: (max(map(len, pair)), pair))
    return [(name,), *pairs[:1]]


def _arrangements(label: Box, size: int, center: bool) -> Iterator[dict[str, _Spot]]:
    """Groups of label, unit and center disc around the group's middle, the nicest first."""
    # Descenders hang out of the label's box.
    gap = 6 + 0.15 * size
    row = UNIT.width + (DISC.width + GAP if center else 0)
    for side in (1, -1):
        unit_x = side * (row - UNIT.width) / 2
        disc_x = -side * (row - DISC.width) / 2
        drop = (label.height + UNIT.height) / 2 + gap
        for below in (1, -1):
            group = {
                "label": _Spot(label, 0, -below * drop / 2),
                "unit": _Spot(UNIT, unit_x, below * drop / 2),
            }
            if center:
                group["center"] = _Spot(DISC, disc_x, below * drop / 2)
            yield group
    if center:
        # A column: label, disc and unit one below the other, for narrow provinces.
        height = label.height + DISC.height + UNIT.height + 2 * gap
        label_y = -height / 2 + label.height / 2
        disc_y = -height / 2 + label.height + gap + DISC.height / 2
        unit_y = height / 2 - UNIT.height / 2
        for flip in (1, -1):
            yield {
                "label": _Spot(label, 0, flip * label_y),
                "center": _Spot(DISC, 0, flip * disc_y),
                "unit": _Spot(UNIT, 0, flip * unit_y),
            }
    # A row: label beside the unit, for flat provinces.
    width = label.width + UNIT.width + GAP + (DISC.width + GAP if center else 0)
    for side in (1, -1):
        x = -width / 2
        group = {}
        if center:
            group["center"] = _Spot(DISC, side * (x + DISC.width / 2), 0)
            x += DISC.width + GAP
        group["unit"] = _Spot(UNIT, side * (x + UNIT.width / 2), 0)
        group["label"] = _Spot(label, side * (width / 2 - label.width / 2), 0)
        yield group


def _place_group(
    province: ProvinceSource,
    raster: Raster,
    lines: tuple[str, ...],
    size: int,
    coasts: Mapping[str, CoastAnchors],
) -> Anchors | None:
    """The best group with this lettering, and the other pieces around it; None if none fits."""
    at_sea = province.kind == "sea"
    label = label_box(lines, size, at_sea=at_sea)
    best: tuple[float, dict[str, Point]] | None = None
    for rank, group in enumerate(_arrangements(label, size, province.center)):
        room = np.minimum.reduce(
            [
                raster.shifted(raster.clearance(spot.box), spot.dx, spot.dy)
                for spot in group.values()
            ]
        )
        score = _score(room, raster)
        top = float(score.max()) - 6 * rank
        if np.isfinite(top) and (best is None or top > best[0]):
            x, y = raster.best(score)
            spots = {name: (round(x + spot.dx), round(y + spot.dy)) for name, spot in group.items()}
            best = top, spots
    if best is None:
        return None
    spots = best[1]
    taken = raster.taken(label.grown(GAP / 2), *spots["label"])
    taken = taken.taken(UNIT.grown(GAP / 2), *spots["unit"])
    if province.center:
        taken = taken.taken(DISC.grown(GAP / 2), *spots["center"])
    dislodged, taken, dislodged_fits = _place_near(taken, UNIT, spots["unit"])
    marker, _, marker_fits = _place_near(taken, MARKER, spots["label"])
    return Anchors(
        label=Label(*spots["label"], size, lines),
        code_only=lines == (province.code,) and province.code != province.name,
        unit=spots["unit"],
        center=spots.get("center"),
        dislodged=dislodged,
        marker=marker,
        coasts=coasts,
        fits=dislodged_fits and marker_fits,
    )


def _score(room: Floats, raster: Raster) -> Floats:
    """How good each cell is for a group with this room: roomy, and near the province's heart."""
    weight = raster.room**3
    xs, ys = raster.axes()
    total = float(weight.sum())
    x = float((weight * xs[None, :]).sum()) / total
    y = float((weight * ys[:, None]).sum()) / total
    roomy = np.minimum(room, ENOUGH) - 0.06 * raster.distance_from(x, y)
    return np.where(room >= LEAST, roomy, -np.inf)


def _place_near(raster: Raster, box: Box, near: Point) -> tuple[Point, Raster, bool]:
    """A free place for a box close to a point; whether it is inside the province."""
    room = raster.clearance(box)
    score = np.where(room >= LEAST, np.minimum(room, 60) - 0.25 * raster.distance_from(*near), -1e9)
    fits = float(score.max()) > -1e9
    if not fits:
        # Hang over the border, but over no other piece: the least of the box outside.
        inside = _share_inside(raster, box)
        score = inside * 1000 - 0.05 * raster.distance_from(*near)
    point = raster.best(score)
    return point, raster.taken(box.grown(GAP / 2), *point), fits


def _share_inside(raster: Raster, box: Box) -> Floats:
    """For each cell, how much of a box centered there lies on free cells."""
    rows, columns = int(box.height // CELL) | 1, int(box.width // CELL) | 1
    return np.asarray(ndimage.uniform_filter(raster.free.astype(np.float64), (rows, columns)))


def _place_coast(raster: Raster, shore: BaseGeometry, at: Point) -> tuple[CoastAnchors, Raster]:
    """Places for a fleet on a named coast: by the shore, as near to a point as they fit."""
    xs, ys = raster.axes()
    points = shapely.points(*np.meshgrid(xs, ys))
    wish = np.asarray(shapely.distance(points, shore), dtype=np.float64)
    wish = wish + 0.6 * raster.distance_from(*at)
    spots = []
    for box in (UNIT, UNIT, COAST_LABEL):
        room = raster.clearance(box)
        score = np.where(room >= LEAST, -wish, -1e9)
        if float(score.max()) <= -1e9:
            score = _share_inside(raster, box) * 1000 - 0.05 * wish
        spot = raster.best(score)
        raster = raster.taken(box.grown(GAP / 2), *spot)
        spots.append(spot)
    return CoastAnchors(*spots), raster


def _place_anyhow(
    province: ProvinceSource, raster: Raster, coasts: Mapping[str, CoastAnchors]
) -> Anchors:
    """Anchors in a province too small for its unit: pieces hang over its borders."""
    size = LAND_SIZES[-1]
    lines = (province.code,)
    box = label_box(lines, size, at_sea=province.kind == "sea")
    middle = raster.best(raster.room)
    spot, raster, _ = _place_near(raster, box, middle)
    unit, raster, _ = _place_near(raster, UNIT, middle)
    center = None
    if province.center:
        center, raster, _ = _place_near(raster, DISC, unit)
    dislodged, raster, _ = _place_near(raster, UNIT, unit)
    marker, _, _ = _place_near(raster, MARKER, unit)
    label = Label(*spot, size, lines)
    return Anchors(label, True, unit, center, dislodged, marker, coasts, False)
