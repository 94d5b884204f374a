"""The geometry file: it reads, it is whole, and it says what is wrong with it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from mapsvg.geometry import BOARDS, GeometryError, format_geometry, load_geometry, parse_geometry
from mapsvg.shapes import (
    Geometry,
    Point,
    Sizes,
    ring_points,
)

BOARD_FILES = sorted(BOARDS.glob("*.json"))


@pytest.fixture(scope="module", params=BOARD_FILES, ids=lambda path: path.stem)
def geometry(request: pytest.FixtureRequest) -> Geometry:
    return load_geometry(request.param.stem)


@pytest.fixture(scope="module")
def standard() -> Geometry:
    return load_geometry("standard")


def doubled_area(points: tuple[Point, ...]) -> int:
    corners = zip(points, points[1:] + points[:1], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in corners)


def test_the_file_equals_its_own_reserialization(geometry: Geometry) -> None:
    text = (BOARDS / f"{geometry.board}.json").read_bytes().decode("utf-8")
    assert format_geometry(parse_geometry(text)) == text


def test_the_file_is_small_and_has_a_province_a_line(geometry: Geometry) -> None:
    data = (BOARDS / f"{geometry.board}.json").read_bytes()
    assert len(data) < 200_000
    assert data.endswith(b"}\n")
    lines = data.decode("utf-8").split("\n")
    starts = [line for line in lines if re.match(r'"_?[A-Z0-9]+":\{"name"', line)]
    assert len(starts) == len(geometry.provinces)


def test_every_arc_is_used_once_on_each_side(geometry: Geometry) -> None:
    used = Counter(
        (code, number)
        for code, province in geometry.provinces.items()
        for ring in province.rings
        for number in ring
    )
    sides: Counter[tuple[str, int]] = Counter()
    for number, arc in enumerate(geometry.arcs):
        assert arc.left != arc.right
        if arc.left:
            sides[arc.left, number] += 1
        if arc.right:
            sides[arc.right, -number - 1] += 1
    assert used == sides


def test_the_kind_of_an_arc_follows_from_its_sides(geometry: Geometry) -> None:
    for arc in geometry.arcs:
        seas = [geometry.provinces[side].kind == "sea" for side in (arc.left, arc.right) if side]
        wanted = {1: "frame"}.get(len(seas), {0: "land", 1: "coast", 2: "sea"}[sum(seas)])
        assert arc.kind == wanted, (arc.left, arc.right)


def test_the_provinces_cover_the_picture_without_gap_or_overlap(geometry: Geometry) -> None:
    """Rings of one province turn the same way and holes the other, so areas simply add up."""
    total = sum(
        abs(sum(doubled_area(ring_points(geometry.arcs, ring)) for ring in province.rings))
        for province in geometry.provinces.values()
    )
    assert total == 2 * geometry.width * geometry.height


def test_the_first_ring_is_the_main_body(geometry: Geometry) -> None:
    for province in geometry.provinces.values():
        areas = [abs(doubled_area(ring_points(geometry.arcs, ring))) for ring in province.rings]
        assert areas[0] == max(areas)


def test_ornaments_lie_within_the_frame(geometry: Geometry) -> None:
    rings = [*geometry.lakes, *(island.points for island in geometry.islands)]
    assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in rings)
    for ring in rings:
        assert all(0 <= x <= geometry.width and 0 <= y <= geometry.height for x, y in ring)


def tiny(**changes: Any) -> dict[str, Any]:
    """A board of one square province, as data."""
    label = {"x": 5, "y": 5, "size": 2, "lines": ["AAA"]}
    province = {
        "name": "Square",
        "kind": "inland",
        "rings": [[0]],
        "label": label,
        "unit": [5, 5],
        "center": None,
        "dislodged": [5, 5],
        "marker": [5, 5],
    }
    square = [0, 0, 10, 0, 0, 10, -10, 0, 0, -10]
    data: dict[str, Any] = {
        "format": 2,
        "board": "tiny",
        "title": "Tiny",
        "width": 10,
        "height": 10,
        "sources": [],
        "arcs": [{"left": "AAA", "right": "", "kind": "frame", "d": square}],
        "provinces": {"AAA": province},
        "ornaments": {"lakes": [], "rivers": [], "islands": []},
    }
    return data | changes


def province_with(**changes: Any) -> dict[str, Any]:
    return {"AAA": tiny()["provinces"]["AAA"] | changes}


def arc_with(**changes: Any) -> list[dict[str, Any]]:
    return [tiny()["arcs"][0] | changes]


def test_what_a_small_province_needs_reads_and_writes() -> None:
    """Leaders, a second marker, sizes, a region, a view and a crossing."""
    label = {**tiny()["provinces"]["AAA"]["label"], "leader": [9, 9, 5, 5]}
    changes = {"label": label, "second_marker": [6, 6], "leaders": {"unit": [1, 1, 4, 4]}}
    geometry = parse_geometry(
        json.dumps(
            tiny(
                provinces=province_with(**changes),
                sizes={"army": [3, 2]},
                regions={"all": {"title": "All", "provinces": ["AAA"], "outline": [[1, 1, 5, 5]]}},
                views={"corner": {"title": "Corner", "box": [0, 0, 5, 5]}},
                crossings=[{"between": ["AAA", "AAA"], "d": [1, 1, 5, 5]}],
            )
        )
    )
    province = geometry.provinces["AAA"]
    assert province.label.leader == (9, 9, 5, 5)
    assert province.leaders == {"unit": (1, 1, 4, 4)}
    assert province.second_marker == (6, 6)
    assert geometry.sizes == Sizes(army=(3, 2))
    assert geometry.regions["all"].outline == (((1, 1), (6, 6)),)
    assert geometry.views["corner"].box == (0, 0, 5, 5)
    assert geometry.crossings[0].points == ((1, 1), (6, 6))
    assert asdict(parse_geometry(format_geometry(geometry))) == asdict(geometry)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not a geometry file of format 2"),
        (tiny(format=1), "not a geometry file of format 2"),
        (tiny(ornaments={}), "islands is missing"),
        (tiny(width="wide"), "Expected `int`, got `str` - at `$.width`"),
        (tiny(arcs=[{}]), "(): a line needs two or more pairs"),
        (tiny(arcs=arc_with(kind="river")), "Invalid enum value 'river' - at `$.arcs[0].kind`"),
        (tiny(arcs=arc_with(d=[0, 0, 1])), "[0, 0, 1]: a line needs two or more pairs"),
        (tiny(arcs=arc_with(d=[0, 0, 1, 0.5])), "[0, 0, 1, 0.5]: a line needs two or more pairs"),
        (tiny(arcs=arc_with(right="BBB")), "arc 0: there is no province BBB"),
        (tiny(arcs=arc_with(d=[0, 0, 5, 5])), "province AAA: a ring is not closed"),
        (
            tiny(provinces=province_with(kind="swamp")),
            "Invalid enum value 'swamp' - at `$.provinces[...].kind`",
        ),
        (tiny(provinces=province_with(unit=[1])), "Expected `array` of length 2, got 1"),
        (tiny(provinces=province_with(rings=[])), "province AAA: no outline"),
        (tiny(provinces=province_with(rings=[[7]])), "province AAA: there is no arc 7"),
        (tiny(provinces=province_with(label=None)), "Expected `object`, got `null`"),
        (tiny(provinces=province_with(leaders={"unit": [1, 2]})), "Expected `array` of length 4"),
        (
            tiny(provinces=province_with(leaders={"hat": [1, 2, 3, 4]})),
            "province AAA: unknown slot",
        ),
        (tiny(sizes={"tank": [1, 2]}), "Object contains unknown field `tank` - at `$.sizes`"),
        (tiny(regions={"hre": {"title": "HRE"}}), "outline is missing"),
        (
            tiny(regions={"hre": {"title": "HRE", "provinces": ["BBB"], "outline": []}}),
            "region hre: there is no province BBB",
        ),
        (tiny(views={"all": {"title": "All", "box": [0, 0, 20, 5]}}), "view all: the box is not"),
        (
            tiny(crossings=[{"between": ["AAA"], "d": [0, 0, 1, 1]}]),
            "Expected `array` of length 2, got 1 - at `$.crossings[0].between`",
        ),
        (
            tiny(crossings=[{"between": ["AAA", "BBB"], "d": [0, 0, 1, 1]}]),
            "crossing 0: there is no province BBB",
        ),
    ],
)
def test_a_broken_file_says_what_is_wrong(data: Any, message: str) -> None:
    with pytest.raises(GeometryError) as caught:
        parse_geometry(json.dumps(data))
    assert str(caught.value).startswith(message)


def test_a_file_that_is_not_json_says_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": 2,\n oops}', encoding="utf-8")
    with pytest.raises(GeometryError, match=r"broken\.json: line 2: not JSON"):
        load_geometry(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GeometryError, match=r"nowhere\.json: cannot be read"):
        load_geometry(tmp_path / "nowhere.json")


def test_an_unknown_board_lists_the_known_ones() -> None:
    with pytest.raises(GeometryError, match=r"no geometry for the board mars .*standard"):
        load_geometry("mars")
