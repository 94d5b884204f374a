"""Packs the things of a small province: each anywhere in it, off the others, close together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mapsvg.cartography.projection import Floats
from mapsvg.cartography.raster import Raster
from mapsvg.cartography.slots import GAP, Thing
from mapsvg.geometry import Point

# How many places are tried for each of the first two things.
_TRIES = 60
# Room to the border that a thing should have if it can, map units.
_ROOMY = 70.0


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
    room = raster.clearance_of(thing)
    rows, columns = np.nonzero(room >= least)
    lacking = np.maximum(_ROOMY - room[rows, columns], 0)
    return np.column_stack([xs[columns], ys[rows], lacking])


def _sample(points: Floats) -> Floats:
    """Some of the points, evenly taken."""
    return points[:: max(1, -(-len(points) // _TRIES))]


def _apart(points: Floats, thing: Thing, taken: Sequence[tuple[Thing, Floats]]) -> Floats:
    """Those of the points where a thing is off everything that is taken."""
    free = np.full(len(points), True)
    for other, at in taken:
        away = np.abs(points - at)[:, :2]
        for one in thing:
            for two in other:
                wide, high = (one.width + two.width) / 2, (one.height + two.height) / 2
                free &= (away[:, 0] >= wide + GAP) | (away[:, 1] >= high + GAP)
    return points[free]


def _point(spot: Floats) -> Point:
    return round(float(spot[0])), round(float(spot[1]))
