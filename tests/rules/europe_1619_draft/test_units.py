"""Units and their strength: E19D-UNT."""

from __future__ import annotations

import pytest

from generator.engine.phases import OrderBook
from generator.rulesets.europe.steps.prices import purses
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, opening, play
from tests.rules.europe_1619_draft.marching import given


@pytest.mark.rule("E19D-UNT-1")
@pytest.mark.parametrize("players", [12, 11, 10, 9, 8, 7])
def test_every_unit_opens_with_strength_1(players: int):
    state = opening(EDITION, players=players)
    assert state.stands
    assert {unit.strength for _, unit in state.stands} == {1}


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
