"""The geometry file: it reads, it is whole, and everything has its place."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from mapsvg.geometry import (
    BOARDS,
    Geometry,
    GeometryError,
    Label,
    Point,
    Province,
    arc_path,
    format_geometry,
    line_path,
    load_geometry,
    parse_geometry,
    province_path,
    ring_path,
    ring_points,
)
from mapsvg.lettering import text_width

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "generator" / "rulesets" / "standard" / "board.toml"
BOARD_FILES = sorted(BOARDS.glob("*.json"))

ARMY = (260, 260)
FLEET = (380, 200)
DISC = (140, 140)
MARKER = (140, 140)

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module", params=BOARD_FILES, ids=lambda path: path.stem)
def geometry(request: pytest.FixtureRequest) -> Geometry:
    return load_geometry(request.param.stem)


@pytest.fixture(scope="module")
def standard() -> Geometry:
    return load_geometry("standard")


def box_around(point: Point, size: tuple[float, float]) -> Box:
    (x, y), (width, height) = point, size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def label_box(label: Label, *, at_sea: bool) -> Box:
    face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    width = max(text_width(line, face, label.size) for line in label.lines)
    return box_around((label.x, label.y), (width, label.size * len(label.lines)))


def boxes_of(province: Province) -> dict[str, tuple[Box, ...]]:
    """Everything that may stand in a province at the same time: an army or a fleet needs two."""
    boxes = {"label": (label_box(province.label, at_sea=province.kind == "sea"),)}
    if province.kind == "impassable":
        return boxes
    units = {"inland": (ARMY,), "sea": (FLEET,)}.get(province.kind, (ARMY, FLEET))
    boxes["unit"] = tuple(box_around(province.unit, unit) for unit in units)
    boxes["dislodged"] = tuple(box_around(province.dislodged, unit) for unit in units)
    boxes["marker"] = (box_around(province.marker, MARKER),)
    if province.center:
        boxes["center"] = (box_around(province.center, DISC),)
    for coast, spots in province.coasts.items():
        boxes[f"{coast} unit"] = (box_around(spots.unit, FLEET),)
        boxes[f"{coast} dislodged"] = (box_around(spots.dislodged, FLEET),)
        boxes[f"{coast} label"] = (box_around(spots.label, (150, 90)),)
    return boxes


def is_inside(geometry: Geometry, province: Province, x: float, y: float) -> bool:
    """Even-odd rule over all rings."""
    inside = False
    for ring in province.rings:
        points = ring_points(geometry, ring)
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
    return inside


def edge_points(box: Box) -> Iterator[tuple[float, float]]:
    """Points around a box, at most some 40 units apart."""
    left, top, right, bottom = box
    for step in range(9):
        x = left + (right - left) * step / 8
        y = top + (bottom - top) * step / 8
        yield from ((x, top), (x, bottom), (left, y), (right, y))


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
    starts = [line for line in lines if re.match(r'"_?[A-Z]+":\{"name"', line)]
    assert len(starts) == len(geometry.provinces)


def test_the_standard_board_has_the_provinces_of_the_rules(standard: Geometry) -> None:
    rules = tomllib.loads(RULES.read_text(encoding="utf-8"))["provinces"]
    open_land = {
        code: (province.name, province.kind, province.center is not None, [*province.coasts])
        for code, province in standard.provinces.items()
        if province.kind != "impassable"
    }
    assert open_land == {
        code: (row["name"], row["kind"], row.get("center", False), [*row.get("coasts", {})])
        for code, row in rules.items()
    }
    closed = {code for code in standard.provinces if code not in open_land}
    assert "SWI" in closed
    assert all(code.startswith("_") for code in closed - {"SWI"})


def test_every_ring_is_closed(geometry: Geometry) -> None:
    for province in geometry.provinces.values():
        for ring in province.rings:
            arcs = [geometry.arcs[n if n >= 0 else -n - 1].points for n in ring]
            ends = [
                (points[0], points[-1]) if n >= 0 else (points[-1], points[0])
                for n, points in zip(ring, arcs, strict=True)
            ]
            assert all(ends[i - 1][1] == ends[i][0] for i in range(len(ends))), province.code


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
        abs(sum(doubled_area(ring_points(geometry, ring)) for ring in province.rings))
        for province in geometry.provinces.values()
    )
    assert total == 2 * geometry.width * geometry.height


def test_the_first_ring_is_the_main_body(geometry: Geometry) -> None:
    for province in geometry.provinces.values():
        areas = [abs(doubled_area(ring_points(geometry, ring))) for ring in province.rings]
        assert areas[0] == max(areas)


def test_all_boxes_lie_inside_their_province(geometry: Geometry) -> None:
    outside = [
        f"{code} {name}"
        for code, province in geometry.provinces.items()
        for name, boxes in boxes_of(province).items()
        for box in boxes
        if not all(is_inside(geometry, province, x, y) for x, y in edge_points(box))
    ]
    assert outside == []


def test_no_boxes_of_a_province_overlap(geometry: Geometry) -> None:
    overlaps = [
        f"{code}: {one} and {two}"
        for code, province in geometry.provinces.items()
        for (one, first), (two, second) in combinations(boxes_of(province).items(), 2)
        for a, b in product(first, second)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    assert overlaps == []


def test_labels_are_the_name_or_the_code_in_a_readable_size(geometry: Geometry) -> None:
    for code, province in geometry.provinces.items():
        text = re.sub(r"- ", "-", " ".join(province.label.lines))
        assert text in (province.name, code)
        assert (text == code) == (province.code_label is not None)
        # 125 units are 10 px of a picture 1600 px wide.
        assert province.label.size >= 125


def test_every_name_of_the_standard_board_is_written_out(standard: Geometry) -> None:
    assert [code for code, p in standard.provinces.items() if p.code_label] == []


def test_a_fleet_on_a_named_coast_lies_near_its_shore(standard: Geometry) -> None:
    """Nearer to that shore than to the province's army."""
    seas = {"BUL/EC": "BLA", "BUL/SC": "AEG", "STP/NC": "BAR", "STP/SC": "BOT", "SPA/SC": "WES"}
    for place, sea in seas.items():
        code, coast = place.split("/")
        x, y = standard.provinces[code].coasts[coast].unit
        shore = [
            point
            for arc in standard.arcs
            if {arc.left, arc.right} == {code, sea}
            for point in arc.points
        ]
        assert min(abs(x - px) + abs(y - py) for px, py in shore) < 700, place


def test_ornaments_lie_within_the_frame(geometry: Geometry) -> None:
    rings = [*geometry.lakes, *(island.points for island in geometry.islands)]
    assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in rings)
    for ring in rings:
        assert all(0 <= x <= geometry.width and 0 <= y <= geometry.height for x, y in ring)


def test_path_data_is_relative_and_reads_back(standard: Geometry) -> None:
    ring = standard.provinces["SWI"].rings[0]
    path = ring_path(standard, ring)
    assert re.fullmatch(r"M\d+,\d+l(-?\d+,?)+z", path)
    numbers = [int(number) for number in re.findall(r"-?\d+", path)]
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    assert tuple(points) == ring_points(standard, ring)


def test_a_province_path_holds_all_rings(standard: Geometry) -> None:
    for code, province in standard.provinces.items():
        assert province_path(standard, code).count("M") == len(province.rings)


def test_line_paths_of_small_lines() -> None:
    assert line_path([]) == ""
    assert line_path([(3, 4)]) == "m3,4"
    assert line_path([(3, 4), (5, 1), (5, 2)], closed=True) == "m3,4l2,-3,0,1z"


def test_an_arc_path_starts_at_its_first_point(standard: Geometry) -> None:
    arc = standard.arcs[0]
    assert arc_path(arc).startswith(f"m{arc.points[0][0]},{arc.points[0][1]}l")


def test_a_board_is_read_once(standard: Geometry) -> None:
    assert load_geometry("standard") is standard
    assert load_geometry(BOARDS / "standard.json") == standard


def tiny(**changes: Any) -> dict[str, Any]:
    """A board of one square province, as data."""
    label = {"x": 5, "y": 5, "size": 2, "lines": ["AAA"], "angle": 0, "anchor": "middle"}
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
        "format": 1,
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


def test_a_tiny_board_reads_and_writes() -> None:
    geometry = parse_geometry(json.dumps(tiny()))
    assert geometry.provinces["AAA"].name == "Square"
    assert parse_geometry(format_geometry(geometry)) == geometry


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not a geometry file of format 1"),
        (tiny(format=2), "not a geometry file of format 1"),
        (tiny(ornaments={}), "ornaments: lakes is missing"),
        (tiny(width="wide"), "board: invalid literal"),
        (tiny(arcs=[{}]), "arc 0: kind is missing"),
        (tiny(arcs=arc_with(kind="river")), "arc 0: unknown kind river"),
        (tiny(arcs=arc_with(d=[0, 0, 1])), "arc 0: a line needs two or more pairs"),
        (tiny(arcs=arc_with(d=[0, 0, 1, 0.5])), "arc 0: a line needs two or more pairs"),
        (tiny(arcs=arc_with(right="BBB")), "arc 0: there is no province BBB"),
        (tiny(arcs=arc_with(d=[0, 0, 5, 5])), "province AAA: a ring is not closed"),
        (tiny(provinces=province_with(kind="swamp")), "province AAA: unknown kind swamp"),
        (tiny(provinces=province_with(unit=[1])), "province AAA: not enough values"),
        (tiny(provinces=province_with(rings=[])), "province AAA: no outline"),
        (tiny(provinces=province_with(rings=[[7]])), "province AAA: there is no arc 7"),
        (tiny(provinces=province_with(label=None)), "province AAA: "),
    ],
)
def test_a_broken_file_says_what_is_wrong(data: Any, message: str) -> None:
    with pytest.raises(GeometryError) as caught:
        parse_geometry(json.dumps(data))
    assert str(caught.value).startswith(message)


def test_a_file_that_is_not_json_says_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": 1,\n oops}', encoding="utf-8")
    with pytest.raises(GeometryError, match=r"broken\.json: line 2: not JSON"):
        load_geometry(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GeometryError, match=r"nowhere\.json: cannot be read"):
        load_geometry(tmp_path / "nowhere.json")


def test_an_unknown_board_lists_the_known_ones() -> None:
    with pytest.raises(GeometryError, match=r"no geometry for the board mars .*standard"):
        load_geometry("mars")
