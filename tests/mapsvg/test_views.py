"""Close-ups: a part of a board with its pieces and names as they are on the whole. Anchors: where
scripts draw and look, and the parts of a map that can be linked to."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from mapsvg import (
    Scene,
    UnitPiece,
    free_line,
    load_board,
    load_geometry,
)
from mapsvg.geometry import BOARDS
from tests.mapsvg.boards import small_board
from tests.mapsvg.boxes import SVG, name_box, things_on
from tests.mapsvg.scenes import draw_svg, europe_scene, small_scene

BOARD = small_board()
VIEWS = [
    (file.stem, view)
    for file in sorted(BOARDS.glob("*.json"))
    for view in load_geometry(file.stem).views
]


def root(scene: Scene, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(scene, geometry=BOARD, **options))  # type: ignore[arg-type]


def ids(drawn: ElementTree.Element) -> set[str]:
    return {str(one.get("id")) for one in drawn.iter() if one.get("id")}


def test_unknown_view_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"the board small has no view 'x' \(middle\)"):
        root(small_scene(), view="x")
    with pytest.raises(ValueError, match=r"no view 'germany' \(north-west, .*, south-east\)"):
        draw_svg(Scene("standard"), view="germany")


def test_board_without_close_ups_of_its_own_has_its_quarters() -> None:
    board = load_board("standard")
    _, _, width, height = board.area("")
    boxes = [board.area(view) for view in ("north-west", "north-east", "south-west", "south-east")]
    assert {(left, top) for left, top, _, _ in boxes} == {
        (x, y) for x in (0, width - boxes[0][2]) for y in (0, height - boxes[0][3])
    }
    assert all(2 * wide > width and 2 * high > height for _, _, wide, high in boxes)


def test_close_up_shows_its_part_and_nothing_else() -> None:
    units = (UnitPiece("A", "MUN", "germany"), UnitPiece("A", "LON", "england"))
    found = ids(root(small_scene(units=units, centers={"MUN": None, "SPA": None}), view="middle"))
    assert {"u-MUN", "c-MUN", "p-MUN", "p-BUR"} <= found
    assert not {"u-LON", "c-SPA", "p-LON", "p-NTH", "p-MAO"} & found


def test_close_up_is_framed_by_its_box_its_head_and_its_legend() -> None:
    drawn = root(small_scene(), view="middle")
    left, top, width, height = BOARD.views["middle"].box
    x, y, wide, high = map(int, drawn.get("viewBox", "").split())
    assert x < left < left + width < x + wide
    assert y < top < top + height < y + high
    assert wide < 1.03 * width
    bare = root(small_scene(), view="middle", layers=["land", "units"])
    assert bare.get("viewBox") == f"{left} {top} {width} {height}"


def test_head_names_the_game_the_view_and_the_date() -> None:
    drawn = root(small_scene(corner=("An edict.",)), view="middle")
    head = next(one for one in drawn.iter() if one.get("id") == "layer-corner")
    texts = [one.text for one in head.iter(f"{SVG}text")]
    assert texts == ["The Quarrel", "The Middle", "Spring 1905", "An edict."]
    title = next(one for one in drawn if one.tag == f"{SVG}title")
    assert title.text == "The Quarrel, Spring 1905: The Middle"


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_nothing_is_cut_by_the_edge_of_a_close_up(name: str, view: str) -> None:
    """Names are whole or left out; of a piece, a center or a marker at least the middle is in."""
    geometry = load_geometry(name)
    left, top, width, height = geometry.views[view].box
    svg = draw_svg(europe_scene(geometry, 2), view=view)
    drawn = ElementTree.fromstring(svg)
    things = things_on(drawn)
    assert len(things) > 25
    for what, box in things:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        assert left <= x <= left + width, what
        assert top - 100 <= y <= top + height + 100, what
    names = next(one for one in drawn.iter() if one.get("id") == "layer-names")
    for group in names.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}text"):
            if group.get("class") == "coast-name":
                continue
            box = name_box(text, group)
            assert left - 5 <= box[0], text.text
            assert box[2] <= left + width + 5, text.text
    # Its legend is small and says what is there.
    layer = next(one for one in drawn.iter() if one.get("id") == "layer-legend")
    scale = float(re.findall(r"scale\(([\d.]+)\)", layer[0].get("transform", ""))[0])
    assert scale * float(layer[0][0].get("height", "")) < 0.25 * height
    assert 'href="#swatch"' in svg


NAMES = sorted(file.stem for file in BOARDS.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_every_place_of_a_board_has_its_spot_on_the_board(name: str) -> None:
    geometry, board = load_geometry(name), load_board(name)
    coasts = {f"{code}/{coast}" for code, one in geometry.provinces.items() for coast in one.coasts}
    assert set(board.places) == set(geometry.provinces) | coasts
    assert board.area("") == (0, 0, geometry.width, geometry.height)
    for x, y in board.places.values():
        assert 0 <= x <= geometry.width
        assert 0 <= y <= geometry.height


def test_piece_is_drawn_where_its_anchor_is() -> None:
    board = load_board("standard")
    drawn = draw_svg(Scene("standard", units=(UnitPiece("F", "SPA/SC", "france"),)))
    piece = next(one for one in ElementTree.fromstring(drawn).iter() if one.get("id") == "u-SPA-SC")
    x, y = board.places["SPA/SC"]
    scaled = [round(part / board.scale) for part in (x, y)]
    assert piece.get("transform") == f"translate({scaled[0]} {scaled[1]})"


@pytest.mark.parametrize("name", NAMES)
def test_text_beside_a_name_covers_neither_names_nor_pieces(name: str) -> None:
    geometry = load_geometry(name)
    wide, high = 620, 180
    sizes = geometry.sizes
    boxes = []
    for province in geometry.provinces.values():
        if province.kind in ("inland", "coastal"):
            boxes.append((*province.unit, *sizes.army))
            boxes += [(*province.center, *sizes.center)] if province.center else []
    for code, province in geometry.provinces.items():
        if province.kind not in ("inland", "coastal"):
            continue
        x, y = free_line(name, code)
        for left, top, across, down in boxes:
            apart = abs(x - left) >= (wide + across) / 2 - 25
            assert apart or abs(y + high / 2 - top) >= (high + down) / 2 - 25, code


def views_of(svg: str) -> dict[str, str]:
    root = ElementTree.fromstring(svg)
    return {str(one.get("id")): str(one.get("viewBox")) for one in root.iter(f"{SVG}view")}


def test_map_can_be_linked_to_without_its_frame_and_by_its_close_ups() -> None:
    board = small_board()
    found = views_of(draw_svg(Scene(board.board), geometry=board))
    assert found["view-whole"] == f"0 0 {board.width} {board.height}"
    for name, view in board.views.items():
        assert found[f"view-{name}"] == " ".join(map(str, view.box))


def test_close_up_has_no_views_of_its_own() -> None:
    board = small_board()
    assert views_of(draw_svg(Scene(board.board), geometry=board, view="middle")) == {}
