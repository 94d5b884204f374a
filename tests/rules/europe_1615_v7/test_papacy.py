"""Wars of the Papacy and its support: E15V7-PAP-1 to 9, 22, 23 and E15V7-FIN."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.features.papal_support import Requests
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe_1615_v7.seven import given, sheets

ASK = "REQUEST SUPPORT: PAPACY; WAR DUTCH; AMOUNT 3"


def requests(state: EuropeState) -> list[tuple[str, str]]:
    found: Requests = state.parts["support"]
    return [(one.power, one.answer) for one in found.requests]


@pytest.mark.rule("E15V7-PAP-8")
def test_a_war_stands_when_the_right_ends():
    state = given(wars=[("spain", "papacy")], alliances=[])
    for _ in range(6):
        state = sheets(state).state
    assert state.standing.at_war("spain", "papacy")


@pytest.mark.rule("E15V7-FIN-2")
def test_two_first_requests_of_a_year_need_a_grant_each():
    state = given(wars=[("spain", "dutch"), ("austria", "sweden")])
    state = sheets(state, spain=ASK, austria="REQUEST SUPPORT").state
    assert requests(state) == [("austria", ""), ("spain", "")]
    while state.moment.phase != "builds":
        sheet = {"papacy": "GRANT 1 TO SPAIN"} if state.moment.phase == "income" else {}
        state = sheets(state, **sheet).state
    state = sheets(state).state
    assert sorted(requests(state)) == [("austria", "refused"), ("spain", "granted")]
