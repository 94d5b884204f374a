"""Finds places for a province's label and pieces: inside it, apart, and close together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from mapsvg.cartography.packing import pack
from mapsvg.cartography.projection import Floats
from mapsvg.cartography.raster import CELL, Raster, rasterize
from mapsvg.cartography.slots import (
    COAST_LABEL,
    DISC,
    FLEET,
    GAP,
    MARKER,
    Lettering,
    Spot,
    Thing,
    arrangements,
    code_letterings,
    label_box,
    letterings,
    unit_slot,
)
from mapsvg.cartography.source import ProvinceSource
from mapsvg.geometry import CoastAnchors, Label, Point

# Room around a group beyond which more room does not look better.
ENOUGH = 150.0
# Least room around a box: a border line and its shade.
LEAST = 24.0
# How many places of a group are tried for one that leaves room for the rest.
_TRIES = 40


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
    for choices in (
        letterings(province.name, province.kind),
        code_letterings(province.code, province.kind),
    ):
        tried = list(choices)
        # A tidy group in smaller letters is better than things that lie where they just fit.
        for place in (_place_group, _pack):
            for lettering in tried:
                spots = place(province, raster, lettering)
                if spots is not None:
                    return _anchors(province, spots, lettering, coasts)
    return _place_anyhow(province, raster, coasts)


def _anchors(
    province: ProvinceSource,
    spots: Mapping[str, Point],
    lettering: Lettering,
    coasts: Mapping[str, CoastAnchors],
    fits: bool = True,
) -> Anchors:
    lines, size = lettering
    return Anchors(
        label=Label(*spots["label"], size, lines),
        code_only=lines == (province.code,) and province.code != province.name,
        unit=spots["unit"],
        center=spots.get("center"),
        dislodged=spots["dislodged"],
        marker=spots["marker"],
        coasts=coasts,
        fits=fits,
    )


def _place_label(province: ProvinceSource, raster: Raster) -> Anchors:
    """Closed land has only a label, in the middle; nothing else ever stands there."""
    for lettering in (
        *letterings(province.name, province.kind),
        *code_letterings(province.code, province.kind),
    ):
        room = raster.clearance(label_box(*lettering, at_sea=False))
        fits = float(room.max()) >= LEAST
        if fits:
            break
    spot = raster.best(_score(room, raster))
    spots = dict.fromkeys(("label", "unit", "dislodged", "marker"), spot)
    return _anchors(province, spots, lettering, {}, fits)


def _place_group(
    province: ProvinceSource, raster: Raster, lettering: Lettering
) -> dict[str, Point] | None:
    """The best group with this lettering that leaves room for the other things; None if none."""
    slot = unit_slot(province.kind)
    for spots in _groups(province, raster, lettering, slot):
        label = label_box(*lettering, at_sea=province.kind == "sea")
        taken = raster.taken(label.grown(GAP + 0.08 * lettering[1]), *spots["label"])
        taken = taken.taken_by(slot, GAP, *spots["unit"])
        if "center" in spots:
            taken = taken.taken(DISC.grown(GAP), *spots["center"])
        dislodged, taken, fits = _place_near(taken, slot, spots["unit"])
        if not fits:
            continue
        marker, _, fits = _place_near(taken, (MARKER,), spots["label"])
        if fits:
            return spots | {"dislodged": dislodged, "marker": marker}
    return None


def _groups(
    province: ProvinceSource, raster: Raster, lettering: Lettering, slot: Thing
) -> Iterator[dict[str, Point]]:
    """Where label, unit and disc may lie as a group, the best first."""
    label = label_box(*lettering, at_sea=province.kind == "sea")
    found: list[tuple[float, int, int, int, dict[str, Spot]]] = []
    xs, ys = raster.axes()
    for rank, group in enumerate(arrangements(label, lettering[1], slot, province.center)):
        room = np.minimum.reduce(
            [
                raster.shifted(raster.clearance_of(spot.thing), spot.dx, spot.dy)
                for spot in group.values()
            ]
        )
        score = _score(room, raster) - 6 * rank
        rows, columns = np.nonzero(np.isfinite(score))
        order = np.argsort(-score[rows, columns], kind="stable")
        for index in order[:: max(1, len(order) // _TRIES)]:
            row, column = int(rows[index]), int(columns[index])
            found.append((-float(score[row, column]), rank, row, column, group))
    found.sort(key=lambda one: one[:4])
    for _, _, row, column, group in found:
        x, y = round(float(xs[column])), round(float(ys[row]))
        yield {name: (round(x + spot.dx), round(y + spot.dy)) for name, spot in group.items()}


def _pack(
    province: ProvinceSource, raster: Raster, lettering: Lettering
) -> dict[str, Point] | None:
    """Everything close to the unit, in no order; None if it does not fit."""
    slot = unit_slot(province.kind)
    label = label_box(*lettering, at_sea=province.kind == "sea")
    label = label.grown(0.08 * lettering[1])
    things: dict[str, Thing] = {"unit": slot, "dislodged": slot, "label": (label,)}
    if province.center:
        things["center"] = (DISC,)
    return pack(raster, things | {"marker": (MARKER,)}, LEAST)


def _score(room: Floats, raster: Raster) -> Floats:
    """How good each cell is for a group with this room: roomy, and near the province's heart."""
    weight = raster.room**3
    xs, ys = raster.axes()
    total = float(weight.sum())
    x = float((weight * xs[None, :]).sum()) / total
    y = float((weight * ys[:, None]).sum()) / total
    roomy = np.minimum(room, ENOUGH) - 0.06 * raster.distance_from(x, y)
    return np.where(room >= LEAST, roomy, -np.inf)


def _place_near(raster: Raster, thing: Thing, near: Point) -> tuple[Point, Raster, bool]:
    """A free place for a thing close to a point; whether it is inside the province."""
    room = raster.clearance_of(thing)
    score = np.where(room >= LEAST, np.minimum(room, 60) - 0.25 * raster.distance_from(*near), -1e9)
    fits = float(score.max()) > -1e9
    if not fits:
        # Hang over the border, but over no other piece: the least of the thing outside.
        score = _share_inside(raster, thing) * 1000 - 0.05 * raster.distance_from(*near)
    point = raster.best(score)
    return point, raster.taken_by(thing, GAP, *point), fits


def _share_inside(raster: Raster, thing: Thing) -> Floats:
    """For each cell, how much of a thing centered there lies on free cells."""
    free = raster.free.astype(np.float64)
    shares = [
        ndimage.uniform_filter(free, (int(box.height // CELL) | 1, int(box.width // CELL) | 1))
        for box in thing
    ]
    return np.asarray(np.minimum.reduce(shares))


def _place_coast(raster: Raster, shore: BaseGeometry, at: Point) -> tuple[CoastAnchors, Raster]:
    """Places for a fleet on a named coast: by the shore, as near to a point as they fit."""
    xs, ys = raster.axes()
    points = shapely.points(*np.meshgrid(xs, ys))
    wish = np.asarray(shapely.distance(points, shore), dtype=np.float64)
    wish = wish + 0.6 * raster.distance_from(*at)
    spots = []
    for box in (FLEET, FLEET, COAST_LABEL):
        room = raster.clearance(box)
        score = np.where(room >= LEAST, -wish, -1e9)
        if float(score.max()) <= -1e9:
            score = _share_inside(raster, (box,)) * 1000 - 0.05 * wish
        spot = raster.best(score)
        raster = raster.taken(box.grown(GAP), *spot)
        spots.append(spot)
    return CoastAnchors(*spots), raster


def _place_anyhow(
    province: ProvinceSource, raster: Raster, coasts: Mapping[str, CoastAnchors]
) -> Anchors:
    """Anchors in a province too small for its unit: pieces hang over its borders."""
    *_, lettering = code_letterings(province.code, province.kind)
    slot = unit_slot(province.kind)
    label = label_box(*lettering, at_sea=province.kind == "sea")
    things: dict[str, Thing] = {"label": (label,), "unit": slot}
    if province.center:
        things["center"] = (DISC,)
    things |= {"dislodged": slot, "marker": (MARKER,)}
    middle = raster.best(raster.room)
    spots: dict[str, Point] = {}
    for name, thing in things.items():
        spots[name], raster, _ = _place_near(raster, thing, spots.get("unit", middle))
    return _anchors(province, spots, lettering, coasts, fits=False)
