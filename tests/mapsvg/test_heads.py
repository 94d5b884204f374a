"""Arrow heads lie above names, and seek places where there is none."""

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
from mapsvg.track import plan_arc
from tests.mapsvg.boxes import SVG
from tests.pages.sample import ROOT

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
