"""Packs the things of a small province: each anywhere in it, off the others, close together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mapsvg.cartography.projection import Floats
from mapsvg.cartography.raster import Raster
from mapsvg.cartography.slots import GAP, Thing
from mapsvg.geometry import Point

# How many places are tried for each of the two units.
_TRIES = 60
# Room to the border that a thing should have if it can, map units.
_ROOMY = 70.0


def pack(raster: Raster, things: Mapping[str, Thing], least: float) -> dict[str, Point] | None:
    """A place for each thing, or None if they do not fit together.

    things: "unit" and "dislodged" first, then what follows them, in order of importance. least:
    room to the border, map units. The best packing has everything near the unit.
    """
    spots = {name: _candidates(raster, thing, least) for name, thing in things.items()}
    rest = [name for name in things if name not in ("unit", "dislodged")]
    best: tuple[float, dict[str, Point]] | None = None
    for unit in _sample(spots["unit"]):
        around = _apart(spots["dislodged"], things["dislodged"], [(things["unit"], unit)])
        for dislodged in _sample(around):
            taken = [(things["unit"], unit), (things["dislodged"], dislodged)]
            found = {"unit": unit, "dislodged": dislodged}
            cost = 0.5 * float(np.hypot(*(dislodged - unit)[:2])) + 2 * float(unit[2])
            cost += float(dislodged[2])
            for name in rest:
                free = _apart(spots[name], things[name], taken)
                if not len(free):
                    break
                costs = np.hypot(free[:, 0] - unit[0], free[:, 1] - unit[1]) + free[:, 2]
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
