"""Lines over the board: where they end and where they point; their heads lie above names, and seek
places where there is none."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.archive import load_game
from generator.pages.maps.boards import know_boards
from generator.pages.maps.material import Material
from mapsvg.board import load_board
from mapsvg.sheet import piece_box
from mapsvg.track import Track, arrow_head, plan_arc, straight
from tests.mapsvg.boxes import SVG
from tests.pages.sample import ROOT


def test_an_arrow_points_where_it_goes_even_if_its_last_points_coincide() -> None:
    track = Track("", ((900.0, 100.0), (500.0, 100.0), (300.0, 100.0), (300.0, 100.0)))
    assert track.heading == pytest.approx(math.pi)
    assert arrow_head(track, 100, 60) == "M300 100l100-30 0 60z"


def test_a_line_of_no_length_has_a_heading() -> None:
    assert straight((5, 5), (5, 5)).heading == 0


def test_every_arrow_of_the_board_points_at_the_piece_that_it_meets() -> None:
    """From every province to every other: at most a right angle off the straight direction."""
    board = load_board("standard")
    places = [code for code, one in board.geometry.provinces.items() if one.kind != "impassable"]
    astray = []
    for start in places:
        for end in places:
            if start == end:
                continue
            boxes = piece_box("F", board.unit_spot(start)), piece_box("F", board.unit_spot(end))
            track = plan_arc(*boxes, lambda point: 0)
            (x0, y0), (x1, y1) = board.unit_spot(start), board.unit_spot(end)
            off = abs(track.heading - math.atan2(y1 - y0, x1 - x0))
            if min(off, math.tau - off) > math.pi / 2:
                astray.append(f"{start} - {end}")
    assert astray == []


GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.toml"))


def layers_of(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [str(group.get("class")) for group in root.findall(f"{SVG}g")]


def maps_of(folder: Path) -> Iterator[str]:
    know_boards(folder.parent)
    game = load_game(folder)
    for record in game.phases:
        material = Material(game, record)
        if any(order.kind in ("move", "retreat") for order in material.picture.orders):
            yield material.svg


@pytest.mark.parametrize("name", GAMES)
def test_no_head_of_a_sample_game_lies_under_a_name(name: str) -> None:
    """Some phases of each: every head is drawn after all names, and before the pieces."""
    for svg in itertools.islice(maps_of(ROOT / "games" / name), 3):
        layers = layers_of(svg)
        names = max(at for at, layer in enumerate(layers) if "names" in layer.split())
        assert names < layers.index("layer heads") < layers.index("layer units")
        head, below = 'class="head"', svg.index('class="layer heads"')
        assert head not in svg[svg.index("layer names") : below]
        moves = svg[below : svg.index('class="layer units"')].count(head)
        assert moves > 0


def test_arrow_swings_so_that_its_head_covers_nothing() -> None:
    """A narrow thing stands north of the goal, and the arrow comes from the north."""

    def cost(point: tuple[float, float]) -> float:
        return 4.0 if abs(point[0]) <= 60 and -260 <= point[1] <= -60 else 0.0

    start, end = (0.0, -1500.0, 150.0, 150.0), (0.0, 0.0, 20.0, 20.0)
    assert any(cost(point) for point in plan_arc(start, end, lambda point: 0.0).points[-12:])
    track = plan_arc(start, end, cost)
    head = [point for point in track.points if math.dist(point, track.end) < 190]
    assert len(head) > 2
    assert not any(cost(point) for point in head)
