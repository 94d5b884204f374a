"""Units and their strength: E19D-UNT."""

from __future__ import annotations

import pytest

from generator.engine.phases import OrderBook
from generator.rulesets.europe.steps.prices import purses
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, opening, outcome, play, units_of
from tests.rules.europe_1619_draft.marching import given, gone, move, said, stands


@pytest.mark.rule("E19D-UNT-1")
@pytest.mark.parametrize("players", [12, 11, 10, 9, 8, 7])
def test_every_unit_opens_with_strength_1(players: int):
    state = opening(EDITION, players=players)
    assert state.stands
    assert {unit.strength for _, unit in state.stands} == {1}


@pytest.mark.rule("E19D-UNT-2")
def test_a_bolstered_army_has_its_whole_strength_in_everything():
    """An army that shows +2 attacks, defends and supports with 3."""
    state = given(units={"france": ["A PAR +2"], "spain": ["A NET +1"]}, wars=[("france", "spain")])
    assert stands(move(state, france="A PAR - NET"), "france") == ["A NET +2"]
    assert stands(move(state, spain="A NET - PAR"), "spain") == ["A NET +1"]
    state = given(
        units={"france": ["A PAR +2", "A NORM"], "spain": ["A NET +2"]}, wars=[("france", "spain")]
    )
    supported = move(state, france="A NORM - NET; A PAR S A NORM - NET")
    assert gone(supported) == ["spain: A NET +2"]


@pytest.mark.rule("E19D-UNT-3")
def test_a_shield_of_plus_2_defends_with_3():
    state = given(units={"HES": ["A HES +2"], "league": ["A COL +2"]}, wars=[("league", "union")])
    assert gone(move(state, league="A COL - HES")) == []
    state = given(units={"HES": ["A HES +2"], "league": ["A COL +3"]}, wars=[("league", "union")])
    assert gone(move(state, league="A COL - HES")) == ["HES: A HES +2"]


@pytest.mark.rule("E19D-UNT-4")
def test_fleets_cannot_be_bolstered():
    state = given(phase="builds", units={"france": ["F NORM"]}, treasury={"france": 50})
    result = play(EDITION, state, {"france": "BOLSTER F NORM 1"})
    assert outcome(result, "BOLSTER F NORM 1") == "illegal"
    assert units_of(result.state, "france") == ["F NORM"]


@pytest.mark.rule("E19D-UNT-4")
def test_armies_of_states_that_are_no_shields_cannot_be_bolstered():
    state = given(phase="builds", units={"HES": ["A PAD"]}, treasury={"union": 50})
    result = play(EDITION, state, {"union": "BOLSTER A PAD 1\nBOLSTER A PAD FOR HES 1"})
    assert [one.outcome for one in result.verdicts if one.power == "union"] == ["illegal"] * 2
    assert "A PAD" in units_of(result.state, "HES")


@pytest.mark.rule("E19D-UNT-5")
def test_two_armies_that_go_to_one_province_both_bounce():
    state = given(units={"france": ["A PAR", "A LYO"]})
    result = move(state, france="A PAR - BUR; A LYO - BUR")
    assert outcome(result, "A PAR - BUR") == outcome(result, "A LYO - BUR") == "bounce"
    assert stands(result, "france") == ["A LYO", "A PAR"]


@pytest.mark.rule("E19D-UNT-6")
def test_an_army_of_strength_10_cannot_grow():
    """Nobody bolsters beyond +9. (source)"""
    state = given(phase="builds", units={"france": ["A PAR +9"]}, treasury={"france": 999})
    result = play(EDITION, state, {"france": "BOLSTER A PAR 1"})
    assert outcome(result, "BOLSTER A PAR 1") == "excess"
    assert units_of(result.state, "france") == ["A PAR +9"]
    state = given(phase="builds", units={"france": ["A PAR +8"]}, treasury={"france": 999})
    grown = play(EDITION, state, {"france": "BOLSTER A PAR 1"}).state
    assert units_of(grown, "france") == ["A PAR +9"]


@pytest.mark.rule("E19D-UNT-7")
def test_military_strength_counts_a_powers_own_units_alone():
    """Two armies of 1 and 3, a fleet and an aligned state's army: 5."""
    state = given(
        phase="builds",
        units={"france": ["A PAR", "A LYO +2", "F NORM"], "LOR": ["A LOR"], "HES": ["A HES +4"]},
        infs={"HES": {"france": 4}},
    )
    purse = purses(Turn(EDITION, state, OrderBook({})))["france"]
    assert (purse.units, purse.strength) == (3, 5)
    (report,) = events(play(EDITION, state), "treasuries")
    assert report.data["by_power"]["france"]["strength"] == 5


@pytest.mark.rule("E19D-UNT-8")
def test_no_part_of_a_bolstered_army_can_be_left_behind():
    state = given(units={"france": ["A PAR +3"]})
    result = move(state, france="A PAR - BUR; A PAR H")
    assert stands(result, "france") == ["A PAR +3"]
    assert "several different orders" in said(result, "A PAR - BUR")
    assert stands(move(state, france="A PAR - BUR"), "france") == ["A BUR +3"]
