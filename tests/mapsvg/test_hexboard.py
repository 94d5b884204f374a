"""Boards of hexes: how many, who touches whom, what lies beyond; captions and counters."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations

import pytest

from mapsvg import Scene, Stack, load_geometry
from mapsvg.geometry import BOARDS, GeometryError, format_geometry
from mapsvg.shapes import Geometry
from mapsvg.workshop.hexboard import DIRECTIONS, HEXBOARDS, draw_hexes
from tests.mapsvg.scenes import draw_svg

# Players: hexes, adjacent pairs, triples that touch at a corner.
COUNTS = {5: (45, 111, 67), 6: (54, 136, 83), 7: (63, 161, 99), 8: (72, 186, 115)}
EDGES = {
    5: {
        "N": "A1 A2 A3 A4 A5 A6",
        "NE": "A6 B7 C8 D9",
        "SE": "D9 E8 F7",
        "S": "F1 F2 F3 F4 F5 F6 F7",
        "SW": "D1 E1 F1",
        "NW": "A1 B1 C1 D1",
    },
    8: {
        "N": "A1 A2 A3 A4 A5 A6",
        "NE": "A6 B7 C8 D9 E9 F9 G9",
        "SE": "G9 H8 I7",
        "S": "I1 I2 I3 I4 I5 I6 I7",
        "SW": "D1 E1 F1 G1 H1 I1",
        "NW": "A1 B1 C1 D1",
    },
}


def pairs_of(geometry: Geometry) -> set[frozenset[str]]:
    """The hexes that share a side."""
    arcs = [{arc.left, arc.right} - set(DIRECTIONS) - {""} for arc in geometry.arcs]
    return {frozenset(one) for one in arcs if len(one) == 2}


@pytest.mark.parametrize("players", COUNTS)
def test_board_has_the_hexes_of_the_rulebook(players: int) -> None:
    geometry = load_geometry(f"westphalia-{players}")
    hexes = [code for code in geometry.provinces if code not in DIRECTIONS]
    pairs = pairs_of(geometry)
    near: dict[str, set[str]] = {code: set() for code in hexes}
    for one, other in map(sorted, pairs):
        near[one].add(other)
        near[other].add(one)
    triples = {
        frozenset((code, *two))
        for code in hexes
        for two in combinations(sorted(near[code]), 2)
        if frozenset(two) in pairs
    }
    assert (len(hexes), len(pairs), len(triples)) == COUNTS[players]


@pytest.mark.parametrize("players", EDGES)
def test_beyond_each_side_lie_the_hexes_of_that_edge(players: int) -> None:
    geometry = load_geometry(f"westphalia-{players}")
    for direction, hexes in EDGES[players].items():
        touching = {
            ({arc.left, arc.right} - {direction}).pop()
            for arc in geometry.arcs
            if direction in (arc.left, arc.right)
        }
        assert touching - set(DIRECTIONS) - {""} == set(hexes.split())


def test_geometry_of_every_board_is_what_its_rows_give() -> None:
    boards = tomllib.loads(HEXBOARDS.read_text(encoding="utf-8"))
    assert set(boards) == {f"westphalia-{players}" for players in range(3, 9)}
    for board, facts in boards.items():
        text = (BOARDS / f"{board}.json").read_text(encoding="utf-8")
        assert text == format_geometry(draw_hexes(board, facts["title"], facts["rows"]))


def test_rows_with_a_gap_are_refused() -> None:
    with pytest.raises(GeometryError, match=r"gap at column \d, row \d"):
        draw_hexes("gap", "Gap", [[2, 3], [1, 2], [0, 5], [0, 4], [0, 3]])


def test_captions_and_counters_are_drawn_where_they_belong() -> None:
    counts = (("green", 3), ("red", 12))
    scene = Scene("westphalia-6", captions={"D2": "Col"}, stacks=(Stack("D2", counts),))
    svg = draw_svg(scene)
    middle = load_geometry("westphalia-6").provinces["D2"].unit[0]
    assert re.search(rf'<text [^>]*x="{middle}"[^>]*>Col</text>', svg)
    stack = svg[svg.index('id="s-D2"') :]
    assert re.findall(r">(\d+)</text>", stack)[:2] == ["3", "12"]
    assert "<title>green 3, red 12</title>" in stack


def test_legend_says_what_a_sign_is_here() -> None:
    centers = {"A1": None, "B1": None}
    kinds = {"A1": "double", "B1": "star"}
    scene = Scene(
        "westphalia-6", centers=centers, center_styles=kinds, words={"double": "Elector's capital"}
    )
    svg = draw_svg(scene)
    assert ">Elector's capital</text>" in svg
    assert ">center, 3</text>" in svg
    assert "center with a bonus" not in svg
