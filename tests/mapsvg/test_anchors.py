"""Where scripts draw and look, and the parts of a map that can be linked to."""

from __future__ import annotations

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
from tests.mapsvg.boxes import SVG
from tests.mapsvg.scenes import draw_svg

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
