"""Shapes are read from SVG as they are drawn, and what is no drawing is refused with its line."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapsvg import GeometryError
from mapsvg.workshop.drawing import read_drawing
from mapsvg.workshop.inkscape import Shape, flatten_path, read_page
from tests.mapsvg.drawings import drawing, layer, square

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def shape(element: str) -> Shape:
    (found,) = read_page(drawing(element), "map.svg").shapes
    return found


@pytest.mark.parametrize(
    "d",
    [
        "M0,0 4,0 4,4 0,4z",
        "m 0 0 4 0 0 4 -4 0 z",
        "M0 0L4 0L4 4L0 4Z",
        "M0,0H4V4H0Z",
        "m0,0h4v4h-4z",
        "M-0.0.0l4-0 .0e1 4-4,0",
    ],
)
def test_straight_commands_give_their_corners(d: str) -> None:
    assert flatten_path(d) == [SQUARE]


def test_a_path_may_have_several_rings() -> None:
    assert flatten_path("m1,1h1v1z m5,5h1v1z") == [
        ((1, 1), (2, 1), (2, 2)),
        ((6, 6), (7, 6), (7, 7)),
    ]
    assert flatten_path("M1,1h1v1zz l-1,0 0,-1z")[1] == ((1, 1), (0, 1), (0, 0))


@pytest.mark.parametrize(
    ("smooth", "plain"),
    [
        ("M0,0C1,2 3,2 4,0S7,-2 8,0", "M0,0C1,2 3,2 4,0C5,-2 7,-2 8,0"),
        ("m0,0c1,2 3,2 4,0s3,-2 4,0", "M0,0C1,2 3,2 4,0C5,-2 7,-2 8,0"),
        ("M0,0Q2,4 4,0T8,0", "M0,0Q2,4 4,0Q6,-4 8,0"),
        ("m0,0q2,4 4,0t4,0", "M0,0Q2,4 4,0Q6,-4 8,0"),
        ("M0,0T4,4S4,4 8,8", "M0,0Q0,0 4,4C4,4 4,4 8,8"),
    ],
)
def test_smooth_curves_go_on_from_the_one_before(smooth: str, plain: str) -> None:
    (one,), (two,) = flatten_path(smooth), flatten_path(plain)
    for got, wanted in zip(one, two, strict=True):
        assert got == pytest.approx(wanted)


def test_a_curve_goes_through_its_middle() -> None:
    (ring,) = flatten_path("M0,0C0,4 4,4 4,0")
    assert ring[6] == pytest.approx((2, 3))
    (ring,) = flatten_path("M0,0Q2,4 4,0")
    assert ring[6] == pytest.approx((2, 2))


@pytest.mark.parametrize(
    ("flags", "center", "turn"),
    [("0 1", (0, 5), math.pi / 2), ("0 0", (5, 0), math.pi / 2),
     ("1 1", (5, 0), 3 * math.pi / 2), ("1 0", (0, 5), 3 * math.pi / 2)],
)  # fmt: skip
def test_arcs_turn_as_their_flags_say(flags: str, center: tuple[int, int], turn: float) -> None:
    """From (0, 0) to (5, 5) on a circle of radius 5: by the shorter or the longer way."""
    large, sweep = flags.split()
    (ring,) = flatten_path(f"M0,0A5,5 0 {flags} 5,5")
    assert flatten_path(f"m0,0a5 5 0 {large}{sweep}5 5") == [ring]
    assert all(math.dist(dot, center) == pytest.approx(5) for dot in ring)
    length = sum(math.dist(one, two) for one, two in pairwise(ring))
    assert length == pytest.approx(5 * turn, rel=0.01)
    assert ring[-1] == (5, 5)


def test_an_arc_too_small_is_made_larger_and_a_flat_one_straight() -> None:
    (ring,) = flatten_path("M0,0A1,1 0 0 1 8,0")
    assert min(y for _, y in ring) == pytest.approx(-4, abs=0.05)
    assert flatten_path("M0,0A0,5 0 0 1 8,0") == [((0, 0), (8, 0))]
    (turned,) = flatten_path("M0,0A8,4 90 0 1 8,0")
    assert min(y for _, y in turned) == pytest.approx(-8, abs=0.1)


@pytest.mark.parametrize(
    ("transform", "corner"),
    [
        ("translate(3)", (7, 4)),
        ("translate(3,-1)", (7, 3)),
        ("scale(2)", (8, 8)),
        ("scale(2 3)", (8, 12)),
        ("rotate(90)", (-4, 4)),
        ("rotate(180, 4, 4)", (4, 4)),
        ("matrix(1 0 0 1 5 6)", (9, 10)),
        ("skewX(45)", (8, 4)),
        ("translate(10,0) scale(2), rotate(90)", (2, 8)),
    ],
)
def test_transforms_move_what_is_drawn(transform: str, corner: tuple[int, int]) -> None:
    path = f'<path id="AAA" d="M0,0 4,0 4,4z" transform="{transform}"/>'
    assert shape(path).rings[0][2] == pytest.approx(corner)
    inner = f'<g transform="{transform}"><path id="AAA" d="M0,0 4,0 4,4z"/></g>'
    assert shape(inner).rings[0][2] == pytest.approx(corner)


def test_transforms_of_groups_come_after_those_within() -> None:
    path = '<g transform="translate(10,0)"><path d="M0,0 4,4z" transform="scale(2)"/></g>'
    assert shape(path).rings == (((10, 0), (18, 8)),)


def test_rectangles_polygons_and_ellipses_are_shapes() -> None:
    assert shape('<rect width="4px" height="4"/>').rings == (SQUARE,)
    assert shape('<polygon points="0,0 4,0 4,4 0,4"/>').rings == (SQUARE,)
    (ring,) = shape('<ellipse cx="1" cy="2" rx="3" ry="4"/>').rings
    assert ring[0] == (4, 2)
    assert ring[9] == pytest.approx((1, 6))


def test_a_shape_has_the_label_of_its_group() -> None:
    text = '<g inkscape:label="TAR"><path id="path3" d="M0,0 1,1 1,0"/></g>'
    found = shape(layer("Land", text))
    assert (found.label, found.groups, found.line) == ("TAR", ("Land",), 3)


def test_hidden_shapes_and_definitions_are_not_drawn() -> None:
    svg = drawing(
        '<defs><text x="1" y="1">A</text></defs>',
        '<defs><path id="AAA" d="M0,0 1,1 1,0"/></defs>',
        '<g style="display:none"><path id="BBB" d="M0,0 1,1 1,0"/></g>',
        '<path id="CCC" display="none" d="M0,0 1,1 1,0"/>',
    )
    assert [(one.id, one.rings) for one in read_page(svg, "").shapes] == [("CCC", ())]


BAD = [
    ("", r"map.svg:1: this is not XML: no element found \(save it as an Inkscape SVG\)"),
    ("<svg>\n<path>\n</svg>", "map.svg:3: this is not XML: mismatched tag"),
    ("no drawing", "map.svg:1: this is not XML"),
    ("<html/>", "map.svg:1: this is no SVG, but <html>"),
    ('<svg viewBox="- 9"/>', "map.svg:1: svg without id: '- 9' is not a number"),
    ("<svg/>", "map.svg:1: no province is drawn"),
    ("\x00", "map.svg:1: this is not XML"),
    ("<svg>\ud800</svg>", "map.svg:1: this is not XML"),
    (drawing(layer("Land", '<path id="path7" d="M0,0 9,0 9,9"/>')),
     r"map.svg:3: path path7: a province without a name \(Object > Object Properties"),
    (drawing(layer("Land", '<path inkscape:label="12" d="M0,0 9,0 9,9"/>')),
     "map.svg:3: path 12: a province without a name"),
    (drawing(layer("Land", square("AAA", 0, 0)), layer("Sea", square("AAA", 20, 0))),
     r"map.svg:6: path AAA: AAA is sea here and land in line 3 \(put both into one layer\)"),
    (drawing(square("AAA", 0, 0), square("BBB", 0, 0)),
     "map.svg:2: AAA: nothing of it is to be seen"),
    (drawing('<path id="AAA" d="M0,0 9,0 x9"/>'), "map.svg:2: path AAA: the path lacks a number"),
    (drawing('<path id="AAA" d="9,0"/>'), "map.svg:2: path AAA: the path cannot be read at '9,0'"),
    (drawing('<path id="AAA" d="L9,0"/>'), "map.svg:2: path AAA: the path does not begin with M"),
    (drawing('<path id="AAA" d="M0,0 1e99,5"/>'), "map.svg:2: path AAA: 1e99 is too large"),
    (drawing('<path id="AAA" d="M0,0 1e8,5 0,5"/>'), "map.svg:2: path AAA: it lies too far out"),
    (
        drawing('<rect id="AAA" width="10%" height="9"/>'),
        "map.svg:2: rect AAA: '%' is not a number",
    ),
    (drawing('<g transform="spin(9)"><rect id="AAA"/></g>'), "the transform 'spin.9.' cannot be"),
    (drawing(square("AAA", 0, 0, 90, 2)), "too long a strip"),
    (drawing(square("AAA", 0, 0, 90, 0)), "too long a strip"),
    (drawing("<g>" * 100 + "</g>" * 100), "groups lie too deep"),
    ("<svg>" + "x" * 5_000_000 + "</svg>", "are too many"),
    (drawing(*(square(f"A{number}", 0, 0) for number in range(500))), "too many provinces"),
]  # fmt: skip


@pytest.mark.parametrize(("svg", "said"), BAD)
def test_bad_drawing_is_refused_with_its_place(svg: str, said: str) -> None:
    with pytest.raises(GeometryError, match=said):
        read_drawing(svg, "map.svg")


def test_a_drawing_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    many = drawing(f'<path id="AAA" d="M0,0{" 1,1" * 600}"/>')
    monkeypatch.setattr("mapsvg.workshop.inkscape.MOST_POINTS", 500)
    with pytest.raises(GeometryError, match=r"map.svg:2: the drawing has too many points \(Path"):
        read_drawing(many, "map.svg")
    steep = drawing(f'<path id="AAA" d="M0,0{" 9,99 18,0" * 60}"/>')
    monkeypatch.setattr("mapsvg.workshop.painting.MOST_CROSSINGS", 5000)
    with pytest.raises(GeometryError, match=r"map.svg:2: the drawing is too intricate"):
        read_drawing(steep, "map.svg")


def test_all_that_is_wrong_is_told_at_once() -> None:
    svg = drawing('<path id="AAA" d="M0"/>\n', '<path id="path1" d="M0,0 1,1 1,0"/>\n')
    with pytest.raises(GeometryError) as caught:
        read_drawing(layered(svg), "map.svg")
    assert re.findall(r"map.svg:(\d+): path (\w+)", str(caught.value)) == [
        ("2", "AAA"), ("3", "path1"),
    ]  # fmt: skip


def layered(svg: str) -> str:
    """The drawing with all that is in it as land."""
    return svg.replace("<path", '<path class="land"')


def test_entities_are_not_even_declared() -> None:
    bomb = '<!DOCTYPE svg [\n<!ENTITY a "aaaaaaaaaa">\n<!ENTITY b "&a;&a;">]>\n<svg>&b;</svg>'
    with pytest.raises(GeometryError, match=r"map.svg:2: the drawing declares an entity, a"):
        read_drawing(bomb, "map.svg")
    outer = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'
    with pytest.raises(GeometryError, match="declares an entity"):
        read_drawing(outer, "map.svg")
    old = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">\n'
    assert read_drawing(old + drawing(square("AAA", 0, 0)), "map.svg", cells=900).provinces


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789 ,.-+eE\n", max_size=60))
def test_any_path_is_read_or_refused(d: str) -> None:
    try:
        rings = flatten_path(d)
    except ValueError as error:
        assert str(error)  # noqa: PT017
    else:
        assert all(math.isfinite(value) for ring in rings for dot in ring for value in dot)
