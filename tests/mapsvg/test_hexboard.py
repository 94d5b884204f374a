"""Boards of hexes: how many, who touches whom, what lies beyond; captions and counters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from mapsvg import Fill, Marker, PowerStyle, Scene, Stack, Tile
from mapsvg.geometry import BOARDS, GeometryError, format_geometry, load_geometry
from mapsvg.lettering import text_width
from mapsvg.scene import CENTER_KINDS, MarkerKind
from mapsvg.shapes import Geometry
from mapsvg.workshop.hexboard import DIRECTIONS, HEXBOARDS, draw_hexes
from tests.mapsvg.boards import HEX_NAMES
from tests.mapsvg.boxes import SVG, Box, name_box, overlaps, shape_box, things_on
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


POWERS = {f"p{number}": PowerStyle(f"Power {number}", "#ae0d11", "P") for number in range(8)}


SECOND: tuple[Callable[[str], Marker], ...] = (
    lambda code: Marker(code, "text", "U"),
    lambda code: Marker(code, "text", "T", "p1"),
    lambda code: Marker(code, "catholic-dice", "12"),
)
"""What may stand beside the religion of a hex."""
# Half the width and half the height of a home's tile.
TILE = (520, 430)
HOMES = ("Denmark", "Transylvania", "Britain")


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
            for one in (Marker(code, signs[at % 2]), SECOND[at % len(SECOND)](code))
        ),
        captions=dict.fromkeys(hexes, "Wzb"),
        stacks=tuple(Stack(code, tuple((one, 12) for one in powers[:counters])) for code in hexes),
        tiles=tuple(
            Tile(side, power, (home, "24 IP", "rolled 12"), 12)
            for side in DIRECTIONS
            for home, power in zip(HOMES, POWERS, strict=False)
        ),
        powers=POWERS,
    )


def shown(scene: Scene, *, patterns: bool) -> list[tuple[str, Box]]:
    """The boxes of everything that stands on a board of hexes."""
    layers = ("land", "names", "units", "centers", "markers")
    root = ElementTree.fromstring(draw_svg(scene, layers=layers, patterns=patterns))
    found = things_on(root)
    for group in root.iter(f"{SVG}g"):
        if "captions" in group.get("class", "").split() and "layer" in group.get("class", ""):
            found += [(f"caption {one.text}", caption_box(one, group)) for one in group]
        if group.get("class") == "stack":
            found += counters_of(group)
        if group.get("class") == "tile":
            x, y = place_of(group)
            box = (x - TILE[0], y - TILE[1], x + TILE[0], y + TILE[1])
            found.append((f"tile {group.findtext(f'{SVG}title')} {x}", box))
    return found


def place_of(group: ElementTree.Element) -> tuple[float, float]:
    x, y = group.get("transform", "").removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


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


@pytest.mark.parametrize(("counters", "patterns"), [(1, False), (4, False), (8, True)])
@pytest.mark.parametrize("name", HEX_NAMES)
def test_nothing_overlaps_on_a_full_board_of_hexes(
    name: str, counters: int, patterns: bool
) -> None:
    found = shown(full(name, counters), patterns=patterns)
    hexes = len(load_geometry(name).provinces) - len(DIRECTIONS)
    # In a hex its name, caption, center, two markers and the counters; at a side two lines of its
    # name and three homes.
    assert len(found) == hexes * (5 + counters) + len(DIRECTIONS) * 5
    assert overlaps(found) == []


@pytest.mark.parametrize("name", HEX_NAMES)
def test_homes_keep_to_the_map_and_their_words_to_them(name: str) -> None:
    board = load_geometry(name)
    root = ElementTree.fromstring(draw_svg(full(name, 1)))
    tiles = [one for one in root.iter(f"{SVG}g") if one.get("class") == "tile"]
    assert len(tiles) == len(DIRECTIONS) * len(HOMES)
    for tile in tiles:
        x, y = place_of(tile)
        assert TILE[0] < x < board.width - TILE[0]
        assert TILE[1] < y < board.height - TILE[1]
        (words,) = (one for one in tile if "captions" in one.get("class", "").split())
        for line in words:
            size = float(line.get("font-size", words.get("font-size", "")))
            base = float(line.get("y", "0"))
            far = max(0.72 * size - base, base + 0.27 * size)
            room = TILE[0] * min(1, 2 * (1 - far / TILE[1]))
            assert text_width(str(line.text), "EBGaramond-Bold", size) / 2 < room, line.text


def test_what_lies_beyond_a_side_is_painted_only_where_somebody_is_at_home() -> None:
    scene = Scene("westphalia-6", fills={"S": Fill("own", "p0")}, powers=POWERS)
    shapes = {
        one.get("data-province", ""): one.get("class", "")
        for one in ElementTree.fromstring(draw_svg(scene)).iter(f"{SVG}path")
        if one.get("data-province") in DIRECTIONS
    }
    assert "pw-p0" in shapes["S"]
    assert {shapes[code] for code in DIRECTIONS if code != "S"} == {"province impassable"}


@pytest.mark.parametrize("name", HEX_NAMES)
def test_the_title_stands_in_one_place_and_on_no_hex(name: str) -> None:
    """The panel crosses no line between places, and covers no home. On the board for five no side
    has room for it: there it may lie across two."""
    scene = replace(full(name, 1), title="Cuius Regio", subtitle="1510, upheaval")
    root = ElementTree.fromstring(draw_svg(scene))
    (panel,) = (one for one in root.iter(f"{SVG}g") if one.get("id") == "layer-title")
    (move,) = (one.get("transform", "") for one in panel.iter(f"{SVG}g") if one.get("transform"))
    left, top, *scale = map(float, re.findall(r"-?[\d.]+", move))
    (shape,) = (one for one in panel.iter(f"{SVG}rect") if one.get("class") == "panel")
    wide, high = (float(shape.get(side, "0")) * (scale or [1.0])[0] for side in ("width", "height"))
    box = (left, top, left + wide, top + high)
    sides = set(DIRECTIONS) if name == "westphalia-5" else set()
    for arc in load_geometry(name).arcs:
        if arc.left and arc.right and not {arc.left, arc.right} <= sides:
            for (x0, y0), (x1, y1) in pairwise(arc.points):
                for step in range(21):
                    x, y = x0 + (x1 - x0) * step / 20, y0 + (y1 - y0) * step / 20
                    assert not (box[0] < x < box[2] and box[1] < y < box[3]), (arc, box)
    homes = [thing for thing in shown(scene, patterns=False) if "Denmark" in thing[0]]
    assert len(homes) == len(DIRECTIONS)
    assert overlaps([*homes, ("title", box)]) == []


def test_the_words_of_homes_are_read_on_a_page() -> None:
    """On a front page a board is 850 pixels wide: letters of a home have at least nine of them."""
    root = ElementTree.fromstring(draw_svg(full("westphalia-6", 1)))
    tile = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "tile")
    (words,) = (one for one in tile if "captions" in one.get("class", "").split())
    width = load_geometry("westphalia-6").width
    assert float(words.get("font-size", "0")) * 850 / width >= 9
