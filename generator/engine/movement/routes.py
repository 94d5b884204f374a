"""Convoy routes over sets of seas. A set of provinces is an int with bit n for province n."""

from __future__ import annotations

from generator.engine.board import Board


def bits(mask: int) -> list[int]:
    """The numbers in a set, ascending."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


def is_carried(board: Board, seas: int, start: int, end: int) -> bool:
    """Whether fleets in all of `seas` make a chain from province `start` to province `end`."""
    goal = board.touching_seas[end] & seas
    reached = board.touching_seas[start] & seas
    if not goal or not reached:
        return False
    fleet_mask = board.fleet_mask
    fresh = reached
    while not reached & goal:
        spread = 0
        while fresh:
            low = fresh & -fresh
            spread |= fleet_mask[low.bit_length() - 1]
            fresh ^= low
        fresh = spread & seas & ~reached
        if not fresh:
            return False
        reached |= fresh
    return True


def route_needs(board: Board, seas: int, start: int, end: int, sea: int) -> bool:
    """Whether `sea` lies on a route through `seas` that has no shortcut past it.

    Such a route is a path without chords; a fleet on none is not needed (DATC 6.G.19).
    """
    first = board.touching_seas[start] & seas
    last = board.touching_seas[end] & seas
    wanted = 1 << sea
    if first & last & wanted:
        return True
    fleet_mask = board.fleet_mask

    def walk(at: int, path: int, closed: int) -> bool:
        """`closed`: seas that would make a chord with what lies behind `at`."""
        here = 1 << at
        if last & here:
            return bool(path & wanted)
        onward = fleet_mask[at] & seas & ~closed & ~path
        return any(walk(n, path | 1 << n, closed | fleet_mask[at]) for n in bits(onward))

    return any(walk(n, 1 << n, first) for n in bits(first))


def shortest_route(board: Board, seas: int, start: int, end: int) -> tuple[int, ...]:
    """The shortest chain through `seas`, the lowest codes first among equals; () if none."""
    goal = board.touching_seas[end] & seas
    paths: dict[int, tuple[int, ...]] = {
        sea: (sea,) for sea in bits(board.touching_seas[start] & seas)
    }
    seen = board.touching_seas[start] & seas
    while paths:
        for sea, path in paths.items():
            if goal & 1 << sea:
                return path
        onward: dict[int, tuple[int, ...]] = {}
        for sea, path in paths.items():
            for step in bits(board.fleet_mask[sea] & seas & ~seen):
                onward.setdefault(step, (*path, step))
        for step in onward:
            seen |= 1 << step
        paths = dict(sorted(onward.items()))
    return ()
