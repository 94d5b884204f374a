"""Nothing hides anything on boards of hexes, where all there is to show is shown at once."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from mapsvg import Fill, Marker, PowerStyle, Scene, Stack, draw_svg
from mapsvg.geometry import load_geometry
from mapsvg.hexboard import DIRECTIONS
from mapsvg.scene import CENTER_KINDS, MarkerKind
from tests.mapsvg.boards import HEX_NAMES
from tests.mapsvg.boxes import SVG, Box, name_box, overlaps, shape_box, things_on

POWERS = {f"p{number}": PowerStyle(f"Power {number}", "#b40813", "P") for number in range(8)}


def full(name: str, counters: int) -> Scene:
    """A caption, a center, two markers and counters of so many powers in every hex; three homes
    beyond every side."""
    hexes = [code for code in load_geometry(name).provinces if code not in DIRECTIONS]
    kinds = [one for one in CENTER_KINDS if one != "disc"]
    powers = tuple(POWERS)
    signs: tuple[MarkerKind, ...] = ("catholic", "protestant")
    return Scene(
        name,
        owners=dict.fromkeys(hexes, powers[0]),
        centers=dict.fromkeys(hexes),
        center_styles={code: kinds[at % len(kinds)] for at, code in enumerate(hexes)},
        markers=tuple(
            one
            for at, code in enumerate(hexes)
            for one in (Marker(code, signs[at % 2]), Marker(code, "text", "U"))
        ),
        captions=dict.fromkeys(hexes, "Wzb")
        | dict.fromkeys(DIRECTIONS, "Denmark\nSweden\nBritain"),
        stacks=(
            *(Stack(code, tuple((one, 12) for one in powers[:counters])) for code in hexes),
            *(Stack(code, tuple((one, 9) for one in powers[:3])) for code in DIRECTIONS),
        ),
        powers=POWERS,
    )


def shown(scene: Scene, *, patterns: bool) -> list[tuple[str, Box]]:
    """The boxes of everything that stands on a board of hexes."""
    layers = ("names", "units", "centers", "markers")
    root = ElementTree.fromstring(draw_svg(scene, layers=layers, patterns=patterns))
    found = things_on(root)
    for group in root.iter(f"{SVG}g"):
        if "captions" in group.get("class", "").split():
            found += [(f"caption {one.text}", caption_box(one, group)) for one in group]
        if group.get("class") == "stack":
            found += counters_of(group)
    return found


def caption_box(text: ElementTree.Element, group: ElementTree.Element) -> Box:
    """The box of a line, which may be smaller than the others of its layer."""
    size = text.get("font-size", group.get("font-size", ""))
    return name_box(text, ElementTree.Element(f"{SVG}g", {"font-size": size}))


def counters_of(group: ElementTree.Element) -> list[tuple[str, Box]]:
    move = group.get("transform", "").removeprefix("translate(").removesuffix(")").split()
    x, y = map(float, move)
    inner = group.find(f"{SVG}g[@transform]")
    down, scale = 0.0, 1.0
    if inner is not None:
        _, down, scale = map(float, re.findall(r"-?[\d.]+", inner.get("transform", "")))
    boxes = []
    for number, one in enumerate(group.iter(f"{SVG}rect")):
        left, top, right, bottom = (side * scale for side in shape_box(one))
        top, bottom = top + down, bottom + down
        boxes.append((f"{group.get('id')} {number}", (x + left, y + top, x + right, y + bottom)))
    return boxes


@pytest.mark.parametrize("patterns", [False, True])
@pytest.mark.parametrize("counters", [1, 4, 8])
@pytest.mark.parametrize("name", HEX_NAMES)
def test_nothing_overlaps_on_a_full_board_of_hexes(
    name: str, counters: int, patterns: bool
) -> None:
    found = shown(full(name, counters), patterns=patterns)
    hexes = len(load_geometry(name).provinces) - len(DIRECTIONS)
    # In a hex its name, caption, center, two markers and the counters; at a side two lines of its
    # name, three homes and three counters.
    assert len(found) == hexes * (5 + counters) + len(DIRECTIONS) * 8
    assert overlaps(found) == []


def test_what_lies_beyond_a_side_is_painted_only_where_somebody_is_at_home() -> None:
    scene = Scene("westphalia-6", fills={"S": Fill("own", "p0")}, powers=POWERS)
    shapes = {
        one.get("data-province", ""): one.get("class", "")
        for one in ElementTree.fromstring(draw_svg(scene)).iter(f"{SVG}path")
        if one.get("data-province") in DIRECTIONS
    }
    assert "pw-p0" in shapes["S"]
    assert {shapes[code] for code in DIRECTIONS if code != "S"} == {"province impassable"}
