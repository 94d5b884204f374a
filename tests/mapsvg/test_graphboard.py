"""A board without a drawing is drawn from its borders: a disc for each province, a line for each
border, all of it apart."""

from __future__ import annotations

import math
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

import generator
from mapsvg.geometry import format_geometry, parse_geometry
from mapsvg.shapes import Geometry
from mapsvg.workshop.drawing import draw_board
from tests.mapsvg.boxes import inside, overlaps_on

STANDARD = Path(generator.__file__).parent / "rulesets" / "standard" / "board.toml"


@pytest.fixture(scope="module")
def board() -> dict[str, Any]:
    return tomllib.loads(STANDARD.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def drawn(board: dict[str, Any]) -> Geometry:
    return draw_board(board)


def test_graph_is_a_whole_geometry_and_the_same_every_time(
    board: dict[str, Any], drawn: Geometry
) -> None:
    text = format_geometry(drawn)
    assert asdict(parse_geometry(text)) == asdict(drawn)
    assert format_geometry(draw_board(board)) == text
    assert len(text) < 100_000


def test_graph_has_every_border_once(board: dict[str, Any], drawn: Geometry) -> None:
    wanted = set()
    for code, row in board["provinces"].items():
        near = [*row.get("army", ()), *row.get("fleet", ())]
        near += [to for coast in row.get("coasts", {}).values() for to in coast["fleet"]]
        wanted |= {tuple(sorted((code, to.partition("/")[0]))) for to in near}
    assert {tuple(sorted(one.between)) for one in drawn.crossings} == wanted


def test_discs_do_not_touch(drawn: Geometry) -> None:
    for one, two in combinations(drawn.provinces.values(), 2):
        assert math.dist(one.unit, two.unit) > 1300, (one.code, two.code)
    for code, one in drawn.provinces.items():
        assert inside(drawn, code, one.unit)


def test_nothing_overlaps_in_a_graph(drawn: Geometry) -> None:
    assert overlaps_on(drawn, "A") == overlaps_on(drawn, "F", coasts=False) == []


def test_a_lattice_with_a_province_to_which_nothing_leads() -> None:
    codes = [f"P{number}" for number in range(40)]
    provinces: dict[str, Any] = {
        code: {"name": code, "kind": "inland", "army": []} for code in [*codes, "FAR"]
    }
    for number, code in enumerate(codes):
        for step in (1, 8):
            if number + step < 40 and (step == 8 or number % 8 < 7):
                provinces[code]["army"].append(codes[number + step])
                provinces[codes[number + step]]["army"].append(code)
    made = draw_board({"board": {"name": "x", "title": "X"}, "provinces": provinces})
    assert len(made.provinces) == 41
