"""Where units can go: neighbors, crossings by convoy, and how far everything lies apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from generator.engine.board import Board, province_of
from generator.engine.movement import Stand
from generator.engine.units import Unit

# Distances count half steps: a march or a sail is two, and an army's way over a sea is five, for
# the fleet must be there first.
STEP = 2
CROSSING = 5


class Crossing(NamedTuple):
    """A convoy that could be ordered: the army, where it lands, and the fleets in their order."""

    army: int
    to: str
    fleets: tuple[int, ...]


def neighbors(board: Board, unit: Unit) -> tuple[str, ...]:
    """The places that a unit may enter on its own."""
    if unit.kind == "A":
        return board.army_from(unit.province)
    return board.fleet_from(unit.at)


@cache
def steps(board: Board, kind: str, place: str) -> tuple[tuple[str, str], ...]:
    """The places that a unit of this kind at `place` may enter on its own, with their provinces."""
    near = board.army_from(province_of(place)) if kind == "A" else board.fleet_from(place)
    return tuple((to, province_of(to)) for to in near)


def reach_mask(board: Board, kind: str, place: int) -> int:
    """The provinces that a unit of this kind at `place` may enter on its own, as a bit set."""
    if kind == "A":
        return board.army_mask[board.province_number[place]]
    return board.fleet_mask[place]


@cache
def half_steps(board: Board, kind: str, goal: int) -> tuple[int, ...]:
    """For every place the half steps from it to province `goal`; 99 where there is no way.

    Ways are symmetric on every board, so this counts from the goal outward.
    """
    far = [99] * len(board.places)
    starts = [place for place in range(len(board.places)) if board.province_number[place] == goal]
    queue = [(0, place) for place in starts]
    for place in starts:
        far[place] = 0
    while queue:
        steps, place = heappop(queue)
        if steps > far[place]:
            continue
        for cost, other in _ways(board, kind, place):
            if steps + cost < far[other]:
                far[other] = steps + cost
                heappush(queue, (steps + cost, other))
    return tuple(far)


def _ways(board: Board, kind: str, place: int) -> list[tuple[int, int]]:
    if kind == "F":
        return [(STEP, other) for other in sorted(board.fleet_places[place])]
    codes = board.codes
    province = board.province_number[place]
    ways = [(STEP, board.number[to]) for to in board.army_from(codes[province])]
    seas = board.touching_seas[province]
    if seas and board.coastal >> province & 1:
        ways += [
            (CROSSING, other)
            for other in range(len(codes))
            if board.coastal >> other & 1 and board.touching_seas[other] & seas
        ]
    return ways


def crossings(board: Board, stands: Sequence[Stand], power: str) -> tuple[Crossing, ...]:
    """Every convoy that the power can carry out with its own units, the shortest for each army and
    landing."""
    at_sea = {
        board.province_number[board.number[unit.at]]: index
        for index, (owner, unit) in enumerate(stands)
        if owner == power and unit.kind == "F" and board.provinces[unit.province].kind == "sea"
    }
    found: list[Crossing] = []
    for index, (owner, unit) in enumerate(stands):
        start = board.number[unit.province]
        if owner != power or unit.kind != "A" or not board.coastal >> start & 1:
            continue
        landed: set[int] = {start}
        paths: list[tuple[int, ...]] = [
            (sea,) for sea in sorted(at_sea) if board.touching_seas[start] >> sea & 1
        ]
        seen = {path[0] for path in paths}
        while paths:
            onward: list[tuple[int, ...]] = []
            for path in paths:
                for to in range(len(board.codes)):
                    lands = board.coastal >> to & 1 and board.touching_seas[to] >> path[-1] & 1
                    if lands and to not in landed:
                        landed.add(to)
                        fleets = tuple(at_sea[sea] for sea in path)
                        found.append(Crossing(index, board.codes[to], fleets))
                for sea in sorted(at_sea):
                    if sea not in seen and board.fleet_mask[path[-1]] >> sea & 1:
                        seen.add(sea)
                        onward.append((*path, sea))
            paths = onward
    return tuple(found)
