"""Several maps in one file: each as it is by itself, what they share once."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from mapsvg import join_maps, load_geometry, map_digest, read_map, stand_alone, svg_to_png
from tests.mapsvg.scenes import draw_svg, europe_scene, unit
from tests.mapsvg.test_standalone import SCENE

WIDTH = 900
Maps = Callable[[], Mapping[str, str]]


def maps_of_a_year() -> dict[str, str]:
    """Three phases of a board: orders, the same units without them, and other owners of land."""
    units = (unit("A TYR"), unit("A VEN", "italy"))
    moved = replace(SCENE, orders=(), subtitle="Fall 1901", units=units)
    taken = replace(moved, subtitle="Winter 1901", owners={**SCENE.owners, "TRI": "italy"})
    return {
        "spring": draw_svg(SCENE), "fall": draw_svg(moved), "winter": draw_svg(taken),
    }  # fmt: skip


def maps_of_europe() -> dict[str, str]:
    geometry = load_geometry("europe-1619")
    first = europe_scene(geometry, 3)
    second = replace(europe_scene(geometry, 4, orders=0), owners=first.owners)
    return {"movement": draw_svg(first), "builds": draw_svg(second)}


def differing(one: str, two: str) -> float:
    """The share of the pixels in which two drawings differ to the eye."""
    pictures = [
        Image.open(io.BytesIO(svg_to_png(svg, WIDTH))).convert("L").filter(ImageFilter.BoxBlur(1))
        for svg in (one, two)
    ]
    assert pictures[0].size == pictures[1].size
    counts = ImageChops.difference(*pictures).histogram()
    return sum(counts[24:]) / sum(counts)


@pytest.mark.parametrize(
    "maps", [maps_of_a_year, pytest.param(maps_of_europe, marks=pytest.mark.slow)]
)
def test_each_map_is_drawn_as_by_itself(maps: Maps) -> None:
    documents = maps()
    file = join_maps(documents)
    for name, document in documents.items():
        alone = stand_alone(document)
        drawn, told = read_map(file, name)
        assert differing(alone, drawn) < 0.0005, name
        assert told == map_digest(alone)


@pytest.mark.parametrize("maps", [maps_of_a_year, maps_of_europe])
def test_what_maps_share_stands_once_and_nothing_is_missing(
    maps: Callable[[], Mapping[str, str]],
) -> None:
    documents = maps()
    file = join_maps(documents)
    alone = sum(len(stand_alone(document)) for document in documents.values())
    assert len(file) < (0.6 if len(documents) > 2 else 0.8) * alone
    ElementTree.fromstring(file)
    ids = re.findall(r' id="([^"]*)"', file)
    assert len(ids) == len(set(ids))
    asked = set(re.findall(r'(?:href="|url\()#([^")]*)', file))
    labels = " ".join(re.findall(r'aria-labelledby="([^"]*)"', file)).split()
    assert asked | set(labels) <= set(ids)
    assert file == join_maps(documents)


def test_what_only_some_maps_define_stands_once() -> None:
    """A sign of several shapes that two of three phases have."""
    documents = maps_of_a_year()
    sign = '<g id="sign"><path d="M0 0h9"/><path d="M9 0v9"/></g>'
    for name in ("spring", "winter"):
        with_sign = documents[name].replace("<defs>", f"<defs>{sign}", 1)
        documents[name] = with_sign.replace("</svg>", '<use href="#sign"/></svg>')
    ids = re.findall(r' id="([^"]*)"', join_maps(documents))
    assert ids.count("sign") == 1


def test_words_on_a_map_are_no_names() -> None:
    """The description of a map says `#title` and `id="desc"`, which are the names of two parts."""
    said = 'see "#title" and url(#lands) or id="desc"'
    described = replace(SCENE, description=said, subtitle="Fall 1901")
    documents = maps_of_a_year() | {"fall": draw_svg(described)}
    file = join_maps(documents)
    assert said in file
    assert file.count(' id="title') == len(documents)


def test_a_map_and_its_close_ups_are_views_of_the_file() -> None:
    documents = maps_of_a_year()
    file = join_maps(documents)
    views = dict(re.findall(r'<view id="([^"]*)" viewBox="([^"]*)"', file))
    boxes = {name: [int(part) for part in box.split()] for name, box in views.items()}
    for number, (name, document) in enumerate(documents.items()):
        wide = boxes[name][2]
        assert boxes[name][0] == number * 5 * max(boxes[one][2] for one in documents)
        for close in re.findall(r'<view id="([^"]*)"', document):
            left, _, width, _ = boxes[f"{name}-{close}"]
            assert boxes[name][0] <= left
            assert left + width <= boxes[name][0] + wide
    # Whoever asks for none sees where the year ended.
    root = re.search(r'<svg [^>]*viewBox="([^"]*)"', file)
    assert root
    assert root[1] == views["winter"]


def test_one_map_can_be_alone_in_a_file() -> None:
    document = draw_svg(SCENE)
    drawn, _ = read_map(join_maps({"opening": document}), "opening")
    assert differing(stand_alone(document), drawn) < 0.0005


def test_a_map_that_is_not_there_is_an_error() -> None:
    file = join_maps({"spring": draw_svg(SCENE)})
    for text, name in ((file, "fall"), ("<svg/>", "spring")):
        with pytest.raises(ValueError, match=f"no map '{name}'"):
            read_map(text, name)
