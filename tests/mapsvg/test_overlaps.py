"""On a full board nothing hides anything: pieces, centers, markers and names keep clear."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mapsvg import OrderMark, Scene, UnitPiece
from mapsvg.geometry import BOARDS, load_geometry
from mapsvg.plan import SIGN_RADIUS
from mapsvg.scene import province_of
from mapsvg.shapes import Geometry
from tests.mapsvg.boards import HEX_NAMES
from tests.mapsvg.boxes import SVG, Box, overlaps, path_box, shape_box, things_on
from tests.mapsvg.scenes import POWERS, draw_svg, europe_scene, places_for, random_units

# Boards of hexes have no pieces: what stands on them is in test_hex_overlaps.
NAMES = tuple(sorted(file.stem for file in BOARDS.glob("*.json") if file.stem not in HEX_NAMES))
SEEDS = range(2)
LAYERS = ("names", "units", "centers", "markers")


def things(scene: Scene, *, patterns: bool = False) -> list[tuple[str, Box]]:
    svg = draw_svg(scene, layers=LAYERS, patterns=patterns)
    return things_on(ElementTree.fromstring(svg))


@lru_cache(maxsize=1)
def standard() -> Geometry:
    return load_geometry("standard")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_overlaps_on_a_full_board(name: str, seed: int) -> None:
    """Sixty pieces with all that is written on them, every center, two markers in every land."""
    assert overlaps(things(europe_scene(load_geometry(name), seed), patterns=seed == 0)) == []


@settings(max_examples=25, deadline=None, derandomize=True)
@given(name=st.sampled_from(NAMES), seed=st.integers(1000, 1 << 30), aside=st.integers(1, 25))
def test_nothing_overlaps_in_any_position(name: str, seed: int, aside: int) -> None:
    geometry = load_geometry(name)
    scene = europe_scene(geometry, seed)
    units = random_units(geometry, random.Random(seed), 50 + aside, aside, list(scene.powers))
    assert overlaps(things(replace(scene, units=units, orders=()))) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_positions_hold_all_there_is_to_hide(name: str) -> None:
    """Guards the tests above against boxes that are not there."""
    geometry = load_geometry(name)
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        scene = europe_scene(geometry, seed)
        found = Counter(one.partition("-")[0] for one, _ in things(scene))
        assert found["u"] == len(scene.units) >= 55
        assert found["c"] == len(scene.centers)
        assert found["m"] == len(scene.markers) == 2 * len(scene.owners)
        names = sum(len(one.label.lines) for one in geometry.provinces.values())
        coasts = sum(len(one.coasts) for one in geometry.provinces.values())
        assert sum(found.values()) - found["u"] - found["c"] - found["m"] == names + coasts
        seen += Counter(unit.state for unit in scene.units)
        seen += Counter(unit.flag for unit in scene.units)
    assert set(seen) == {"normal", "built", "removed", "dislodged", "evicted", "", "diamond",
                         "shield"}  # fmt: skip


def test_an_overlap_would_be_found() -> None:
    (name, box), *rest = things(europe_scene(standard(), 0))
    beside = (box[0] + 100, box[1] + 50, box[2] + 100, box[3] + 50)
    assert overlaps([(name, box), ("a thing on it", beside)]) == [f"{name} and a thing on it"]
    assert rest


def test_boxes_are_those_of_the_shapes() -> None:
    assert path_box("M10 20l5-5 5 5zm100 0h10v-30") == (10, -10, 120, 20)
    assert path_box("M0 0a10 10 0 0 0 20 0") == (0, 0, 20, 10)
    rect = ElementTree.Element(f"{SVG}rect", {"x": "-5", "width": "10", "y": "1", "height": "4"})
    assert shape_box(rect) == (-5, 1, 5, 5)


def test_pieces_can_be_told_apart_on_a_small_picture() -> None:
    """An army is 10 px wide or more on a picture of 800 px, and 20 px on one of 1600 px."""
    root = ElementTree.fromstring(draw_svg(Scene("standard", "Empty", powers=POWERS)))
    wide = float(root.get("viewBox", "").split()[2])
    sizes = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("id") in ("army", "fleet"):
            left, top, right, bottom = shape_box(group[0])
            sizes[str(group.get("id"))] = (right - left + 16, bottom - top + 16)
    assert min(sizes["army"]) * 1600 / wide >= 20
    assert sizes["fleet"][0] * 800 / wide >= 14
    assert sizes["fleet"][1] * 800 / wide >= 7


def test_the_plus_of_a_new_unit_hides_no_name_and_no_center() -> None:
    board = standard()
    places = [(kind, at) for kind in "AF" for at in places_for(board, kind)]
    fixed = things(Scene("standard", centers=dict.fromkeys(
        code for code, one in board.provinces.items() if one.center)))  # fmt: skip
    for kind, at in places:
        code = province_of(at)
        if not board.provinces[code].center:
            continue
        built = UnitPiece(kind, at, "italy", state="built")  # type: ignore[arg-type]
        order = OrderMark("1", "build", "italy", at)
        scene = Scene("standard", "Full", units=(built,), orders=(order,), powers=POWERS)
        root = ElementTree.fromstring(draw_svg(scene, layers=["orders", "units"]))
        sign = next(one for one in root.iter() if one.get("class") == "sign glad")
        x, y = map(int, sign.get("transform", "")[len("translate(") : -1].split())
        reach = SIGN_RADIUS + 10
        plus = ("plus", (x - reach, y - reach, x + reach, y + reach))
        assert [pair for pair in overlaps([*fixed, plus]) if "plus" in pair] == [], at
