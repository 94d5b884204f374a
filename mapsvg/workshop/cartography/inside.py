"""Finds places for a province's label and pieces inside it: apart, and close together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from mapsvg.shapes import CoastAnchors, Point, ProvinceKind
from mapsvg.workshop.cartography.projection import Floats
from mapsvg.workshop.cartography.raster import Raster
from mapsvg.workshop.cartography.slots import (
    GAP,
    Kit,
    Lettering,
    Spot,
    Thing,
    arrangements,
    aside_slot,
    label_box,
    unit_slot,
)

# Room around a group beyond which more room does not look better.
ENOUGH = 150.0
# Least room around a box: a border line and its shade.
LEAST = 24.0
_PIECES: tuple[str, ...] = ("unit", "dislodged")
# How many places of a group are tried for one that leaves room for the rest.
_TRIES = 40

# How many places are tried for each of the first two things.
_PACK_TRIES = 60
# Room to the border that a thing should have if it can, map units.
_ROOMY = 70.0


class Room(Struct, frozen=True):
    """The things that a province has to place, and its free cells for them."""

    kit: Kit
    kind: ProvinceKind
    center: bool
    coasts: bool
    raster: Raster

    @property
    def slot(self) -> Thing:
        return unit_slot(self.kit, self.kind, self.coasts)

    @property
    def aside(self) -> Thing:
        """The room that a unit needs here after losing its place."""
        return aside_slot(self.kit, self.kind, self.coasts)

    def things(self) -> dict[str, Thing]:
        """All things but the label, in order of importance."""
        things: dict[str, Thing] = {"unit": self.slot, "dislodged": self.aside}
        if self.center:
            things["center"] = (self.kit.center,)
        return things | {"marker": (self.kit.marker,), "second_marker": (self.kit.marker,)}


def place_label(room: Room, lettering: Lettering) -> Point | None:
    """The best place for nothing but the label; None if it does not fit."""
    label = label_box(*lettering, at_sea=room.kind == "sea")
    clear = room.raster.clearance((label,))
    if float(clear.max()) < LEAST:
        return None
    return room.raster.best(_score(clear, room.raster))


def place_group(room: Room, lettering: Lettering) -> dict[str, Point] | None:
    """A tidy group with this lettering that leaves room for the other things; None if none."""
    kit = room.kit
    for spots in _groups(room, lettering):
        label = label_box(*lettering, at_sea=room.kind == "sea")
        taken = room.raster.taken((label,), GAP + 0.08 * lettering[1], *spots["label"])
        taken = taken.taken(room.slot, GAP, *spots["unit"])
        if "center" in spots:
            taken = taken.taken((kit.center,), GAP, *spots["center"])
        for name, thing, beside in (
            ("dislodged", room.aside, "unit"),
            ("marker", (kit.marker,), "label"),
            ("second_marker", (kit.marker,), "marker"),
        ):
            point = _place_near(taken, thing, spots[beside])
            if point is None:
                break
            spots[name] = point
            taken = taken.taken(thing, GAP, *point)
        else:
            return spots
    return None


def pack_closely(
    room: Room, lettering: Lettering, without: Collection[str] = ()
) -> dict[str, Point] | None:
    """Everything close to the unit, in no order; None if it does not fit.

    without: what is left out.
    """
    things = {name: thing for name, thing in room.things().items() if name not in without}
    label = label_box(*lettering, at_sea=room.kind == "sea")
    # Large things first: small ones find a place between them.
    first: dict[str, Thing] = {name: things.pop(name) for name in _PIECES if name in things}
    things = first | {"label": (label.grown(0.08 * lettering[1]),)} | things
    return pack(room.raster, things, LEAST)


def _groups(room: Room, lettering: Lettering) -> Iterator[dict[str, Point]]:
    """Where label, unit and disc may lie as a group, the best first."""
    raster = room.raster
    label = label_box(*lettering, at_sea=room.kind == "sea")
    found: list[tuple[float, int, int, int, dict[str, Spot]]] = []
    xs, ys = raster.axes()
    groups = arrangements(room.kit, label, lettering[1], room.slot, room.center)
    for rank, group in enumerate(groups):
        clear = np.minimum.reduce(
            [
                raster.shifted(raster.clearance(spot.thing), spot.dx, spot.dy)
                for spot in group.values()
            ]
        )
        score = _score(clear, raster) - 6 * rank
        rows, columns = np.nonzero(np.isfinite(score))
        order = np.argsort(-score[rows, columns], kind="stable")
        for index in order[:: max(1, len(order) // _TRIES)]:
            row, column = int(rows[index]), int(columns[index])
            found.append((-float(score[row, column]), rank, row, column, group))
    found.sort(key=lambda group: group[:4])
    for _, _, row, column, group in found:
        x, y = round(float(xs[column])), round(float(ys[row]))
        yield {name: (round(x + spot.dx), round(y + spot.dy)) for name, spot in group.items()}


def _score(clear: Floats, raster: Raster) -> Floats:
    """How good each cell is for a group with this room: roomy, and near the province's heart."""
    weight = raster.room**3
    xs, ys = raster.axes()
    total = float(weight.sum())
    x = float((weight * xs[None, :]).sum()) / total
    y = float((weight * ys[:, None]).sum()) / total
    roomy = np.minimum(clear, ENOUGH) - 0.06 * raster.distance_from(x, y)
    return np.where(clear >= LEAST, roomy, -np.inf)


def _place_near(raster: Raster, thing: Thing, near: Point) -> Point | None:
    """A free place for a thing close to a point, or None."""
    clear = raster.clearance(thing)
    if float(clear.max()) < LEAST:
        return None
    score = np.minimum(clear, 60) - 0.25 * raster.distance_from(*near)
    return raster.best(np.where(clear >= LEAST, score, -1e9))


def place_coast(
    raster: Raster, kit: Kit, shore: BaseGeometry, at: Point
) -> tuple[CoastAnchors, Raster] | None:
    """Places for a fleet on a named coast: by the shore, as near to a point as they fit."""
    xs, ys = raster.axes()
    points = shapely.points(*np.meshgrid(xs, ys))
    wish = np.asarray(shapely.distance(points, shore), dtype=np.float64)
    wish = wish + 0.6 * raster.distance_from(*at)
    spots: list[Point] = []
    for box in (kit.fleet, kit.aside_fleet, kit.coast_label):
        clear = raster.clearance((box,))
        if float(clear.max()) < LEAST:
            return None
        spot = raster.best(np.where(clear >= LEAST, -wish, -1e9))
        raster = raster.taken((box,), GAP, *spot)
        # A dislodged fleet keeps to the shore too, the label stays with the fleet.
        wish = wish + (0.6 if not spots else 3.0) * raster.distance_from(*(spots or [spot])[0])
        spots.append(spot)
    return CoastAnchors(*spots), raster


def pack(raster: Raster, things: Mapping[str, Thing], least: float) -> dict[str, Point] | None:
    """A place for each thing, or None if they do not fit together.

    things: in order of importance, the first two are tried in many places. least: room to the
    border, map units. The best packing has everything near the first thing.
    """
    if not things:
        return {}
    spots = {name: _candidates(raster, thing, least) for name, thing in things.items()}
    if not all(len(found) for found in spots.values()):
        return None
    first, *others = things
    best: tuple[float, dict[str, Point]] | None = None
    for start in _sample(spots[first]):
        pairs = [start]
        if others:
            pairs = list(
                _sample(_apart(spots[others[0]], things[others[0]], [(things[first], start)]))
            )
        for second in pairs:
            taken = [(things[first], start)]
            found = {first: start}
            cost = 2 * float(start[2])
            if others:
                taken.append((things[others[0]], second))
                found[others[0]] = second
                cost += 0.5 * float(np.hypot(*(second - start)[:2])) + float(second[2])
            for name in others[1:]:
                free = _apart(spots[name], things[name], taken)
                if not len(free):
                    break
                costs = np.hypot(free[:, 0] - start[0], free[:, 1] - start[1]) + free[:, 2]
                index = int(np.argmin(costs))
                cost += float(costs[index])
                found[name] = free[index]
                taken.append((things[name], free[index]))
            else:
                if best is None or cost < best[0]:
                    best = cost, {name: _point(spot) for name, spot in found.items()}
    return best[1] if best else None


def _candidates(raster: Raster, thing: Thing, least: float) -> Floats:
    """The points where a thing fits, one a row, and how much room it lacks there."""
    xs, ys = raster.axes()
    room = raster.clearance(thing)
    rows, columns = np.nonzero(room >= least)
    lacking = np.maximum(_ROOMY - room[rows, columns], 0)
    return np.column_stack([xs[columns], ys[rows], lacking])


def _sample(points: Floats) -> Floats:
    """Some of the points, evenly taken."""
    return points[:: max(1, -(-len(points) // _PACK_TRIES))]


def _apart(points: Floats, thing: Thing, taken: Sequence[tuple[Thing, Floats]]) -> Floats:
    """Those of the points where a thing is off everything that is taken."""
    free = np.full(len(points), True)
    for other, at in taken:
        away = np.abs(points - at)[:, :2]
        for box in thing:
            for taken_box in other:
                wide = (box.width + taken_box.width) / 2
                high = (box.height + taken_box.height) / 2
                free &= (away[:, 0] >= wide + GAP) | (away[:, 1] >= high + GAP)
    return points[free]


def _point(spot: Floats) -> Point:
    return round(float(spot[0])), round(float(spot[1]))
