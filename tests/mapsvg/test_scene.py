"""A scene that does not fit its board is refused with a message that names the fault."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from mapsvg import Fill, Marker, OrderMark, PowerStyle, SceneError, Stack, UnitPiece
from mapsvg.checks import check_scene
from tests.mapsvg.boards import small_board
from tests.mapsvg.scenes import small_scene, unit

MOVE = OrderMark("1", "move", "austria", "VIE", "BUD")


def problems(**changes: Any) -> str:
    with pytest.raises(SceneError) as caught:
        check_scene(small_scene(**changes), small_board())
    return str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"owners": {"XYZ": "austria"}},
        {"captions": {"XYZ": "X"}},
        {"stacks": (Stack("XYZ", ()),)},
        {"fills": {"XYZ": Fill("neutral")}},
        {"centers": {"XYZ": None}},
        {"values": {"XYZ": 1}},
        {"units": (unit("A XYZ"),)},
        {"markers": (Marker("XYZ", "text", "R"),)},
        {"center_styles": {"XYZ": "double"}},
        {"orders": (OrderMark("1", "move", "austria", "XYZ", "VIE"),)},
        {"orders": (OrderMark("1", "move", "austria", "VIE", "XYZ"),)},
        {"orders": (OrderMark("1", "support_move", "austria", "VIE", "BUD", "XYZ"),)},
        {"orders": (OrderMark("1", "convoyed", "austria", "VIE", "BUD", via=("XYZ",)),)},
    ],
)
def test_unknown_province_is_named_wherever_it_stands(changes: dict[str, Any]) -> None:
    assert "no province 'XYZ'" in problems(**changes)


def test_unknown_coast_is_refused_with_those_there_are() -> None:
    assert "SPA has no coast 'EC' (NC, SC)" in problems(units=(unit("F SPA/EC"),))
    assert "no named coasts" in problems(units=(unit("F LON/EC"),))
    assert "SPA has no coast 'EC'" in problems(orders=(replace(MOVE, target="SPA/EC"),))


def test_a_place_without_a_name_is_no_province() -> None:
    assert "no province ''" in problems(owners={"": "austria"})
    assert "no province ''" in problems(orders=(replace(MOVE, unit=""),))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"units": (UnitPiece("X", "VIE", "austria"),)}, "unknown kind 'X' (A, F)"),
        ({"units": (UnitPiece("A", "VIE", "austria", state="x"),)}, "unknown state 'x'"),
        ({"units": (UnitPiece("A", "VIE", "austria", 0),)}, "strength 0 is below 1"),
        ({"orders": (OrderMark("1", "jump", "austria", "VIE", "BUD"),)}, "unknown kind 'jump'"),
        (
            {"orders": (OrderMark("1", "move", "austria", "VIE", "BUD", outcome="x"),)},
            "unknown outcome 'x'",
        ),
        ({"orders": (OrderMark("1", "move", "austria", "VIE"),)}, "move has no target"),
        ({"orders": (OrderMark("1", "convoy", "austria", "VIE", "BUD"),)}, "convoy has no aux"),
        ({"fills": {"VIE": Fill("gold")}}, "unknown kind 'gold'"),
        ({"owners": {"VIE": "Austria Hungary"}}, "slug"),
        ({"orders": (OrderMark('a"b', "hold", "austria", "VIE"),)}, "an id has only"),
        ({"powers": {"austria": PowerStyle("A", "red")}}, "'red' is no color"),
        ({"orders": (MOVE, MOVE)}, "two orders have the id '1'"),
        ({"units": (unit("A VIE"), unit("F VIE"))}, "two units stand in VIE"),
        (
            {"units": (UnitPiece("A", "VIE", "", flag="round"),)},
            "unit VIE: unknown flag 'round' (\"\", diamond, shield)",
        ),
        ({"markers": (Marker("VIE", "lutheran"),)}, "marker VIE: unknown kind 'lutheran'"),
        ({"markers": (Marker("VIE", "quelled"),) * 3}, "VIE has 3 markers, and room for 2"),
        ({"center_styles": {"VIE": "square"}}, "center_styles: VIE: unknown kind 'square'"),
        ({"values": {"VIE": 100}}, "100 is not within 0 to 99"),
        ({"stacks": (Stack("VIE", (("austria", 100),)),)}, "100 is not within 0 to 99"),
        ({"stacks": (Stack("VIE", ()),) * 2}, "VIE has 2 stacks"),
        ({"center_look": "gold"}, "unknown center_look 'gold' (owned, plain)"),
        ({"pieces": "round"}, "unknown pieces 'round' (signs, blocks)"),
        ({"powers": {"austria": PowerStyle("A", tint="pink")}}, "'pink' is no color"),
        (
            {
                "units": (
                    unit("A VIE", state="dislodged"),
                    unit("F VIE", "italy", state="evicted"),
                )
            },
            "two dislodged units stand in VIE",
        ),
    ],
)
def test_fault_is_told(changes: dict[str, Any], words: str) -> None:
    assert words in problems(**changes)


def test_all_faults_are_told_at_once_and_once() -> None:
    lines = problems(owners={"XYZ": "austria"}, units=(unit("A QQQ"),)).splitlines()
    assert len(lines) == len(set(lines)) == 2


def test_dislodged_unit_may_share_a_province() -> None:
    scene = small_scene(units=(unit("A VIE", "germany"), unit("A VIE", state="dislodged")))
    check_scene(scene, small_board())
