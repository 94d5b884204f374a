"""Who orders the units of minor states: E15V3-MIN, INF-7 and INF-15, STA-4, STA-6 and STA-10."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome, units_of, verdict
from tests.rules.europe_1615_v3.three import cited, complaints, given, said, sheets

HESSE = {"HES": ["A HES"]}


@pytest.mark.rule("E15V3-MIN-1")
def test_any_power_may_order_any_state_s_unit():
    state = given(units={"RHI": ["A RHI"], "france": ["A PAR"]}, infs={"RHI": {"spain": 5}})
    (warned,) = complaints(state, france="PAR H\nRHI - WES")
    assert (warned.text, warned.severity, warned.done) == ("RHI - WES", "warning", "perhaps")
    played = sheets(state, france="RHI HOLD")
    assert cited(played, "A RHI H", "france")[0] == "illegal"
    assert said(played, "A RHI H", "france").startswith("Rhineland is aligned with Spain")


@pytest.mark.rule("E15V3-MIN-1")
@pytest.mark.rule("E15V3-INF-15")
def test_only_catholic_powers_order_the_papal_army():
    state = given(units={"PAPL": ["A ROM"], "england": ["A LON"]})
    (wrong,) = complaints(state, england="LON H\nROM-TUS")
    assert (wrong.line, wrong.severity, wrong.rule) == (2, "error", "E15V3-MIN-1")
    assert wrong.problem == (
        "only Catholic powers order units of Papal States, and England is Protestant"
    )
    played = sheets(state, england="1: PAPL ; ROM-TUS", spain="1: PAPL ; ROM-NAP")
    assert outcome(played, "1: PAPL", "england") == outcome(played, "A ROM - TUS") == "illegal"
    assert units_of(played.state, "PAPL") == ["A NAP"]


@pytest.mark.rule("E15V3-MIN-5")
@pytest.mark.rule("E15V3-RES-1")
@pytest.mark.parametrize("before", [{"HES": {"denmark": 5, "austria": 5}}, {}])
def test_an_order_in_hope_is_followed_if_the_state_is_won_in_this_phase(
    before: dict[str, dict[str, int]],
):
    state = given(units=HESSE, infs=before)
    assert not complaints(state, denmark="3: HES\nHES-WES")
    played = sheets(state, denmark="3: HES ; HES-WES")
    assert units_of(played.state, "HES") == ["A WES"]
    assert verdict(played, "A HES - WES").public


@pytest.mark.rule("E15V3-ID-3")
def test_of_several_orders_of_a_player_for_a_unit_the_last_counts():
    state = given(units={"france": ["A PAR"]})
    played = sheets(state, france="PAR-BUR ; PAR-CHA")
    assert units_of(played.state, "france") == ["A CHA"]
    (told,) = complaints(state, france="PAR-BUR\nPAR-CHA")
    assert (told.line, told.column, told.severity) == (1, 1, "warning")
    assert told.problem == "the unit in Paris has another order, which counts"


@pytest.mark.rule("E15V3-OTT-2")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("SER-BOS", "A SER - BOS"),
        ("SER-hold", "A SER H"),
        ("SER HOLD", "A SER H"),
        ("A(SER) - ALB", "A SER - ALB"),
        ("a ser - bos", "A SER - BOS"),
        ("SER S RUM", "A SER S A RUM"),
        ("ser s rum-bul", "A SER S A RUM - BUL"),
        ("Ottoman Empire: A SER - BOS", "A SER - BOS"),
    ],
)
def test_orders_are_read_in_all_their_spellings(text: str, order: str):
    """The order language of the catalogue: units without a type, in parentheses, in any case."""
    state = given(units={"OTT": ["A RUM", "A SER"]})
    assert not [one for one in complaints(state, spain=text) if one.line]
    assert verdict(sheets(state, spain=text), order, "spain").outcome == "success"


@pytest.mark.rule("E15V3-MIN-1")
def test_a_sheet_mixes_units_of_all_kinds():
    """The sample sheet of France."""
    text = """9: WUR
3: RHI
12: LOR
10: SAV

NORM S PAR-CHA
PAR-CHA
BRIT HOLD
PRO S SAV HOLD   # own ones
SAV HOLD
WUR HOLD
RHI HOLD
SER-hold
LOR S PAR-CHA"""
    units = {
        "france": ["A PAR", "A NORM", "F BRIT", "A PRO"],
        **{code: [f"A {code}"] for code in ("SAV", "WUR", "RHI", "LOR")},
        "OTT": ["A RUM", "A SER"],
    }
    state = given(units=units)
    assert not complaints(state, france=text)
    played = sheets(state, france=text)
    assert {one.outcome for one in played.verdicts if one.power == "france"} == {"success"}
    assert units_of(played.state, "france") == ["A CHA", "A NORM", "A PRO", "F BRIT"]


@pytest.mark.rule("E15V3-ID-3")
@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        ("A XYZ - BOS", "there is no province XYZ", ""),
        ("PAR - ", "the move has no destination", "PAR touches"),
        ("PAR S", "the support names no unit", ""),
        ("PAR - MAD", "Paris", ""),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, problem: str, hint: str):
    state = given(units={"france": ["A PAR", "A NORM"]})
    told = [one for one in complaints(state, france=f"NORM H\n  {text}") if one.line]
    assert [(one.line, one.column >= 3, one.severity) for one in told] == [(2, True, "error")]
    assert problem in told[0].problem
    assert hint in told[0].hint
