"""What stands where on the committed boards: every thing in its place, and nothing on another."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from mapsvg.geometry import BOARDS, GeometryError, format_geometry, load_geometry, parse_geometry
from mapsvg.lettering import text_width
from mapsvg.shapes import (
    Geometry,
    Label,
    Point,
    Province,
    Sizes,
    ring_points,
)
from tests.mapsvg.boxes import inside

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "generator" / "rulesets" / "standard" / "board.toml"
BOARD_FILES = sorted(BOARDS.glob("*.json"))

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


def boxes_of(geometry: Geometry, province: Province) -> dict[str, tuple[Box, ...]]:
    """Everything that may stand in a province at the same time: an army or a fleet needs two."""
    sizes = geometry.sizes
    boxes = {"label": (label_box(province.label, at_sea=province.kind == "sea"),)}
    if province.kind == "impassable" or province.code.startswith("_"):
        return boxes
    for slot, spot, army, fleet in (
        ("unit", province.unit, sizes.army, sizes.fleet),
        ("dislodged", province.dislodged, sizes.aside_army, sizes.aside_fleet),
    ):
        units = {"inland": [army], "sea": [fleet]}.get(
            province.kind, [army] if province.coasts else [army, fleet]
        )
        boxes[slot] = tuple(box_around(spot, unit) for unit in units)
    boxes["marker"] = (box_around(province.marker, sizes.marker),)
    assert province.second_marker is not None, province.code
    boxes["second_marker"] = (box_around(province.second_marker, sizes.marker),)
    if province.center:
        boxes["center"] = (box_around(province.center, sizes.center),)
    for coast, spots in province.coasts.items():
        boxes[f"{coast} unit"] = (box_around(spots.unit, sizes.fleet),)
        boxes[f"{coast} dislodged"] = (box_around(spots.dislodged, sizes.aside_fleet),)
        boxes[f"{coast} label"] = (box_around(spots.label, sizes.coast_label),)
    return boxes


def edge_points(box: Box) -> Iterator[tuple[float, float]]:
    """Points around a box, at most some 40 units apart."""
    left, top, right, bottom = box
    for step in range(9):
        x = left + (right - left) * step / 8
        y = top + (bottom - top) * step / 8
        yield from ((x, top), (x, bottom), (left, y), (right, y))


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


def is_within(geometry: Geometry, codes: tuple[str, ...], box: Box) -> bool:
    """Whether every point of a box's edge lies in one of the provinces."""
    return all(any(inside(geometry, code, (x, y)) for code in codes) for x, y in edge_points(box))


def seas_beside(geometry: Geometry, code: str) -> tuple[str, ...]:
    sides = [{arc.left, arc.right} for arc in geometry.arcs if arc.kind == "coast"]
    return tuple(sorted(set().union(*(pair - {code} for pair in sides if code in pair))))


def test_all_boxes_of_the_standard_board_lie_inside_their_province(standard: Geometry) -> None:
    outside = [
        f"{code} {name}"
        for code, province in standard.provinces.items()
        for name, boxes in boxes_of(standard, province).items()
        for box in boxes
        if not is_within(standard, (code,), box)
    ]
    assert outside == []


@pytest.mark.slow
def test_a_box_lies_inside_its_province_or_on_its_shore_or_has_a_leader(geometry: Geometry) -> None:
    """What a coastal province cannot hold lies across its shoreline, more than a touch ashore."""
    outside = []
    for code, province in geometry.provinces.items():
        for name, boxes in boxes_of(geometry, province).items():
            leader = province.label.leader if name == "label" else province.leaders.get(name)
            for box in boxes:
                if leader or is_within(geometry, (code,), box):
                    continue
                if name.endswith(" label"):
                    # The tag of a coast stands by its fleet, ashore or not.
                    x, y = province.coasts[name.split()[0]].unit
                    assert abs(box[0] - x) + abs(box[1] - y) < 700, (code, name)
                    continue
                waters = (code, *seas_beside(geometry, code))
                ashore = [inside(geometry, province.code, (x, y)) for x, y in edge_points(box)]
                if not any(ashore) or not is_within(geometry, waters, box):
                    outside.append(f"{code} {name}")
    assert outside == []


def test_few_things_need_a_leader_and_it_leads_into_their_province(geometry: Geometry) -> None:
    count = 0
    for code, province in geometry.provinces.items():
        leaders = {**province.leaders}
        if province.label.leader:
            leaders["label"] = province.label.leader
        for name, (x1, y1, x2, y2) in leaders.items():
            count += 1
            assert inside(geometry, province.code, (x2, y2)), (code, name)
            left, top, right, bottom = boxes_of(geometry, province)[name][0]
            assert left - 100 <= x1 <= right + 100, (code, name)
            assert top - 100 <= y1 <= bottom + 100, (code, name)
    assert count <= 8


def test_every_name_is_written_out_in_a_readable_size(geometry: Geometry) -> None:
    """On a picture 1600 px wide: 10 px, in the smallest states 8 px; an army has 15 px."""
    pixel = geometry.width / 1600
    assert geometry.sizes.army[0] >= 15.3 * pixel
    small = []
    for code, province in geometry.provinces.items():
        assert re.sub(r"- ", "-", " ".join(province.label.lines)) == province.name
        assert province.label.size >= 8 * pixel, code
        if province.label.size < 10 * pixel:
            small.append(code)
    assert len(small) <= (0 if geometry.board == "standard" else 10), small


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


def test_only_the_edition_with_rules_for_the_empire_outlines_it() -> None:
    assert [board for board in BOARD_FILES if load_geometry(board.stem).regions] == [
        BOARDS / "europe-1619.json"
    ]
    geometry = load_geometry("europe-1619")
    hre = geometry.regions["hre"]
    assert {"VIE", "BOH", "SAX", "MIL"} <= set(hre.provinces)
    assert not {"PRU", "HOL", "DUT", "SWI", "VEN"} & set(hre.provinces)
    for ring in hre.outline:
        assert all(0 <= x <= geometry.width and 0 <= y <= geometry.height for x, y in ring)


def test_a_board_marks_the_ways_that_its_borders_do_not_show() -> None:
    geometry = load_geometry("europe-1615-v3")
    assert {crossing.between for crossing in geometry.crossings} == {
        ("COP", "SCA"),
        ("IRE", "SCOT"),
        ("ANDL", "SUL"),
        ("NORM", "CHA"),
    }
    for crossing in geometry.crossings:
        for code, (x, y) in zip(
            crossing.between, (crossing.points[0], crossing.points[-1]), strict=True
        ):
            assert inside(geometry, code, (x, y)), crossing.between


def test_the_boards_of_europe_share_their_coasts_and_borders() -> None:
    """Land is cut once: what one edition draws between two states, the next draws the same."""
    points = {
        board: {point for arc in load_geometry(board).arcs for point in arc.points}
        for board in ("europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3")
    }
    flagship = points["europe-1619"]
    for board, found in points.items():
        assert len(found - flagship) < 0.02 * len(found), board


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
