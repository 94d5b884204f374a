"""What stands where on the committed boards: every thing in its place, and nothing on another."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapsvg.geometry import BOARDS, load_geometry
from mapsvg.lettering import text_width
from mapsvg.shapes import Geometry, Label, Point, Province
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
