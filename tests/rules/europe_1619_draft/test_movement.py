"""Who may be ordered where, and who may fight at sea: E19D-MOV."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome, verdict
from tests.rules.europe_1619_draft.marching import (
    given,
    gone,
    holder,
    march,
    move,
    rules,
    said,
    stands,
)

FRANCE_ENGLAND = [("england", "france")]


@pytest.mark.rule("E19D-MOV-1")
def test_a_power_orders_its_own_units_and_those_of_its_states():
    state = given(units={"COL": ["A COL"], "league": ["A BAV"]})
    result = move(state, league="A COL H; A BAV H")
    assert outcome(result, "A COL H", "league") == "success"
    foreign = move(state, union="A COL H; A BAV H")
    for order in ("A COL H", "A BAV H"):
        one = verdict(foreign, order, "union")
        assert (one.outcome, one.reasons[0].rule) == ("illegal", "E19D-MOV-1")


@pytest.mark.rule("E19D-MOV-1")
@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("A PAR - BUR; A PAR - CHA", "A PAR"),
        ("A PAR - BUR; A PAR - NET", "A BUR"),
        ("A PAR - BUR; A PAR - BUR", "A BUR"),
    ],
)
def test_of_several_orders_the_only_possible_one_counts(text: str, ends: str):
    assert stands(move(given(units={"france": ["A PAR"]}), france=text), "france") == [ends]


@pytest.mark.rule("E19D-MOV-2")
def test_nobody_is_convoyed_into_the_domain_of_a_power_at_peace():
    """An English army wants to land in Normandy: it holds."""
    state = given(units={"england": ["A LON", "F ENG"]})
    orders = "A LON - NORM; F ENG C A LON - NORM"
    result = move(state, england=orders)
    assert outcome(result, "A LON - NORM") == "illegal"
    assert rules(result, "A LON - NORM") == ["E19D-MOV-2"]
    assert "France" in said(result, "A LON - NORM")
    assert stands(result, "england") == ["A LON", "F ENG"]
    for relation in ({"wars": FRANCE_ENGLAND}, {"alliances": FRANCE_ENGLAND}):
        landed = move(given(units={"england": ["A LON", "F ENG"]}, **relation), england=orders)
        assert "A NORM" in stands(landed, "england")


@pytest.mark.rule("E19D-MOV-2")
def test_nobody_enters_a_state_that_is_aligned_with_a_power_at_peace():
    state = given(units={"spain": ["A NET"]})
    result = move(state, spain="A NET - COL")
    assert rules(result, "A NET - COL") == ["E19D-MOV-2"]
    assert "Cologne is aligned with League" in said(result, "A NET - COL")
    war = given(units={"spain": ["A NET"]}, wars=[("spain", "league")])
    assert stands(move(war, spain="A NET - COL"), "spain") == ["A COL"]


@pytest.mark.rule("E19D-MOV-3")
def test_everybody_enters_unaligned_land():
    state = given(units={"union": ["A PAL"], "LOR": ["A LOR"]})
    assert stands(move(state, union="A PAL - SAA"), "union") == ["A SAA"]
    assert stands(move(state, france="A LOR - SAA"), "LOR") == ["A SAA"]


@pytest.mark.rule("E19D-MOV-4")
def test_a_support_needs_no_declaration():
    """Sweden has no relation to Spain, and helps the Dutch against a Spanish army."""
    units = {"dutch": ["A HLD"], "spain": ["A NET"], "sweden": ["A FRI"]}
    state = given(units=units, wars=[("dutch", "spain")], alliances=[("dutch", "sweden")])
    result = move(state, dutch="A HLD - NET", sweden="A FRI S A HLD - NET")
    assert outcome(result, "A FRI S A HLD - NET") == "success"
    assert gone(result) == ["spain: A NET"]
    refused = move(state, dutch="A HLD H", sweden="A FRI - NET")
    assert outcome(refused, "A FRI - NET") == "illegal"


@pytest.mark.rule("E19D-MOV-5")
def test_a_move_that_only_means_to_cause_a_standoff_is_an_entry():
    """Brandenburg is closed to Denmark, which cannot keep Poland out."""
    units = {"denmark": ["A MEC"], "union": ["A SIL"]}
    state = given(units=units, captures={"MEC": "denmark"})
    result = move(state, denmark="A MEC - BRA", union="A SIL - BRA")
    assert rules(result, "A MEC - BRA") == ["E19D-MOV-2"]
    assert outcome(result, "A SIL - BRA") == "success"
    war = given(units=units, captures={"MEC": "denmark"}, wars=[("denmark", "union")])
    result = move(war, denmark="A MEC - BRA", union="A SIL - BRA")
    assert outcome(result, "A SIL - BRA") == "bounce"


@pytest.mark.rule("E19D-MOV-6")
def test_the_present_holder_decides_and_not_the_owner():
    """England holds Normandy; Spain is allied with France alone."""
    state = given(
        units={"england": [], "spain": ["A NET"]},
        captures={"NORM": "england"},
        wars=FRANCE_ENGLAND,
        alliances=[("france", "spain")],
    )
    result = move(state, spain="A NET - NORM")
    assert rules(result, "A NET - NORM") == ["E19D-MOV-2"]
    assert "Normandy is held by England" in said(result, "A NET - NORM")
    friend = given(units={"spain": ["A NET"]}, alliances=[("france", "spain")])
    assert stands(move(friend, spain="A NET - NORM"), "spain") == ["A NORM"]


@pytest.mark.rule("E19D-MOV-7")
def test_nobody_enters_a_neutral_state_or_what_it_holds():
    units = {"austria": ["A SLO"], "spain": ["A MIL"], "papacy": ["A RMG"], "VEN": ["A MAN"]}
    state = given(units=units, captures={"MAN": "VEN"})
    result = move(state, austria="A SLO - VEN", papacy="A RMG - MAN", spain="A MIL - MAN")
    for order in ("A SLO - VEN", "A RMG - MAN", "A MIL - MAN"):
        assert rules(result, order) == ["E19D-MOV-7"]
    assert "is neutral and holds Mantua" in said(result, "A MIL - MAN")


@pytest.mark.rule("E19D-MOV-8")
def test_a_states_unit_has_the_permissions_of_its_power():
    state = given(units={"COL": ["A COL"]}, wars=[("league", "union")])
    result = move(state, league="A COL - HES")
    assert outcome(result, "A COL - HES") == "success"
    peace = move(given(units={"COL": ["A COL"]}), league="A COL - HES")
    assert outcome(peace, "A COL - HES") == "illegal"


@pytest.mark.rule("E19D-MOV-9")
@pytest.mark.parametrize(
    ("infs", "status"), [({"spain": 2, "france": 2}, "neutral"), ({}, "unaligned")]
)
def test_units_of_neutral_and_unaligned_states_hold(infs: dict[str, int], status: str):
    state = given(units={"HES": ["A HES"]}, infs={"HES": infs})
    result = move(state, spain="A HES - PAD", union="A HES - DAR")
    for power, order in (("spain", "A HES - PAD"), ("union", "A HES - DAR")):
        one = verdict(result, order, power)
        assert (one.outcome, one.reasons[0].rule) == ("illegal", "E19D-MOV-9")
        assert f"Hesse is {status}" in one.reasons[0].text
    assert stands(result, "HES") == ["A HES"]


@pytest.mark.rule("E19D-MOV-10")
def test_a_unit_with_a_forbidden_move_holds_and_is_supported():
    units = {"france": ["A LOR", "A CHA"], "spain": ["A NET +1"]}
    state = given(units=units, wars=[("france", "spain")])
    sheets = {"france": "A LOR - TRI; A CHA S A LOR", "spain": "A NET - LOR"}
    result = move(state, **sheets)
    assert outcome(result, "A LOR - TRI") == "illegal"
    assert outcome(result, "A CHA S A LOR") == "success"
    assert outcome(result, "A NET - LOR") == "bounce"
    alone = move(state, france="A LOR - TRI; A CHA H", spain="A NET - LOR")
    assert gone(alone) == ["france: A LOR"]


@pytest.mark.rule("E19D-MOV-11")
def test_only_the_army_needs_to_be_let_in_where_it_lands():
    units = {"denmark": ["F NAR"], "england": ["A YOR"]}
    state = given(units=units, wars=[("england", "dutch")])
    result = move(state, england="A YOR - HLD", denmark="F NAR C A YOR - HLD")
    assert stands(result, "england") == ["A HLD"]
    other = given(units=units, wars=[("denmark", "dutch")])
    result = move(other, england="A YOR - HLD", denmark="F NAR C A YOR - HLD")
    assert outcome(result, "A YOR - HLD") == "illegal"


@pytest.mark.rule("E19D-MOV-12")
def test_fleets_fight_at_sea_without_a_war():
    units = {"england": ["F NAR", "F YOR"], "denmark": ["F NTH"]}
    sheet = "F NAR - NTH; F YOR S F NAR - NTH"
    assert gone(move(given(units=units), england=sheet)) == ["denmark: F NTH"]
    allied = given(units=units, alliances=[("england", "denmark")])
    assert gone(move(allied, england=sheet)) == []


@pytest.mark.rule("E19D-MOV-12")
def test_neutral_fleets_at_sea_may_be_attacked_too():
    units = {"austria": ["F CRO", "F SLO"], "VEN": ["F GOV"]}
    result = move(given(units=units), austria="F CRO - GOV; F SLO S F CRO - GOV")
    assert gone(result) == ["VEN: F GOV"]


@pytest.mark.rule("E19D-MOV-12")
def test_nobody_captures_water():
    state = given(units={"england": ["F NAR"]})
    result = march(state, england="F NAR - NTH")
    assert "NTH" not in result.state.standing.holders
    assert stands(result, "england") == ["F NTH"]
    assert holder(result, "LON") == "england"
