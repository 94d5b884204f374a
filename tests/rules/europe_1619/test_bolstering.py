"""Strength bought for armies, and strength given up: E19-BLD-7 to 11, 15."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.units import Piece
from generator.rulesets.europe.state.values import BolsterUnit, ReduceUnit
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1619.spending import builds, refusal, spend

"""France at strength 4, with all its home centers vacant."""


@pytest.mark.rule("E19-BLD-7")
def test_bolstering_costs_what_a_unit_costs() -> None:
    state = builds(units={"france": ["A PAR", "A LYO", "A GAS", "F ENG"]})
    result = spend(state, {"france": "BOLSTER A PAR"}, france=9)
    assert "A PAR +1" in units_of(result.state, "france")
    assert result.state.treasury["france"] == 0


@pytest.mark.rule("E19-BLD-7")
def test_several_points_are_priced_one_by_one() -> None:
    state = builds(units={"france": ["A PAR", "A LYO", "A GAS", "F ENG"]})
    result = spend(state, {"france": "BOLSTER A PAR 2"}, france=24)
    assert "A PAR +2" in units_of(result.state, "france")
    assert result.state.treasury["france"] == 0


@pytest.mark.rule("E19-UNIT-3")
@pytest.mark.rule("E19-BLD-7")
@pytest.mark.parametrize(
    ("units", "order", "refused"),
    [
        (["F LON"], "BOLSTER F LON 1", "illegal E19-BLD-7"),
        (["A LON +9"], "BOLSTER A LON 1", "excess E19-BLD-7"),
        (["A LON +8"], "BOLSTER A LON 2", "excess E19-BLD-7"),
        (["A LON"], "BOLSTER A YOR 1", "illegal E19-BLD-7"),
        (["A LON"], "BOLSTER F LON 1", "illegal E19-BLD-7"),
    ],
)
def test_what_cannot_be_bolstered(units: list[str], order: str, refused: str) -> None:
    """Fleets, armies of strength 10, armies that are not there."""
    result = spend(builds(units={"england": units}), {"england": order}, england=500)
    assert refusal(result, order) == refused
    assert units_of(result.state, "england") == units


@pytest.mark.rule("E19-BLD-7")
@pytest.mark.parametrize("points", [0, -1])
def test_nothing_is_no_purchase(points: int) -> None:
    order = BolsterUnit(Piece("A", "PAR"), points)
    result = spend(builds(units={"france": ["A PAR"]}), {"france": [order]}, france=9)
    assert outcome(result, str(order)) == "illegal"
    assert result.state.treasury["france"] == 9


@pytest.mark.rule("E19-BLD-8")
@pytest.mark.parametrize(
    ("army", "parts", "permitted"),
    [
        ("A GAS", {}, False),
        ("A PAR", {}, True),
        ("A COL", {"captures": {"COL": "france"}}, True),
        ("A SAA", {"captures": {"SAA": "france"}}, False),
        ("A TUR", {"alliances": [("france", "savoy")]}, True),
        ("A TUR", {}, False),
        ("A HES", {"infs": {"HES": {"france": 5}}}, True),
        ("A HES", {"infs": {"HES": {"savoy": 5}}, "alliances": [("france", "savoy")]}, True),
        ("A HES", {"infs": {"HES": {"savoy": 5}}}, False),
        ("A COL", {"captures": {"COL": "savoy"}, "alliances": [("france", "savoy")]}, True),
        ("A PAR", {"captures": {"PAR": "savoy"}}, False),
    ],
)
def test_armies_are_bolstered_on_home_captured_and_allied_centers(
    army: str, parts: dict[str, Any], permitted: bool
) -> None:
    order = f"BOLSTER {army} 1"
    result = spend(builds(units={"france": [army]}, **parts), {"france": order}, france=9)
    assert (outcome(result, order) == "success") is permitted
    if not permitted:
        assert refusal(result, order) == "illegal E19-BLD-8"


@pytest.mark.rule("E19-BLD-8")
def test_build_sites_serve_for_bolstering() -> None:
    state = builds(units={"spain": ["A FLA"]})
    result = spend(state, {"spain": "BOLSTER A FLA 1"}, spain=9)
    assert outcome(result, "BOLSTER A FLA 1") == "success"


@pytest.mark.rule("E19-BLD-9")
def test_an_army_is_reduced_to_make_room() -> None:
    """Total 15, one point given up, one unit built at the price of row 14."""
    state = builds(units={"france": ["A PAR +5", "A GAS +8"]})
    result = spend(state, {"france": "REDUCE A PAR 1\nBUILD A LYO"}, france=70)
    assert units_of(result.state, "france") == ["A GAS +8", "A LYO", "A PAR +4"]
    assert result.state.treasury["france"] == 70 - 69
    (event,) = events(result, "reduced")
    assert (event.data["points"], event.data["strength"]) == (1, 5)


@pytest.mark.rule("E19-BLD-9")
@pytest.mark.parametrize("points", [-1, 0, 2, 3])
def test_an_army_keeps_a_point_when_it_is_reduced(points: int) -> None:
    order = ReduceUnit(Piece("A", "PAR"), points)
    result = spend(builds(units={"france": ["A PAR +1"]}), {"france": [order]}, france=9)
    assert refusal(result, str(order)) == "illegal E19-BLD-9"
    assert units_of(result.state, "france") == ["A PAR +1"]


@pytest.mark.rule("E19-BLD-9")
def test_only_ones_own_units_are_reduced() -> None:
    state = builds(units={"france": ["A PAR"], "HES": ["A HES +1"]}, infs={"HES": {"france": 5}})
    result = spend(state, {"france": "REDUCE A HES 1"}, france=9)
    assert refusal(result, "REDUCE A HES 1") == "illegal E19-BLD-9"


@pytest.mark.rule("E19-BLD-10")
@pytest.mark.parametrize(
    "orders", ["REDUCE A PAR 1\nBOLSTER A LYO", "BOLSTER A LYO\nREDUCE A PAR 1"]
)
def test_who_reduces_bolsters_nobody(orders: str) -> None:
    state = builds(units={"france": ["A PAR +1", "A LYO"]})
    result = spend(state, {"france": orders}, france=50)
    assert refusal(result, "BOLSTER A LYO 1") == "illegal E19-BLD-10"
    assert units_of(result.state, "france") == ["A LYO", "A PAR"]
    assert result.state.treasury["france"] == 50


@pytest.mark.rule("E19-BLD-10")
def test_who_reduces_bolsters_no_army_of_a_state_but_buys_it_a_unit() -> None:
    state = builds(
        units={"france": ["A PAR +1"], "HES": ["A HES"], "LOR": ["A SAA"]},
        infs={"HES": {"france": 5}, "LOR": {"france": 5}},
        captures={"SAA": "LOR"},
    )
    orders = "REDUCE A PAR 1\nBOLSTER A HES FOR HES\nBUILD A LOR FOR LOR"
    result = spend(state, {"france": orders}, france=50)
    assert refusal(result, "BOLSTER A HES FOR HES 1") == "illegal E19-BLD-10"
    assert outcome(result, "BUILD A LOR FOR LOR") == "success"


@pytest.mark.rule("E19-BLD-10")
def test_a_reduction_that_is_refused_bars_nothing() -> None:
    state = builds(units={"france": ["A PAR", "A LYO"]})
    result = spend(state, {"france": "REDUCE A PAR 1\nBOLSTER A LYO"}, france=50)
    assert outcome(result, "BOLSTER A LYO 1") == "success"


@pytest.mark.rule("E19-BLD-11")
def test_who_disbands_bolsters_nobody() -> None:
    state = builds(units={"france": ["F NORM", "A PAR"]})
    result = spend(state, {"france": "DISBAND F NORM\nBOLSTER A PAR"}, france=50)
    assert refusal(result, "BOLSTER A PAR 1") == "illegal E19-BLD-11"
    assert units_of(result.state, "france") == ["A PAR"]
    assert events(result, "disbanded")[0].data["unit"] == "F NORM"


@pytest.mark.rule("E19-BLD-11")
def test_who_disbands_may_build_in_the_same_place() -> None:
    state = builds(units={"france": ["A NORM", "A PAR"]})
    result = spend(state, {"france": "BUILD F NORM\nDISBAND A NORM"}, france=2)
    assert units_of(result.state, "france") == ["A PAR", "F NORM"]
    assert result.state.treasury["france"] == 0


@pytest.mark.rule("E19-BLD-11")
def test_only_a_unit_that_is_there_is_disbanded() -> None:
    result = spend(builds(units={"france": ["A PAR"]}), {"france": "DISBAND F PAR"}, france=0)
    assert refusal(result, "DISBAND F PAR") == "illegal E19-BLD-11"
    assert units_of(result.state, "france") == ["A PAR"]


@pytest.mark.rule("E19-BLD-15")
def test_a_new_army_is_bolstered_in_the_same_phase() -> None:
    result = spend(builds(units={}), {"france": "BUILD A PAR\nBOLSTER A PAR"}, france=3)
    assert units_of(result.state, "france") == ["A PAR +1"]
    assert result.state.treasury["france"] == 0


@pytest.mark.rule("E19-BLD-15")
def test_new_units_have_strength_one() -> None:
    result = spend(builds(units={}), {"france": "BUILD A PAR\nBUILD F NORM"}, france=3)
    assert [unit.strength for unit in result.state.units["france"]] == [1, 1]
