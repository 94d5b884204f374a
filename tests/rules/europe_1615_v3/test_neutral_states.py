"""Neutral states: closed to everybody, but a foreign unit inside may be attacked. E15V3-NEU."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v3.three import Played, at, cited, given, said, sheets

NEUTRAL = {"SAX": {"denmark": 5, "austria": 5}}
PRUSSIA = {"PRU": {"denmark": 5, "austria": 5}}


def around(infs: Any = NEUTRAL, captures: Any = None, **units: list[str]) -> Any:
    """Spring, with Saxony neutral and the units of these sides alone."""
    return given(units=units, infs=infs, captures=captures)


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-NEU-1")
@pytest.mark.parametrize("units", [{}, {"SAX": ["A SAX"]}])
def test_nobody_enters_land_of_a_neutral_state(units: dict[str, list[str]]):
    state = around(austria=["A BOH", "A BRA"], **units)
    played = sheets(state, austria="BOH-SAX ; BRA S BOH-SAX")
    assert on(played, "austria") == ["A BOH", "A BRA"]
    assert cited(played, "A BOH - SAX") == ("illegal", "E15V3-NEU-1")
    assert said(played, "A BOH - SAX") == (
        "illegal: Saxony is neutral, and nobody may enter its land"
    )


@pytest.mark.rule("E15V3-NEU-1")
@pytest.mark.rule("E15V3-RES-2")
def test_the_status_of_the_same_phase_decides():
    """Saxony was open when the orders were written."""
    state = around({}, austria=["A BOH"])
    played = sheets(state, austria="3: SAX ; BOH-SAX", denmark="3: SAX")
    assert cited(played, "A BOH - SAX") == ("illegal", "E15V3-NEU-1")
    opened = sheets(around(NEUTRAL, austria=["A BOH"]), austria="1: SAX ; BOH-SAX")
    assert on(opened, "austria") == ["A SAX"]


@pytest.mark.rule("E15V3-NEU-1")
def test_what_a_neutral_state_has_captured_is_closed_and_what_it_has_lost_is_open():
    """X-35 in the second part."""
    state = around(PRUSSIA, {"MEC": "PRU"}, denmark=["A HOL"])
    played = sheets(state, denmark="HOL-MEC")
    assert cited(played, "A HOL - MEC") == ("illegal", "E15V3-NEU-1")
    poland = {"POLN": {"denmark": 5, "austria": 5}}
    state = around(poland, {"DAN": "denmark"}, austria=["A POM"], spain=["A SIL"])
    played = sheets(state, austria="POM-DAN", spain="SIL-WAR")
    assert on(played, "austria") == ["A DAN"]
    assert cited(played, "A SIL - WAR") == ("illegal", "E15V3-NEU-1")


@pytest.mark.rule("E15V3-NEU-2")
@pytest.mark.parametrize(
    "order", ["A SAX H", "A SAX S A BRA - BOH", "A SAX - HES", "A SAX S A BRA"]
)
def test_a_foreign_unit_inside_does_what_it_likes(order: str):
    state = around(denmark=["A SAX", "A BRA"])
    texts = "A BRA - BOH" if "BOH" in order else "A BRA H"
    played = sheets(state, denmark=f"{order} ; {texts}")
    assert outcome(played, order) == "success"
    assert len(on(played, "denmark")) == 2


@pytest.mark.rule("E15V3-NEU-2")
def test_its_attack_is_one_like_any_other():
    state = around(denmark=["A SAX", "A BRA"], austria=["A BOH"])
    played = sheets(state, denmark="SAX S BRA-BOH ; BRA-BOH")
    assert [event.data["unit"] for event in events(played, "dislodged")] == ["A BOH"]


@pytest.mark.rule("E15V3-NEU-2")
def test_a_unit_inside_goes_to_no_other_province_of_the_state():
    """R-17."""
    poland = {"POLN": {"denmark": 5, "austria": 5}}
    state = around(poland, denmark=["A DAN"], austria=["A WAR"])
    played = sheets(state, denmark="DAN-POS", austria="WAR-DAN")
    assert outcome(played, "A DAN - POS") == outcome(played, "A WAR - DAN") == "illegal"


@pytest.mark.rule("E15V3-NEU-3")
@pytest.mark.parametrize(
    ("side", "unit"), [("denmark", "A SAX"), ("OTT", "A SAX"), ("HES", "A SAX")]
)
def test_a_foreign_unit_inside_may_be_dislodged(side: str, unit: str):
    """X-15, X-58: the attacker now is the foreign unit in Saxony."""
    state = given(units={side: [unit], "austria": ["A BOH", "A BRA"]}, infs=NEUTRAL)
    played = sheets(state, austria="BOH-SAX ; BRA S BOH-SAX")
    assert on(played, "austria") == ["A BRA", "A SAX"]
    assert cited(played, "A BOH - SAX")[0] == "success"
    assert "foreign unit in its land may be attacked" in said(played, "A BOH - SAX")
    assert len(events(played, "dislodged")) == 1


@pytest.mark.rule("E15V3-NEU-3")
def test_a_fleet_on_the_coast_of_a_neutral_state_is_a_foreign_unit_too():
    """X-58."""
    infs = {"TUS": {"spain": 3, "france": 3}}
    state = around(infs, england=["F TUS"], spain=["F TYN", "A ROM"])
    played = sheets(state, spain="TYN-TUS ; ROM S TYN-TUS")
    assert on(played, "spain") == ["A ROM", "F TUS"]


@pytest.mark.rule("E15V3-NEU-3")
def test_two_equal_attacks_stand_each_other_off():
    """X-14."""
    units = {"denmark": ["A SAX"], "austria": ["A BOH"], "england": ["A BRA"]}
    held = sheets(around(**units), austria="BOH-SAX", england="BRA-SAX", denmark="SAX H")
    assert [on(held, side) for side in units] == list(units.values())
    left = sheets(around(**units), austria="BOH-SAX", england="BRA-SAX", denmark="SAX-HES")
    assert [on(left, side) for side in units] == [["A HES"], ["A BOH"], ["A BRA"]]


@pytest.mark.rule("E15V3-NEU-3")
def test_an_attack_on_a_foreign_unit_cuts_its_support():
    state = around(denmark=["A SAX", "A BRU"], austria=["A BOH"], HES=["A HES"])
    played = sheets(state, denmark="SAX S BRU-HES ; BRU-HES", austria="BOH-SAX")
    assert outcome(played, "A SAX S A BRU - HES") == "cut"


@pytest.mark.rule("E15V3-NEU-4")
def test_nobody_follows_a_unit_that_leaves():
    state = around(denmark=["A SAX"], austria=["A BOH", "A BRA"])
    played = sheets(state, denmark="SAX-HES", austria="BOH-SAX ; BRA S BOH-SAX")
    assert on(played, "denmark") == ["A HES"]
    assert on(played, "austria") == ["A BOH", "A BRA"]
    assert cited(played, "A BOH - SAX") == ("bounce", "E15V3-NEU-4")
    later = sheets(at(played.state, "summer"), austria="BOH-SAX")
    assert cited(later, "A BOH - SAX") == ("illegal", "E15V3-NEU-1")


@pytest.mark.rule("E15V3-NEU-4")
def test_what_would_have_helped_is_that_the_unit_had_stayed():
    from generator.rulesets.europe_1615_v3 import RULESET

    state = around(denmark=["A SAX"], austria=["A BOH", "A BRA"])
    played = sheets(state, denmark="SAX-HES", austria="BOH-SAX ; BRA S BOH-SAX")
    number = 1 + [one.order for one in played.verdicts].index("A BOH - SAX")
    remedy = RULESET.remedies(state, played)[number]
    assert (remedy.kind, remedy.orders, remedy.powers) == (
        "without",
        ("A SAX - HES",),
        ("denmark",),
    )


@pytest.mark.rule("E15V3-NEU-4")
def test_a_ring_through_a_neutral_state_does_not_turn():
    """X-13: A to P, P to Q, Q to A, where P is Saxony."""
    units = {"austria": ["A BOH"], "denmark": ["A SAX"], "england": ["A BRA"]}
    played = sheets(around(**units), austria="BOH-SAX", denmark="SAX-BRA", england="BRA-BOH")
    assert [on(played, side) for side in units] == list(units.values())


@pytest.mark.rule("E15V3-NEU-5")
def test_a_foreign_unit_inside_may_be_supported():
    state = around(denmark=["A SAX", "A HES"], austria=["A BOH", "A BRA"])
    played = sheets(state, denmark="HES S SAX", austria="BOH-SAX ; BRA S BOH-SAX")
    assert not events(played, "dislodged")


@pytest.mark.rule("E15V3-NEU-6")
@pytest.mark.rule("E15V3-NEU-7")
def test_a_unit_of_a_neutral_state_abroad_holds_may_be_helped_and_is_disbanded():
    state = around(PRUSSIA, PRU=["A MEC"], denmark=["A HOL", "A BRU"], england=["A BRA"])
    texts = {"denmark": "HOL-MEC ; BRU S HOL-MEC ; A MEC - POM"}
    lost = sheets(state, **texts)
    assert cited(lost, "A MEC - POM") == ("illegal", "E15V3-MIN-4")
    assert on(lost, "PRU") == []
    assert [event.rule for event in events(lost, "disbanded")] == ["E15V3-DIS-1"]
    assert lost.state.moment.phase == "summer"
    helped = sheets(state, **texts, england="BRA S MEC")
    assert on(helped, "PRU") == ["A MEC"]


@pytest.mark.rule("E15V3-NEU-7")
def test_help_for_a_unit_at_home_decides_nothing():
    """R-16."""
    state = around(SAX=["A SAX"], denmark=["A HES"], austria=["A BOH"])
    played = sheets(state, denmark="HES S SAX", austria="BOH-SAX")
    assert outcome(played, "A HES S A SAX") == "success"
    assert outcome(played, "A BOH - SAX") == "illegal"


@pytest.mark.rule("E15V3-NEU-1")
def test_support_into_land_that_one_may_not_enter_counts():
    """X-20: a unit inside the state and one beside it help an attack on the foreign unit."""
    poland = {"POLN": {"denmark": 5, "austria": 5}}
    state = around(poland, denmark=["A DAN"], austria=["A POM", "A WAR"])
    played = sheets(state, austria="POM-DAN ; WAR S POM-DAN")
    assert on(played, "austria") == ["A DAN", "A WAR"]


@pytest.mark.rule("E15V3-NEU-1")
@pytest.mark.parametrize(("kind", "after"), [("legal", "A SAX"), ("void", "A BOH")])
def test_the_referee_s_word_on_a_move_stands(kind: str, after: str):
    inside = {"denmark": ["A SAX"]} if kind == "void" else {}
    facts = {"unit": "A BOH", "to": "SAX", "is": kind}
    ruling = Ruling(1, "spring", "entry", "agreed before", "E15V3-NEU-1", facts)
    state = around(austria=["A BOH", "A BRA"], **inside)
    played = sheets(state, ruling, austria="BOH-SAX ; BRA S BOH-SAX")
    assert after in on(played, "austria")


@pytest.mark.rule("E15V3-NEU-4")
def test_by_the_referee_s_word_a_unit_follows_another():
    facts = {"unit": "A BOH", "to": "SAX", "is": "legal"}
    ruling = Ruling(1, "spring", "entry", "agreed before", "E15V3-NEU-4", facts)
    state = around(austria=["A BOH"], denmark=["A SAX"])
    played = sheets(state, ruling, austria="BOH-SAX", denmark="SAX-HES")
    assert on(played, "austria") == ["A SAX"]


@pytest.mark.rule("E15V3-STA-9")
@pytest.mark.parametrize("place", ["A ANDL", "F ANDL"])
def test_morocco_is_closed_at_the_start(place: str):
    state = given(units={"spain": [place], "SUL": ["A SUL"]})
    played = sheets(state, spain="ANDL-SUL")
    assert cited(played, f"{place} - SUL") == ("illegal", "E15V3-NEU-1")
