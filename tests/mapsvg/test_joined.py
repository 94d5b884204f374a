"""Several maps in one file: each as it is by itself, what they share once."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import partial
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from generator.archive import load_game
from generator.pages.maps.material import Material
from mapsvg import Scene, draw_map, join_maps, load_geometry, svg_to_png
from tests.autoplay.samples import GAMES
from tests.mapsvg.scenes import draw_svg, europe_scene, map_of_file, unit
from tests.mapsvg.test_standalone import SCENE

WIDTH = 900
Maps = Callable[[], Mapping[str, Scene]]


def maps_of_a_year() -> dict[str, Scene]:
    """Three phases of a board: orders, the same units without them, and other owners of land."""
    units = (unit("A TYR"), unit("A VEN", "italy"))
    moved = replace(SCENE, orders=(), subtitle="Fall 1901", units=units)
    taken = replace(moved, subtitle="Winter 1901", owners={**SCENE.owners, "TRI": "italy"})
    return {"spring": SCENE, "fall": moved, "winter": taken}


def maps_of_europe() -> dict[str, Scene]:
    geometry = load_geometry("europe-1619")
    first = europe_scene(geometry, 3)
    second = europe_scene(geometry, 4, orders=0)
    second = replace(second, owners=first.owners, pieces=first.pieces)
    return {"movement": first, "builds": second}


def joined(scenes: Mapping[str, Scene]) -> str:
    return join_maps({name: draw_map(scene) for name, scene in scenes.items()})


def differing(one: str, two: str) -> float:
    """The share of the pixels in which two drawings differ to the eye."""
    pictures = [
        Image.open(io.BytesIO(svg_to_png(svg, WIDTH))).convert("L").filter(ImageFilter.BoxBlur(1))
        for svg in (one, two)
    ]
    assert pictures[0].size == pictures[1].size
    counts = ImageChops.difference(*pictures).histogram()
    return sum(counts[24:]) / sum(counts)


def maps_of_a_game(name: str) -> dict[str, Scene]:
    """Eight phases of a sample game, from its first to its last."""
    game = load_game(GAMES / name)
    last = len(game.phases) - 1
    materials = [Material(game, game.phases[last * number // 7]) for number in range(8)]
    return {str(n): one.scene(one.picture) for n, one in enumerate(materials)}


@pytest.mark.parametrize(
    "maps",
    [
        maps_of_a_year,
        *(
            pytest.param(partial(maps_of_a_game, folder.name), marks=pytest.mark.slow)
            for folder in sorted(GAMES.iterdir())
            if folder.name != "inner-sea"  # whose board is a variant's
        ),
    ],
)
def test_each_map_is_drawn_as_by_itself(maps: Maps) -> None:
    """Also where it is the only one of its file, as in that of the position that waits."""
    scenes = maps()
    file = joined(scenes)
    for name, scene in scenes.items():
        drawn = map_of_file(file, name)
        whole = draw_svg(scene)
        assert differing(whole, drawn) < 0.0005, name
    assert differing(whole, joined({"": scene})) < 0.0005


@pytest.mark.parametrize("maps", [maps_of_a_year, maps_of_europe])
def test_what_maps_share_stands_once_and_nothing_is_missing(maps: Maps) -> None:
    scenes = maps()
    file = joined(scenes)
    alone = sum(len(joined({"": scene})) for scene in scenes.values())
    assert len(file) < (0.6 if len(scenes) > 2 else 0.8) * alone
    ElementTree.fromstring(file)
    ids = re.findall(r' id="([^"]*)"', file)
    assert len(ids) == len(set(ids))
    asked = set(re.findall(r'(?:href="|url\()#([^")]*)', file))
    labels = " ".join(re.findall(r'aria-labelledby="([^"]*)"', file)).split()
    assert asked | set(labels) <= set(ids)
    assert file == joined(scenes)


def test_words_on_a_map_are_no_names() -> None:
    """The description of a map says `#title` and `id="desc"`, which are the names of two parts."""
    said = 'see "#title" and url(#lands) or id="desc"'
    described = replace(SCENE, description=said, subtitle="Fall 1901")
    scenes = maps_of_a_year() | {"fall": described}
    file = joined(scenes)
    assert said in file
    assert file.count(' id="title') == len(scenes)


def test_a_map_and_its_close_ups_are_views_of_the_file() -> None:
    scenes = maps_of_a_year()
    file = joined(scenes)
    views = dict(re.findall(r'<view id="([^"]*)" viewBox="([^"]*)"', file))
    boxes = {name: [int(part) for part in box.split()] for name, box in views.items()}
    for number, (name, scene) in enumerate(scenes.items()):
        wide = boxes[name][2]
        assert boxes[name][0] == number * 5 * max(boxes[one][2] for one in scenes)
        for close in re.findall(r'<view id="([^"]*)"', draw_svg(scene)):
            left, _, width, _ = boxes[f"{name}-{close}"]
            assert boxes[name][0] <= left
            assert left + width <= boxes[name][0] + wide
    # Whoever asks for none sees where the year ended.
    root = re.search(r'<svg [^>]*viewBox="([^"]*)"', file)
    assert root
    assert root[1] == views["winter"]
