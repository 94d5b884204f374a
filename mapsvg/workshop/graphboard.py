"""The geometry of a board without a drawing: a disc for each province, a line for each border.

The layout is the same every time. Provinces pull and push each other until they are about as far
apart as there are steps between them (stochastic gradient descent on stress: Zheng, Pawar and
Goodman, 2018); then what overlaps, or lies on a line between others, is pushed off.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from mapsvg.lettering import text_width
from mapsvg.scene import province_of
from mapsvg.shapes import Arc, CoastAnchors, Crossing, Geometry, Label, Line, Point, Province
from mapsvg.workshop.cartography.topology import read_adjacency

_RADIUS: Final = 620
_APART: Final = 1900  # between the middles of two discs that touch by a line
_LETTERS: Final = (150, 130, 115, 100, 85)
_ROUNDS = 24
_PUSHES = 4_000_000  # looks at a disc and a line, in all
_CORNERS = 48

Pair = tuple[str, str]
Spots = dict[str, list[float]]


def draw_graph(data: Mapping[str, Any]) -> Geometry:
    """The geometry of a parsed board.toml, from nothing but its borders."""
    board = data["provinces"]
    ways = _ways(board)
    spots = _spread_out(
        sorted(board), sorted({(province_of(one), province_of(two)) for one, two in ways})
    )
    left, top = (min(spot[axis] for spot in spots.values()) for axis in (0, 1))
    edge = 2 * _RADIUS
    places = {
        code: (round(x - left) + edge, round(y - top) + edge) for code, (x, y) in spots.items()
    }
    for code, row in board.items():
        for coast, table in row.get("coasts", {}).items():
            near = [places[province_of(to)] for to in table["fleet"] if province_of(to) in places]
            x, y = (sum(part) / len(near) for part in zip(*near, strict=True)) if near else (0, 0)
            places[f"{code}/{coast}"] = _toward(places[code], (x, y), _RADIUS)
    arcs = []
    for code in sorted(board):
        kind = {"sea": "sea", "impassable": "frame"}.get(str(board[code]["kind"]), "coast")
        arcs.append(Arc(code, "", kind, _disc(places[code], code)))  # type: ignore[arg-type]
    return Geometry(
        board=str(data["board"]["name"]),
        title=str(data["board"]["title"]),
        width=max(x for x, _ in places.values()) + edge,
        height=max(y for _, y in places.values()) + edge,
        sources=("drawn from its borders",),
        arcs=tuple(arcs),
        provinces={
            code: _province(code, board[code], number, places)
            for number, code in enumerate(sorted(board))
        },
        crossings=tuple(_crossing(pair, places) for pair in sorted(ways)),
    )


def _ways(board: Mapping[str, Any]) -> set[Pair]:
    """Pairs of places that have a border: of coasts only where the provinces have no other."""
    found = read_adjacency(board)
    pairs = found["army"] | found["fleet"]
    ways = {pair for pair in pairs if {*map(province_of, pair)} <= set(board)}
    whole = {pair for pair in ways if not any("/" in place for place in pair)}
    return whole | {
        (one, two) for one, two in ways if (province_of(one), province_of(two)) not in whole
    }


def _spread_out(codes: Sequence[str], pairs: Sequence[Pair]) -> Spots:
    """Where each province has its middle, in map units."""
    chance = random.Random(len(codes))
    steps = _steps(codes, pairs)
    spots = {code: [chance.random(), chance.random()] for code in codes}
    terms = [(spots[one], spots[two], float(far)) for (one, two), far in steps.items()]
    longest = max(steps.values(), default=1)
    for number in range(_ROUNDS):
        pace = longest**2 * (0.05 / longest**2) ** (number / (_ROUNDS - 1))
        chance.shuffle(terms)
        for one, two, wanted in terms:
            dx, dy = two[0] - one[0], two[1] - one[1]
            far = math.hypot(dx, dy) or 1e-9
            share = min(1.0, pace / wanted**2) * (far - wanted) / far / 2
            one[0] += share * dx
            one[1] += share * dy
            two[0] -= share * dx
            two[1] -= share * dy
    for spot in spots.values():
        spot[:] = spot[0] * _APART, spot[1] * _APART
    _push_apart(spots, pairs)
    return spots


def _steps(codes: Sequence[str], pairs: Iterable[Pair]) -> dict[Pair, int]:
    """How many steps there are between every two provinces; where no way leads, one more than the
    longest way."""
    near: dict[str, list[str]] = {code: [] for code in codes}
    for one, two in pairs:
        near[one].append(two)
        near[two].append(one)
    found: dict[Pair, int] = {}
    for code in codes:
        far = {code: 0}
        line = [code]
        for place in line:
            for other in near[place]:
                if other not in far:
                    far[other] = far[place] + 1
                    line.append(other)
        found |= {(code, other): number for other, number in far.items() if code < other}
    lost = max(found.values(), default=1) + 1
    return {pair: found.get(pair, lost) for pair in combinations(codes, 2)}


def _push_apart(spots: Spots, pairs: Sequence[Pair]) -> None:
    """Push discs off each other and off the lines between others."""
    lines = [(one, two, spots[one], spots[two]) for one, two in pairs if one != two]
    rounds = max(12, min(240, _PUSHES // (len(spots) * (len(lines) + len(spots)) + 1)))
    free = _RADIUS + 130
    for _ in range(rounds):
        for one, two in combinations(spots.values(), 2):
            _part(one, two, (two[0] - one[0], two[1] - one[1]), 2 * _RADIUS + 330)
        for code, spot in spots.items():
            x, y = spot
            for one_code, two_code, one, two in lines:
                if (
                    not min(one[0], two[0]) - free < x < max(one[0], two[0]) + free
                    or not min(one[1], two[1]) - free < y < max(one[1], two[1]) + free
                    or code in (one_code, two_code)
                ):
                    continue
                dx, dy = two[0] - one[0], two[1] - one[1]
                along = ((x - one[0]) * dx + (y - one[1]) * dy) / (dx * dx + dy * dy or 1)
                if 0 < along < 1:
                    off = (x - one[0] - along * dx, y - one[1] - along * dy)
                    _part([0, 0], spot, off, free)
                    x, y = spot


def _part(one: list[float], two: list[float], way: tuple[float, float], wanted: float) -> None:
    """Push two spots apart if the way between them is too short."""
    far = math.hypot(*way)
    if far < wanted:
        dx, dy = way if far > 1 else (1.0, 0.5)
        share = 0.3 * (wanted - far) / (far if far > 1 else 1.2)
        one[0] -= share * dx
        one[1] -= share * dy
        two[0] += share * dx
        two[1] += share * dy


def _toward(start: Point, to: tuple[float, float], far: float) -> Point:
    """The point so far from the start on the way."""
    whole = math.dist(start, to) or 1
    return (
        round(start[0] + far * (to[0] - start[0]) / whole),
        round(start[1] + far * (to[1] - start[1]) / whole),
    )


def _disc(middle: Point, code: str) -> Line:
    """A round shore, not quite a circle."""
    chance = random.Random(code)
    waves = [(number, chance.uniform(0, math.tau), chance.uniform(4, 14)) for number in (2, 3, 5)]
    points = []
    for corner in range(_CORNERS):
        turn = math.tau * corner / _CORNERS
        far = _RADIUS + sum(size * math.sin(wave * turn + start) for wave, start, size in waves)
        points.append(
            (round(middle[0] + far * math.cos(turn)), round(middle[1] + far * math.sin(turn)))
        )
    return (*points, points[0])


def _crossing(pair: Pair, places: Mapping[str, Point]) -> Crossing:
    """The line of a border, from rim to rim; that of a coast begins at its fleet."""
    one, two = pair
    start = _toward(places[one], places[two], 200 if "/" in one else _RADIUS)
    end = _toward(places[two], places[one], 200 if "/" in two else _RADIUS)
    return Crossing((province_of(one), province_of(two)), (start, end))


def _province(code: str, row: Mapping[str, Any], arc: int, places: Mapping[str, Point]) -> Province:
    x, y = places[code]
    name = str(row["name"])
    words = name.split()
    ways = [(name,)] + [
        (" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))
    ]
    size, lines = next(
        (
            (size, lines)
            for size in _LETTERS
            for lines in ways
            if max(text_width(line, "EBGaramond-Bold", size) for line in lines) < 830 + size
        ),
        (_LETTERS[-1], min(ways, key=lambda way: max(map(len, way)))),
    )
    coasts = {}
    for place, (u, v) in places.items():
        if place.startswith(f"{code}/"):
            aside = _toward((x, y), (u - (v - y), v + (u - x)), _RADIUS)
            label = _toward((x, y), (u, v), _RADIUS + 230)
            coasts[place.partition("/")[2]] = CoastAnchors((u, v), aside, label)
    return Province(
        code,
        name,
        row["kind"],
        ((arc,),),
        Label(x, y - 300, size, lines),
        unit=(x, y),
        center=(x - 300, y) if row.get("center") else None,
        dislodged=(x, y + 310),
        marker=(x + 300, y),
        second_marker=(x + 300, y + 170),
        coasts=coasts,
    )
