"""The canvas writes text at once: the same text that a tree of elements is written as."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from mapsvg import Geometry, Scene
from mapsvg.canvas import Canvas
from tests.mapsvg.boards import small_board
from tests.mapsvg.scenes import draw_svg, full_scene, mixed_scene

ODD = "Österreich <b> & \"co\" 'x' ]]> \ttab\nline\r"


def by_tree(text: str) -> str:
    """The same document as a tree of elements with sorted attributes, written by xml.etree."""

    def copied(node: ElementTree.Element) -> ElementTree.Element:
        copy = ElementTree.Element(node.tag.partition("}")[2] or node.tag)
        copy.attrib = dict(sorted(node.attrib.items()))
        copy.text = node.text
        copy.extend(copied(child) for child in node)
        return copy

    root = copied(ElementTree.fromstring(text))
    if "xmlns=" in text:
        root.set("xmlns", "http://www.w3.org/2000/svg")
        root.attrib = dict(sorted(root.attrib.items()))
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")


@pytest.mark.parametrize(
    ("scene", "geometry"), [(full_scene(), None), (mixed_scene(), small_board())]
)
def test_a_map_is_written_as_a_tree_would_be(scene: Scene, geometry: Geometry | None) -> None:
    svg = draw_svg(scene, inline=True, patterns=True, geometry=geometry)
    start, end = svg.index("<style>"), svg.index("</style>")
    svg = svg[:start] + svg[end + len("</style>") :]  # style sheets are not escaped
    # How a province is painted stands before its shape, which never changes.
    svg = re.sub(r'(<path class="[^"]*")( style="[^"]*")([^>]*)', r"\1\3\2", svg)
    assert svg == by_tree(svg)


def test_odd_texts_are_written_as_a_tree_would_write_them() -> None:
    canvas = Canvas()
    group = canvas.group(class_="a", data_odd=ODD, opacity=0.333333, stroke_width=2.0, id=None)
    canvas.element(group, "title", ODD.replace("\r", ""))
    canvas.text(group, ">&<", 0, 1.6, font_size=12)
    canvas.path(group, 'M0 0"', fill="")
    canvas.circle(None, 1.4, 2.6, 3)
    text = canvas.tostring("svg", width=10)
    assert text == by_tree(text)
    assert 'opacity="0.33"' in text
    assert 'stroke-width="2"' in text
    assert "&quot;co&quot;" in text
