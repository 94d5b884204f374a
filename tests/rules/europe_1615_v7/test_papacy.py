"""Wars of the Papacy and its support: E15V7-PAP-1 to 9, 22, 23 and E15V7-FIN."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.papal_support import Requests
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION
from tests.rules.europe.building import events, opening, outcome, verdict
from tests.rules.europe_1615_v7.seven import cited, given, sheets
from tests.rules.europe_1615_v7.test_decrees import decreed, ignoring, to_france

FACTS = opening(EDITION).facts
WAR = "WAR: PAPACY"
ASK = "REQUEST SUPPORT: PAPACY; WAR DUTCH; AMOUNT 3"
ASKED = "REQUEST SUPPORT WAR DUTCH AMOUNT 3"


def requests(state: EuropeState) -> list[tuple[str, str]]:
    found: Requests = state.parts["support"]
    return [(one.power, one.answer) for one in found.requests]


def with_request(answer: str = "", **more: Any) -> dict[str, Any]:
    row = {"power": "spain", "enemy": "dutch", "year": 1620, "answer": answer, **more}
    feature = next(one for one in EDITION.features if one.key == "support")
    return {**opening(EDITION).parts, "support": feature.load({"requests": [row]}, FACTS)}


def declared(power: str, others: dict[str, str] | None = None, **parts: Any) -> str:
    """What becomes of a declaration of war on the Papacy."""
    played = sheets(given(**parts), **{power: WAR, **(others or {})})
    return outcome(played, WAR, power)


@pytest.mark.rule("E15V7-PAP-3")
@pytest.mark.rule("E15V7-PAP-8")
def test_a_war_of_its_ally_with_a_catholic_power_opens_the_papacy():
    allied = {"alliances": [("papacy", "spain")]}
    assert declared("france", **allied) == "illegal"
    assert declared("france", wars=[("spain", "france")], **allied) == "success"
    assert declared("france", {"spain": "WAR: FRANCE"}, **allied) == "success"
    assert declared("france", wars=[("spain", "sweden")], **allied) == "illegal"


@pytest.mark.rule("E15V7-PAP-4")
def test_then_every_catholic_power_may():
    parts = {"alliances": [("papacy", "spain")], "wars": [("spain", "france")]}
    assert declared("austria", **parts) == "success"
    assert declared("france", **parts) == "success"


@pytest.mark.rule("E15V7-PAP-6")
@pytest.mark.rule("E15V7-DEC-15")
def test_the_sixth_decree_opens_the_papacy_for_good():
    five = decreed(*[to_france("not_enter", place="LOR")] * 5)
    assert declared("austria", parts=five) == "illegal"
    sixth = {"papacy": "DECREE: SPAIN; FORBID_ENTER SAV"}
    assert declared("austria", sixth, parts=five) == "success"
    six = decreed(*[to_france("not_enter", place="LOR", ended=1619)] * 6)
    assert declared("austria", parts=six, year=1628) == "success"


@pytest.mark.rule("E15V7-DEC-15")
def test_an_excommunication_is_a_decree_too():
    sixth = {"papacy": "DECREE: FRANCE; EXCOMMUNICATE"}
    assert declared("austria", sixth, parts=ignoring(5)) == "success"


@pytest.mark.rule("E15V7-PAP-8")
def test_a_war_stands_when_the_right_ends():
    state = given(wars=[("spain", "papacy")], alliances=[])
    for _ in range(6):
        state = sheets(state).state
    assert state.standing.at_war("spain", "papacy")


@pytest.mark.rule("E15V7-FIN-1")
def test_support_is_for_wars_with_protestant_powers():
    played = sheets(given(wars=[("spain", "dutch")]), spain=ASK)
    assert cited(played, ASKED) == ("success", "E15V7-FIN-2")
    assert requests(played.state) == [("spain", "")]
    order = "REQUEST SUPPORT WAR FRANCE"
    played = sheets(given(wars=[("spain", "france")]), spain=order)
    assert cited(played, order) == ("void", "E15V7-FIN-1")
    assert requests(played.state) == []
    played = sheets(given(wars=[("sweden", "dutch")]), sweden=ASK)
    assert cited(played, ASKED) == ("illegal", "E15V7-FIN-1")


def year_of(answer: str, *, phase: str = "income", treasury: int = 5) -> EuropeState:
    """The state after a year in which Spain asked and the Papacy gave this order in a phase."""
    units = {"papacy": ["A ROM"], "spain": ["A MAD"]}
    state = given(
        phase="income",
        units=units,
        wars=[("spain", "dutch")],
        parts=with_request(),
        treasury={"papacy": treasury},
    )
    while state.year == 1620:
        sheet = {"papacy": answer} if state.moment.phase == phase and answer else {}
        state = sheets(state, **sheet).state
    return state


@pytest.mark.rule("E15V7-FIN-2")
@pytest.mark.rule("E15V7-FIN-3")
@pytest.mark.rule("E15V7-FIN-8")
@pytest.mark.parametrize("phase", ["income", "builds"])
def test_one_grant_by_the_end_of_the_builds_meets_the_request(phase):
    assert requests(year_of("GRANT 1 TO SPAIN", phase=phase)) == [("spain", "granted")]
    assert requests(year_of("GRANT 1 TO FRANCE", phase=phase)) == [("spain", "refused")]
    assert requests(year_of("")) == [("spain", "refused")]


@pytest.mark.rule("E15V7-FIN-5")
@pytest.mark.rule("E15V7-FIN-9")
def test_later_requests_bind_nobody():
    state = given(year=1622, wars=[("spain", "dutch")], parts=with_request("granted"))
    played = sheets(state, spain=ASK)
    assert cited(played, ASKED) == ("success", "E15V7-FIN-5")
    assert requests(played.state) == [("spain", "granted")]


@pytest.mark.rule("E15V7-FIN-5")
@pytest.mark.parametrize(
    ("answer", "year", "told"),
    [
        ("granted", 1622, "Papacy has met that, and is free now"),
        ("refused", 1622, "Papacy has not met that: Spain may declare war on it until it pays"),
        ("excused", 1622, "Papacy was excused by the referee, and is free now"),
        ("", 1620, "Spain has asked already, and Papacy owes it one grant, not two"),
    ],
)
def test_a_later_request_is_told_how_the_first_one_was_met(answer, year, told):
    state = given(year=year, wars=[("spain", "dutch")], parts=with_request(answer))
    asked = verdict(sheets(state, spain=ASK), ASKED)
    assert asked.reasons[0].text.endswith(told)


@pytest.mark.rule("E15V7-FIN-5")
def test_two_requests_of_one_sheet_are_one():
    again = "REQUEST SUPPORT AGAINST SWEDEN AMOUNT 3"
    state = given(wars=[("spain", "dutch"), ("spain", "sweden")])
    played = sheets(state, spain=f"{ASK}\n{again}")
    assert requests(played.state) == [("spain", "")]
    said = verdict(played, "REQUEST SUPPORT WAR SWEDEN AMOUNT 3").reasons[0].text
    assert said == "Spain has asked already, and Papacy owes it one grant, not two"


@pytest.mark.rule("E15V7-FIN-6")
def test_who_cannot_pay_has_failed_and_may_be_excused():
    state = year_of("GRANT 1 TO SPAIN", treasury=-20)
    assert requests(state) == [("spain", "refused")]
    facts = {"power": "spain"}
    ruling = Ruling(1, state.moment.phase, "excuse", "nothing was left", "E15V7-FIN-6", facts)
    played = sheets(state, ruling)
    assert requests(played.state) == [("spain", "excused")]
    (told,) = events(played, "support-answer")
    assert told.rule == "E15V7-FIN-6"


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
