"""Fortified provinces: E19D-FRT."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1619_draft.drafted import at, sheets
from tests.rules.europe_1619_draft.paying import bought, builds, spend, why

UNION = {"HES": {"union": 4}}


@pytest.mark.rule("E19D-FRT-1")
def test_a_step_costs_what_a_unit_of_ones_own_would_cost():
    state = builds(units={"union": ["A PAL", "A BOH"], "HES": ["A HES"]}, infs=UNION)
    played = spend(state, {"union": "FORTIFY HES 1"}, union=3)
    assert bought(played, "union") == [3]
    assert units_of(played.state, "HES") == ["A HES +1"]


@pytest.mark.rule("E19D-FRT-2")
def test_only_the_power_that_it_is_aligned_with_fortifies_a_state():
    state = builds(units={"HES": ["A HES"]}, infs=UNION)
    played = spend(state, {"france": "FORTIFY HES 1"}, france=9)
    assert why(played, "FORTIFY HES 1") == "illegal E19D-FRT-2"


@pytest.mark.rule("E19D-FRT-3")
def test_steps_raise_the_price_in_their_phase_and_never_the_power():
    state = builds(units={"union": ["A PAL", "A BOH"], "HES": ["A HES"]}, infs=UNION)
    played = spend(state, {"union": "FORTIFY HES 1; FORTIFY HES 1"}, union=8)
    assert bought(played, "union") == [3, 5]
    (rows,) = [event.data["by_power"] for event in events(played, "treasuries")]
    assert (rows["union"]["strength"], rows["union"]["next_price"]) == (2, 3)


@pytest.mark.rule("E19D-FRT-3")
def test_nothing_is_sold_beyond_the_table_of_prices_within_an_order():
    """At a strength of 14 of 15 one more point is sold, and not two."""
    units = {"union": ["A PAL +6", "A BOH +6"], "HES": ["A HES"]}
    played = spend(builds(units=units, infs=UNION), {"union": "FORTIFY HES 2"}, union=338)
    assert outcome(played, "FORTIFY HES 2") == "excess"


@pytest.mark.rule("E19D-FRT-4")
@pytest.mark.parametrize(
    "order", ["A HES - SAA", "A HES S A BRA - SAX", "A HES S A BRA", "A HES - SAX"]
)
def test_a_shield_has_no_orders_but_to_hold(order: str):
    state = builds(units={"HES": ["A HES +1"], "BRA": ["A BRA"]}, infs=UNION)
    played = sheets(at(state, "movement"), union=order)
    (verdict,) = [one for one in played.verdicts if one.order == order]
    assert (verdict.outcome, verdict.reasons[0].rule) == ("illegal", "E19D-FRT-4")
    assert units_of(played.state, "HES") == ["A HES +1"]
    held = sheets(at(state, "movement"), union="A HES H")
    assert outcome(held, "A HES H") == "success"


@pytest.mark.rule("E19D-FRT-5")
def test_a_shield_is_drawn_with_its_steps():
    state = builds(units={"HES": ["A HES +1"], "BRA": ["A BRA"]}, infs=UNION)
    drawn = {str(sign.unit): sign.flag for sign in picture_of_position(EDITION, state).units}
    assert drawn["A HES +1"] == "shield"


@pytest.mark.rule("E19D-FRT-6")
def test_steps_go_up_to_a_defense_of_10():
    state = builds(units={"HES": ["A HES +8"]}, infs=UNION)
    played = spend(state, {"union": "FORTIFY HES 1"}, union=9)
    assert units_of(played.state, "HES") == ["A HES +9"]
    again = builds(units={"HES": ["A HES +9"]}, infs=UNION)
    assert why(spend(again, {"union": "FORTIFY HES"}, union=9), "FORTIFY HES 1") == (
        "excess E19D-FRT-6"
    )


@pytest.mark.rule("E19D-FRT-7")
def test_a_shield_stays_when_the_state_turns_and_obeys_nobody():
    state = builds(units={"HES": ["A HES +1"]}, infs={"HES": {"france": 9, "union": 4}})
    assert state.statuses["HES"].patron == "france"
    played = sheets(at(state, "movement"), france="A HES - SAA")
    assert outcome(played, "A HES - SAA") == "illegal"
    assert units_of(played.state, "HES") == ["A HES +1"]


@pytest.mark.rule("E19D-FRT-8")
def test_other_units_of_the_state_move():
    state = builds(units={"HES": ["A HES +1", "A SAA"]}, captures={"SAA": "HES"}, infs=UNION)
    played = sheets(at(state, "movement"), union="A SAA - PAL")
    assert outcome(played, "A SAA - PAL") == "success"
    assert units_of(played.state, "HES") == ["A HES +1", "A PAL"]


@pytest.mark.rule("E19D-FRT-9")
@pytest.mark.parametrize(
    ("units", "infs", "line"),
    [
        ({"MEC": ["F MEC"]}, {"MEC": {"union": 4}}, "FORTIFY MEC 1"),
        ({"HES": ["A SAA"]}, UNION, "FORTIFY HES 1"),
        ({}, {"OLD": {"union": 4}}, "FORTIFY OLD 1"),
    ],
)
def test_fleets_and_armies_abroad_are_not_fortified(units: dict, infs: dict, line: str):
    played = spend(builds(units=units, infs=infs), {"union": line}, union=9)
    assert why(played, line) == "illegal E19D-FRT-9"


@pytest.mark.rule("E19D-FRT-10")
def test_a_dislodged_shield_is_gone_and_the_next_army_starts_at_1():
    state = builds(
        units={"HES": ["A HES +1"], "league": ["A WUE +2"]}, infs=UNION, wars=[("league", "union")]
    )
    played = sheets(at(state, "movement"), league="A WUE - HES")
    assert units_of(played.state, "HES") == []
    freed = builds(units={}, infs=UNION)
    assert units_of(spend(freed, {}).state, "HES") == ["A HES"]


@pytest.mark.rule("E19D-FRT-11")
def test_a_shield_bars_builds_in_its_home_center():
    state = builds(units={"HES": ["A HES +1"]}, captures={"COL": "HES"}, infs=UNION)
    played = spend(state, {})
    assert units_of(played.state, "HES") == ["A HES +1"]
    assert any(one.data["state"] == "HES" for one in events(played, "minor-build-blocked"))
