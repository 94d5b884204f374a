"""Which provinces touch, measured on a geometry, and how that differs from a board's rules.

    measure_contacts(geometry)     {"army": {("BOH", "VIE"): 812.0, ...},
                                    "fleet": {("ADR", "TRI"): 655.0, ...}}
    load_adjacency(board.toml)     {"army": {("BOH", "VIE"), ...}, "fleet": {...}}
    compare_adjacency(...)         every pair that is in only one of them

A pair is sorted, and its number is the length of the border that shows it, on a map of the usual
width. A named coast is a separate place ("SPA/NC"). Pairs that the rules want otherwise than the
map shows are overrides of the board's source, each with its reason; one that changes nothing is a
problem too. Needs no more than the program itself, so that the tests can ask it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence, Set
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, TypeVar

import tomli
from msgspec import Struct

from mapsvg.shapes import Arc, Geometry, Point, Ring, arc_number

Pair = tuple[str, str]
_T = TypeVar("_T")
CoastSeas = Mapping[str, Mapping[str, tuple[str, ...]]]
NOWHERE: CoastSeas = {}

# Borders are measured as on a map of this width; shorter ones cannot be seen at usual sizes.
USUAL_WIDTH = 20_000
VISIBLE = 90.0


Adjacency = Mapping[str, Set[Pair]]
"""For "army" and for "fleet" the pairs of places between which one may go."""
Contacts = Mapping[str, Mapping[Pair, float]]
"""The same of pairs that touch, with the length of the border that shows it."""


class Override(Struct, frozen=True):
    """A pair that touches (or does not) on the board, whatever the borders show."""

    pair: Pair
    unit: str
    touches: bool
    reason: str


def load_adjacency(path: Path) -> Adjacency:
    """The adjacency in the rules' board file."""
    return read_adjacency(tomli.loads(path.read_text(encoding="utf-8"))["provinces"])


def read_adjacency(provinces: Mapping[str, Any]) -> Adjacency:
    """The adjacency in the provinces of a parsed board.toml: army, fleet, coasts."""
    found: dict[str, set[Pair]] = {"army": set(), "fleet": set()}
    for code, table in provinces.items():
        found["army"] |= {_pair(code, other) for other in table.get("army", [])}
        places = {code: table.get("fleet", [])}
        for coast, row in table.get("coasts", {}).items():
            places[f"{code}/{coast}"] = row["fleet"]
        for place, others in places.items():
            found["fleet"] |= {_pair(place, other) for other in others}
    return found


def load_overrides(path: Path) -> tuple[Override, ...]:
    rows = tomli.loads(path.read_text(encoding="utf-8")).get("override", [])
    return tuple(
        Override(_pair(*row["pair"]), row["unit"], row["touches"], row["reason"]) for row in rows
    )


def load_coast_seas(path: Path) -> CoastSeas:
    """For each province with named coasts of a board source, the seas of each coast."""
    provinces = tomli.loads(path.read_text(encoding="utf-8"))["provinces"]
    return {
        code: {coast: tuple(row.get("seas", ())) for coast, row in table["coasts"].items()}
        for code, table in provinces.items()
        if "coasts" in table
    }


def measure_contacts(geometry: Geometry, coast_seas: CoastSeas = NOWHERE) -> Contacts:
    """Which provinces touch and how long their borders are; impassable land touches nothing.

    coast_seas: the seas of named coasts that share a stretch of shore.
    Two shores touch for a fleet where their border meets the sea; as long as the shorter of
    the land border and the two shores beside it.
    """
    army: dict[Pair, float] = defaultdict(float)
    fleet: dict[Pair, float] = defaultdict(float)
    scale = USUAL_WIDTH / geometry.width
    lengths = [arc_length(arc) * scale for arc in geometry.arcs]
    shores = _named_shores(geometry, coast_seas)
    at_point: dict[Point, list[int]] = defaultdict(list)
    closed = {""}  # beyond the frame
    for code, province in geometry.provinces.items():
        if province.kind == "impassable" or code.startswith("_"):
            closed.add(code)
    for number, arc in enumerate(geometry.arcs):
        if not closed.isdisjoint((arc.left, arc.right)):
            continue
        at_point[arc.points[0]].append(number)
        at_point[arc.points[-1]].append(number)
        if arc.kind == "land":
            army[_pair(arc.left, arc.right)] += lengths[number]
        else:
            one, two = (shores.get((side, number), side) for side in (arc.left, arc.right))
            fleet[_pair(one, two)] += lengths[number]
    for point in sorted(at_point):
        for land, first, second in _shore_meetings(geometry, at_point[point]):
            pair = _pair(_shore(geometry, shores, first), _shore(geometry, shores, second))
            seen = min(lengths[land], lengths[first], lengths[second])
            fleet[pair] = max(fleet[pair], seen)
    return {"army": dict(sorted(army.items())), "fleet": dict(sorted(fleet.items()))}


def compare_adjacency(
    contacts: Contacts, adjacency: Adjacency, overrides: Sequence[Override]
) -> list[str]:
    """Every difference between the map and the rules, and every override that is not needed."""
    problems = []
    for unit, measured in contacts.items():
        wanted, seen = adjacency[unit], set(measured)
        for override in overrides:
            if override.unit != unit:
                continue
            if override.touches == (override.pair in seen):
                pair = "-".join(override.pair)
                problems.append(f"{unit} {pair}: the override changes nothing")
            seen = seen | {override.pair} if override.touches else seen - {override.pair}
        problems += [
            f"{unit} {one}-{two}: adjacent, but they do not touch"
            for one, two in sorted(wanted - seen)
        ]
        for one, two in sorted(seen):
            size = measured.get((one, two), 0)
            if (one, two) not in wanted:
                problems.append(
                    f"{unit} {one}-{two}: they touch ({size:.0f}), but are not adjacent"
                )
            elif (one, two) in measured and size < VISIBLE:
                problems.append(f"{unit} {one}-{two}: the border is short ({size:.0f})")
    return problems


def walk(
    near: Mapping[_T, Sequence[_T]],
    ends: Container[_T],
    used: set[tuple[_T, _T]],
    start: _T,
    second: _T,
) -> list[_T]:
    """From a place along what has not been used until one of the ends, or all around."""
    path = [start, second]
    used |= {(start, second), (second, start)}
    while path[-1] != start and path[-1] not in ends:
        ahead = [place for place in near[path[-1]] if (path[-1], place) not in used]
        if not ahead:
            break
        used |= {(path[-1], ahead[0]), (ahead[0], path[-1])}
        path.append(ahead[0])
    return path


def arc_length(arc: Arc) -> float:
    return sum(math.dist(start, end) for start, end in pairwise(arc.points))


def assign_coasts(
    arcs: Sequence[Arc],
    rings: Sequence[Ring],
    points: Mapping[str, Point],
    seas: Mapping[str, tuple[str, ...]],
) -> dict[str, list[int]]:
    """The shore of each named coast as arc numbers: what faces its seas.

    Where it has no seas, the stretches of shore nearest to its point.
    """
    shores: dict[str, list[int]] = {coast: [] for coast in points}
    washed = {sea: coast for coast in points for sea in seas.get(coast, ())}
    for ring in rings:
        for stretch in shore_stretches(arcs, ring):
            if washed:
                for number in stretch:
                    sides = {arcs[number].left, arcs[number].right}
                    for sea in sorted(sides & set(washed)):
                        shores[washed[sea]].append(number)
                continue
            corners = [point for number in stretch for point in arcs[number].points]
            distances = {
                coast: min(math.dist(corner, point) for corner in corners)
                for coast, point in points.items()
            }
            nearest = min(sorted(distances), key=lambda coast: distances[coast])
            shores[nearest] += stretch
    return shores


def shore_stretches(arcs: Sequence[Arc], ring: Ring) -> list[list[int]]:
    """Unbroken stretches of shore along a ring, as plain arc numbers."""
    numbers = [arc_number(step) for step in ring]
    inland = [place for place, number in enumerate(numbers) if arcs[number].kind != "coast"]
    if not inland:
        return [numbers]
    turned = numbers[inland[0] :] + numbers[: inland[0]]
    stretches: list[list[int]] = [[]]
    for number in turned:
        if arcs[number].kind == "coast":
            stretches[-1].append(number)
        elif stretches[-1]:
            stretches.append([])
    return [stretch for stretch in stretches if stretch]


def _named_shores(geometry: Geometry, coast_seas: CoastSeas) -> dict[tuple[str, int], str]:
    """The place "SPA/NC" for (province, arc number) where a province has named coasts."""
    places = {}
    for code, province in geometry.provinces.items():
        if province.coasts:
            points = {coast: anchors.unit for coast, anchors in province.coasts.items()}
            seas = coast_seas.get(code, {})
            shores = assign_coasts(geometry.arcs, province.rings, points, seas)
            for coast, numbers in shores.items():
                places.update({(code, number): f"{code}/{coast}" for number in numbers})
    return places


def _shore(geometry: Geometry, shores: Mapping[tuple[str, int], str], number: int) -> str:
    """The land side of a coast arc, with its named coast."""
    arc = geometry.arcs[number]
    land = arc.right if geometry.provinces[arc.left].kind == "sea" else arc.left
    return shores.get((land, number), land)


def _shore_meetings(geometry: Geometry, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    """At a point: (land border, shore, shore) of two provinces on the same sea."""
    land = [number for number in numbers if geometry.arcs[number].kind == "land"]
    coast = [number for number in numbers if geometry.arcs[number].kind == "coast"]
    meetings = []
    for border in land:
        both = {geometry.arcs[border].left, geometry.arcs[border].right}
        for one, two in combinations(coast, 2):
            sides_one = {geometry.arcs[one].left, geometry.arcs[one].right}
            sides_two = {geometry.arcs[two].left, geometry.arcs[two].right}
            if sides_one & sides_two - both and (sides_one | sides_two) >= both:
                meetings.append((border, one, two))
    return meetings


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)
