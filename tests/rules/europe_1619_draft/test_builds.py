"""Builds and bolsters: E19D-BLD."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome, units_of
from tests.rules.europe_1619_draft.paying import bought, builds, spend, why

FOUR = {"france": ["A BUR", "A GAS", "F BIS", "A CHA"]}


@pytest.mark.rule("E19D-BLD-1")
def test_a_unit_costs_the_price_of_the_next_point_of_strength():
    """(source)"""
    played = spend(builds(units=FOUR), {"france": "BUILD A PAR"}, france=7)
    assert bought(played, "france") == [7]
    assert "A PAR" in units_of(played.state, "france")


@pytest.mark.rule("E19D-BLD-2")
def test_the_price_is_read_anew_after_each_purchase():
    """(source)"""
    played = spend(builds(units=FOUR), {"france": "BUILD A PAR; BUILD A LYO"}, france=22)
    assert bought(played, "france") == [7, 15]
    assert played.state.treasury["france"] == 0


@pytest.mark.rule("E19D-BLD-3")
def test_what_cannot_be_paid_is_refused_and_what_was_bought_stays():
    """(source)"""
    played = spend(builds(units=FOUR), {"france": "BUILD A PAR; BUILD A LYO"}, france=21)
    assert bought(played, "france") == [7]
    assert why(played, "BUILD A LYO") == "excess E19D-BLD-3"
    assert played.state.treasury["france"] == 14


@pytest.mark.rule("E19D-BLD-4")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("BUILD A PAR", "illegal E19D-BLD-4"),  # occupied
        ("BUILD A BUR", "illegal E19D-BLD-4"),  # no center
        ("BUILD F NORM", "illegal E19D-BLD-4"),  # held by England
        ("BUILD A COL", "illegal E19D-BLD-4"),  # captured, but no home center
    ],
)
def test_builds_need_a_free_home_center_that_the_power_holds(line: str, rule: str):
    state = builds(
        units={"france": ["A PAR", "A COL"], "england": ["F NORM"]},
        captures={"NORM": "england", "COL": "france"},
    )
    assert why(spend(state, {"france": line}, france=50), line) == rule


@pytest.mark.rule("E19D-BLD-4")
def test_spains_outlying_centers_serve():
    state = builds(units={"spain": ["A NAP"]})
    played = spend(state, {"spain": "BUILD A MIL; BOLSTER A NAP 1"}, spain=50)
    assert outcome(played, "BUILD A MIL") == outcome(played, "BOLSTER A NAP 1") == "success"


@pytest.mark.rule("E19D-BLD-5")
@pytest.mark.parametrize("line", ["BUILD A LYO", "BOLSTER A PAR 1"])
def test_nothing_is_sold_at_strength_15(line: str):
    state = builds(units={"france": ["A PAR +8", "A BUR +5"]})
    assert why(spend(state, {"france": line}, france=500), line) == "excess E19D-BLD-5"


@pytest.mark.rule("E19D-BLD-5")
def test_a_power_has_15_units_at_most():
    places = [
        "PAR", "BUR", "GAS", "CHA", "BRIT", "POI", "GUY", "LAN", "DAU", "FRC", "LOR", "ANS", "WUR",
        "SWI",
    ]  # fmt: skip
    state = builds(units={"france": [f"A {place}" for place in places]})
    played = spend(state, {"france": "BUILD A LYO; BUILD A PRO"}, france=500)
    assert outcome(played, "BUILD A LYO") == "success"
    assert why(played, "BUILD A PRO") == "excess E19D-BLD-5"


@pytest.mark.rule("E19D-BLD-5")
def test_steps_of_fortification_count_toward_the_end_of_the_table():
    """At index 15 nothing is sold, neither another step nor a unit of one's own."""
    state = builds(units={"union": ["A PAL +7", "A SAX +5"], "HES": ["A HES"]})
    played = spend(state, {"union": "FORTIFY HES 1; FORTIFY HES 1; BUILD A BOH"}, union=500)
    assert bought(played, "union") == [69]
    assert why(played, "BUILD A BOH") == "excess E19D-BLD-5"


@pytest.mark.rule("E19D-BLD-6")
@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("BUILD F VIE", "illegal"),
        ("BUILD F HOL", "illegal"),
        ("BUILD F HOL/EC", "success"),
        ("BUILD F COP", "success"),
    ],
)
def test_fleets_are_built_at_the_sea_with_their_coast(line: str, result: str):
    power = "austria" if "VIE" in line else "denmark"
    played = spend(builds(units={}), {power: line}, **{power: 9})
    found = why(played, line)
    assert found.startswith(result)
    assert result == "success" or found == "illegal E19D-BLD-6"


@pytest.mark.rule("E19D-BLD-7")
def test_a_bolster_costs_what_a_unit_costs():
    state = builds(units={"france": ["A PAR", "A BUR", "F BIS", "A CHA"]})
    played = spend(state, {"france": "BOLSTER A PAR 1"}, france=7)
    assert bought(played, "france") == [7]
    assert "A PAR +1" in units_of(played.state, "france")


@pytest.mark.rule("E19D-BLD-7")
def test_a_new_army_is_bolstered_in_the_same_phase():
    played = spend(builds(units={}), {"france": "BUILD A PAR; BOLSTER A PAR 2"}, france=6)
    assert units_of(played.state, "france") == ["A PAR +2"]
    assert bought(played, "france") == [1, 5]


@pytest.mark.rule("E19D-BLD-8")
@pytest.mark.parametrize("place", ["COL", "VIE"])
def test_armies_abroad_are_not_bolstered(place: str):
    line = f"BOLSTER A {place} 1"
    state = builds(
        units={"france": ["A COL", "A VIE"]},
        captures={"COL": "france"},
        alliances=[("france", "austria")],
    )
    assert why(spend(state, {"france": line}, france=50), line) == "illegal E19D-BLD-8"


@pytest.mark.rule("E19D-BLD-9")
def test_a_reduction_makes_room_for_a_unit():
    state = builds(units={"france": ["A BUR +3", "A GAS +9", "A CHA"]})
    played = spend(state, {"france": "REDUCE A BUR 1; BUILD A PAR"}, france=69)
    assert bought(played, "france") == [69]
    assert units_of(played.state, "france") == ["A BUR +2", "A CHA", "A GAS +9", "A PAR"]
    assert played.state.treasury["france"] == 0  # nothing is paid back


@pytest.mark.rule("E19D-BLD-10")
@pytest.mark.parametrize("line", ["REDUCE A PAR 1", "DISBAND A PAR"])
def test_who_gives_up_strength_bolsters_and_fortifies_nothing(line: str):
    """(source)"""
    state = builds(
        units={"france": ["A PAR +1", "A LYO"], "SAV": ["A SAV"]}, infs={"SAV": {"france": 2}}
    )
    orders = f"{line}; BOLSTER A LYO 1; FORTIFY SAV 1; BUILD A PRO"
    played = spend(state, {"france": orders}, france=50)
    assert why(played, "BOLSTER A LYO 1") == "illegal E19D-BLD-10"
    assert why(played, "FORTIFY SAV 1") == "illegal E19D-BLD-10"
    assert outcome(played, "BUILD A PRO") == "success"


@pytest.mark.rule("E19D-BLD-11")
def test_units_are_disbanded_by_order():
    state = builds(units={"france": ["A PAR", "F BIS"]})
    played = spend(state, {"france": "DISBAND F BIS; DISBAND A LYO"}, france=0)
    assert units_of(played.state, "france") == ["A PAR"]
    assert why(played, "DISBAND A LYO") == "illegal E19D-BLD-11"


@pytest.mark.rule("E19D-BLD-12")
def test_a_purchase_that_fails_does_not_hinder_the_next():
    state = builds(units={"france": ["A PAR"]})
    played = spend(state, {"france": "BUILD A PAR; BOLSTER A PAR 1"}, france=2)
    assert outcome(played, "BUILD A PAR") == "illegal"
    assert units_of(played.state, "france") == ["A PAR +1"]


@pytest.mark.rule("E19D-BLD-4")
def test_x_52_an_own_unit_on_the_only_home_center_bars_the_build_but_can_be_bolstered():
    state = builds(units={"league": ["A BAV"]})
    played = spend(state, {"league": "BUILD A BAV; BOLSTER A BAV 1"}, league=9)
    assert why(played, "BUILD A BAV") == "illegal E19D-BLD-4"
    assert units_of(played.state, "league") == ["A BAV +1"]
