"""Who holds which land, and for whom it is kept: E19D-CAP and E19D-PRX."""

from __future__ import annotations

import pytest

from generator.engine.phases import OrderBook
from generator.rulesets.europe.steps.income import income_of
from generator.rulesets.europe.steps.scores import score_power
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe_1619_draft.marching import (
    given,
    holder,
    march,
)

# --- proxies


MECKLENBURG = {"captures": {"MEC": "denmark"}, "infs": {"MEC": {"sweden": 4}}}


@pytest.mark.rule("E19D-PRX-6")
def test_income_and_points_of_a_capture_are_the_holders():
    state = given(
        units={"denmark": [], "sweden": ["A MEC"]}, alliances=[("denmark", "sweden")], **MECKLENBURG
    )
    result = march(state, sweden="A MEC H")
    assert holder(result, "MEC") == "denmark"
    turn = Turn(EDITION, result.state, OrderBook({}))
    income = income_of(turn)
    assert [item.source for item in income["denmark"] if "MEC" in item.parts] == ["captured_center"]
    assert not any("MEC" in item.parts for item in income["sweden"])
    value = result.state.facts.centers["MEC"]
    assert score_power(turn, "denmark")["captured_center"] == value
    assert score_power(turn, "sweden")["captured_center"] == 0
