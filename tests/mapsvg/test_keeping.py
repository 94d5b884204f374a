"""What is kept of maps that were drawn before never shows on a map that looks different."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from mapsvg import Fill, Marker, PowerStyle, Scene, board_texts, load_board, load_geometry
from mapsvg.board import Board, prepare_board
from mapsvg.outlines import simplify
from mapsvg.shapes import Geometry, Point
from tests.mapsvg.scenes import draw_svg, full_scene, unit

SCENE = full_scene()
PLAIN: dict[str, Any] = {}


def forget() -> None:
    """Empty every store of the package but those of files and of outlines."""
    for name, module in list(sys.modules.items()):
        if name.startswith("mapsvg."):
            for key, found in vars(module).items():
                if hasattr(found, "cache_clear") and key not in ("_load_board", "prepare_board"):
                    found.cache_clear()


def variants() -> Iterator[tuple[Scene, dict[str, Any]]]:
    """Maps that differ in one thing each."""
    yield SCENE, PLAIN
    code, power = next(iter(SCENE.owners.items()))
    yield replace(SCENE, owners={**SCENE.owners, code: "turkey"}), PLAIN
    for fill in (
        Fill("captured", power, "italy"),
        Fill("captured", power, state="x"),
        Fill("aligned", power),
        Fill("vassal", power),
        Fill("own", power, hatched=True),
    ):
        yield replace(SCENE, fills={**SCENE.fills, code: fill}), PLAIN
    center = next(iter(SCENE.centers))
    yield replace(SCENE, centers={**SCENE.centers, center: None}), PLAIN
    yield replace(SCENE, center_styles={center: "star"}), PLAIN
    yield replace(SCENE, values={center: 7}), PLAIN
    yield replace(SCENE, center_look="plain"), PLAIN
    yield replace(SCENE, pieces="blocks"), PLAIN
    yield replace(SCENE, units=SCENE.units[1:]), PLAIN
    yield replace(SCENE, units=(unit("A VIE"), unit("A VIE", "italy", state="dislodged"))), PLAIN
    yield replace(SCENE, units=(unit("A VIE", "italy", state="dislodged"),)), PLAIN
    yield replace(SCENE, units=(unit("A VIE", strength=2),)), PLAIN
    yield replace(SCENE, powers={**SCENE.powers, "austria": PowerStyle("Österreich")}), PLAIN
    yield (
        replace(SCENE, powers={**SCENE.powers, "austria": PowerStyle("Austria", letter="Z")}),
        {"patterns": True},
    )
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1650"),)), PLAIN
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1651"),)), PLAIN
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1651", title="so"),)), PLAIN
    for options in ({"patterns": True}, {"inline": True}, {"layers": ("land",)}):
        yield SCENE, options


def test_no_map_shows_what_was_drawn_for_another() -> None:
    alone = []
    for scene, options in variants():
        forget()
        alone.append(draw_svg(scene, **options))
    assert len(set(alone)) == len(alone)
    forget()
    order = list(enumerate(variants()))
    random.Random(1).shuffle(order)
    for number, (scene, options) in [*order, *order]:
        assert draw_svg(scene, **options) == alone[number]


def test_a_map_is_the_same_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function of the layers whose texts are kept is its own plain twin."""
    drawn = [draw_svg(scene, **options) for scene, options in variants()]
    stores = [
        (module, key, found.__wrapped__)
        for name, module in list(sys.modules.items())
        if name == "mapsvg.draw" or name.startswith("mapsvg.layers.")
        for key, found in vars(module).items()
        if hasattr(found, "cache_clear")
    ]
    assert len(stores) > 8
    for module, key, plain in stores:
        monkeypatch.setattr(module, key, plain)
    assert [draw_svg(scene, **options) for scene, options in variants()] == drawn


def test_a_board_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all that draws maps of it, and for all that asks for its places or its texts."""
    made: list[str] = []

    def noted(geometry: Geometry, *, close: bool) -> Board:
        made.append(geometry.board)
        return Board(geometry, close=close)

    monkeypatch.setattr("mapsvg.board.Board", noted)
    prepare_board.cache_clear()
    forget()
    draw_svg(SCENE)
    board_texts(SCENE.board)
    load_board(SCENE.board)
    assert made == [SCENE.board]
    draw_svg(SCENE, view="north-west")
    assert made == [SCENE.board] * 2


def _textbook(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker as it is usually written, for an open line."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    length = math.dist(points[0], points[-1])
    distances = [abs((y1 - y0) * (x - x0) - (x1 - x0) * (y - y0)) for x, y in points[1:-1]]
    if not distances or max(distances) / length <= tolerance:
        return [points[0], points[-1]]
    most = max(index for index, found in enumerate(distances, 1) if found == max(distances))
    return _textbook(points[: most + 1], tolerance)[:-1] + _textbook(points[most:], tolerance)


@pytest.mark.parametrize("tolerance", [0, 5, 15, 40, 190])
def test_simplified_lines_are_those_of_the_textbook(tolerance: float) -> None:
    for arc in load_geometry("standard").arcs:
        line = list(arc.points)
        if line[0] == line[-1]:
            far = max(range(len(line)), key=lambda index: math.dist(line[0], line[index]))
            parts = [line[: far + 1], line[far:]]
            wanted = _textbook(parts[0], tolerance)[:-1] + _textbook(parts[1], tolerance)
        else:
            wanted = _textbook(line, tolerance)
        assert simplify(line, tolerance) == wanted
