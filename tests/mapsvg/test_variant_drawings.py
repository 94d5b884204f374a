"""The maps of our own variants: their drawings agree with their boards and become good geometry."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from mapsvg.geometry import format_geometry, parse_geometry
from mapsvg.shapes import Geometry
from mapsvg.workshop.drawing import compare_borders, draw_board, read_drawing
from tests.mapsvg.boxes import inside, overlaps_on
from tests.mapsvg.test_boards import (
    test_every_arc_is_used_once_on_each_side as sides_are_used_once,
)
from tests.mapsvg.test_boards import (
    test_the_kind_of_an_arc_follows_from_its_sides as kinds_follow,
)
from tests.mapsvg.test_boards import (
    test_the_provinces_cover_the_picture_without_gap_or_overlap as covers_the_map,
)

VARIANTS = Path(__file__).parents[2] / "variants"
NAMES = sorted(file.parent.name for file in VARIANTS.glob("*/map.svg"))


@lru_cache(maxsize=8)
def board_of(name: str) -> dict[str, Any]:
    """The board with the home centers of its powers, under its name."""
    files = ("board.toml", "ruleset.toml")
    board, rules = (tomllib.loads((VARIANTS / name / one).read_text("utf-8")) for one in files)
    for power in rules["powers"].values():
        for code in power["homes"]:
            board["provinces"][code]["center"] = True
    return {"board": {"name": name, "title": rules["title"]}, **board}


@lru_cache(maxsize=8)
def drawn(name: str) -> Geometry:
    svg = (VARIANTS / name / "map.svg").read_text(encoding="utf-8")
    return draw_board(board_of(name), svg)


@pytest.mark.parametrize("name", NAMES)
def test_the_drawing_has_the_borders_of_the_board(name: str) -> None:
    svg = (VARIANTS / name / "map.svg").read_text(encoding="utf-8")
    assert compare_borders(board_of(name), read_drawing(svg, "map.svg")) == []
    assert len(svg) < 150_000


@pytest.mark.parametrize("name", NAMES)
def test_the_geometry_is_whole_and_small(name: str) -> None:
    made = drawn(name)
    text = format_geometry(made)
    assert asdict(parse_geometry(text)) == asdict(made)
    assert len(text) < 150_000
    sides_are_used_once(made)
    kinds_follow(made)
    covers_the_map(made)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_stand_in_their_provinces(name: str) -> None:
    made = drawn(name)
    for code, one in made.provinces.items():
        assert inside(made, code, one.unit), code
        assert one.center is None or inside(made, code, one.center), code
    table = board_of(name)["provinces"]
    for code, row in table.items():
        assert set(made.provinces[code].coasts) == set(row.get("coasts", {}))


@pytest.mark.parametrize("kind", "AF")
@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_on_a_full_board(name: str, kind: str) -> None:
    assert overlaps_on(drawn(name), kind) == []
