"""Who may stay where, and who may be attacked there: E19D-CHK."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, outcome
from tests.rules.europe_1619_draft.marching import (
    checked,
    displaced,
    given,
    gone,
    holder,
    march,
    move,
    retreat,
    rules,
    said,
    stands,
)

NEUTRAL = {"spain": 2, "france": 2}


@pytest.mark.rule("E19D-CHK-1")
def test_the_check_comes_after_all_moves_and_before_retreats():
    """The French army in neutral Lorraine leaves in time, the Spanish one comes in vain."""
    units = {"france": ["A LOR +1", "A STR"], "LOR": []}
    state = given(units=units, infs={"LOR": NEUTRAL}, captures={"STR": "france"})
    leaves = move(state, france="A LOR - CHA; A STR H")
    assert events(leaves, "evicted") == []
    stays = move(state, france="A LOR H; A STR H")
    (event,) = events(stays, "evicted")
    assert event.data["unit"] == "A LOR +1"
    assert stays.state.moment.phase == "retreats"
    assert events(retreat(stays, france="A LOR R CHA"), "evicted") == []


@pytest.mark.rule("E19D-CHK-2")
def test_4a_a_unit_in_a_neutral_state_must_leave():
    """Lorraine has turned neutral, and a French army holds there."""
    state = given(units={"france": ["A LOR +1"], "LOR": []}, infs={"LOR": NEUTRAL})
    result = move(state, france="A LOR H")
    assert gone(result, "evicted") == ["france: A LOR +1"]
    (event,) = events(result, "evicted")
    assert (event.rule, "Lorraine-Alsace is neutral" in event.text) == ("E19D-CHK-2", True)
    assert "CHA" in displaced(result)["france: A LOR +1"]


@pytest.mark.rule("E19D-CHK-2")
def test_4a_also_in_what_a_neutral_state_holds_and_without_a_retreat_it_is_disbanded():
    state = given(units={"poland": ["A HUN"]}, captures={"HUN": "OTT"})
    result = move(state, poland="A HUN H")
    (event,) = events(result, "evicted")
    assert "which holds this land, is neutral" in event.text
    assert gone(result, "disbanded") == ["poland: A HUN"]
    assert result.state.moment.phase == "adjustment"


@pytest.mark.rule("E19D-CHK-3")
def test_4b_a_unit_in_the_land_of_a_power_at_peace_must_leave():
    """The alliance of France and Denmark has ended, and a Danish army is still in Champagne."""
    state = given(year=1623, units={"denmark": ["A CHA +1"]})
    result = move(state, denmark="A CHA H")
    (event,) = events(result, "evicted")
    assert event.rule == "E19D-CHK-3"
    assert "the land belongs to France, with which Denmark is neither at war nor allied" in (
        event.text
    )
    allied = given(year=1623, units={"denmark": ["A CHA +1"]}, alliances=[("denmark", "france")])
    assert events(move(allied, denmark="A CHA H"), "evicted") == []


@pytest.mark.rule("E19D-CHK-3")
def test_4b_in_a_state_aligned_with_a_power_at_peace():
    state = given(units={"spain": ["A COL +1"], "COL": []})
    (event,) = events(move(state, spain="A COL H"), "evicted")
    assert "Cologne is aligned with League" in event.text


@pytest.mark.rule("E19D-CHK-4")
@pytest.mark.rule("E19D-CAP-13")
def test_4c_a_unit_in_an_enemys_land_captures_it():
    """An English fleet moves to empty Normandy."""
    state = given(units={"england": ["F ENG"]}, wars=[("england", "france")])
    result = march(state, england="F ENG - NORM")
    assert holder(result, "NORM") == "england"
    assert checked(state, "england", "F NORM").cause == "position-war"
    peace = march(given(units={"england": ["F ENG"]}), england="F ENG - NORM")
    assert holder(peace, "NORM") == "france"


@pytest.mark.rule("E19D-CHK-5")
def test_4d_an_allys_unit_stays_as_a_guest():
    state = given(units={"spain": ["A VIE"]}, alliances=[("austria", "spain")])
    found = checked(state, "spain", "A VIE")
    assert (found.kind, found.cause) == ("stay", "position-guest")
    assert events(move(state, spain="A VIE H"), "evicted") == []
    assert holder(march(state, spain="A VIE H"), "VIE") == "austria"


def low_countries() -> dict[str, list[str]]:
    """An English army stands in the Southern Netherlands, and the Dutch come with supports."""
    return {"england": ["A NET"], "dutch": ["A HLD", "A FRI", "A COL"], "COL": []}


DUTCH_ATTACK = "A HLD - NET; A FRI S A HLD - NET; A COL S A HLD - NET"


@pytest.mark.rule("E19D-CHK-6")
def test_4e_a_guest_is_safe_from_those_who_are_at_war_with_its_host_alone():
    state = given(
        units=low_countries(),
        captures={"COL": "dutch"},
        wars=[("dutch", "spain")],
        alliances=[("england", "spain")],
    )
    result = move(state, dutch=DUTCH_ATTACK)
    assert outcome(result, "A HLD - NET") == "bounce"
    assert gone(result) == []
    assert "E19D-CHK-6" in rules(result, "A HLD - NET")
    assert "Dutch Republic is not at war with England" in said(result, "A HLD - NET")
    both = given(
        units=low_countries(),
        captures={"COL": "dutch"},
        wars=[("dutch", "spain"), ("dutch", "england")],
        alliances=[("england", "spain")],
    )
    assert gone(move(both, dutch=DUTCH_ATTACK)) == ["england: A NET"]


@pytest.mark.rule("E19D-CHK-6")
def test_4e_holds_for_minor_units_and_for_neutral_ones():
    units = {"HES": ["A SWI"], "spain": ["A MIL +3"], "SWI": []}
    state = given(units=units, captures={"SWI": "HES"})
    assert gone(move(state, spain="A MIL - SWI")) == []
    at_war = given(units=units, captures={"SWI": "HES"}, wars=[("spain", "union")])
    assert gone(move(at_war, spain="A MIL - SWI")) == ["HES: A SWI"]
    units = {"VEN": ["A SWI"], "spain": ["A MIL +3"]}
    neutral = move(given(units=units), spain="A MIL - SWI")
    assert gone(neutral) == []
    assert "neutral" in said(neutral, "A MIL - SWI")


@pytest.mark.rule("E19D-CHK-7")
def test_a_war_with_the_guest_opens_not_the_hosts_land():
    state = given(
        units=low_countries(), wars=[("dutch", "england")], alliances=[("england", "spain")]
    )
    result = move(state, dutch="A HLD - NET")
    assert outcome(result, "A HLD - NET") == "illegal"
    assert rules(result, "A HLD - NET") == ["E19D-MOV-2"]


@pytest.mark.rule("E19D-CHK-8")
def test_a_move_at_an_allys_unit_succeeds_only_if_that_unit_leaves():
    units = {"austria": ["A STY +4"], "spain": ["A VIE"]}
    state = given(units=units, alliances=[("austria", "spain")])
    stays = move(state, austria="A STY - VIE", spain="A VIE H")
    assert outcome(stays, "A STY - VIE") == "bounce"
    leaves = move(state, austria="A STY - VIE", spain="A VIE - RHU")
    assert outcome(leaves, "A STY - VIE") == "success"


@pytest.mark.rule("E19D-CHK-9")
@pytest.mark.parametrize(
    ("owner", "unit", "captures"),
    [
        ("france", "A PAR", {}),
        ("france", "A LOR", {}),
        ("LOR", "A PAR", {}),
        ("france", "A SWI", {"SWI": "france"}),
        ("VEN", "A SWI", {"SWI": "VEN"}),
        ("france", "F NAR", {}),
    ],
)
def test_units_on_their_own_land_and_at_sea_stay(owner: str, unit: str, captures: dict[str, str]):
    state = given(units={owner: [unit]}, captures=captures)
    result = move(state)
    assert events(result, "evicted") == []
    assert stands(result, owner) == [unit]


@pytest.mark.rule("E19D-CHK-10")
def test_a_minor_unit_that_must_leave_is_disbanded():
    """A Hessian army stands in Saxony, and Hesse has turned to the League."""
    state = given(
        units={"HES": ["A SAX"], "SAX": []},
        infs={"HES": {"league": 4}, "SAX": {"union": 2}},
    )
    result = move(state, league="A SAX H")
    assert gone(result, "evicted") == gone(result, "disbanded") == ["HES: A SAX"]
    (event,) = events(result, "disbanded")
    assert event.rule == "E19D-RET-1"


@pytest.mark.rule("E19D-CHK-10")
def test_a_fleet_that_must_leave_is_disbanded():
    state = given(units={"england": ["F NORM"]})
    result = move(state, england="F NORM H")
    (event,) = events(result, "disbanded")
    assert (event.rule, event.data["unit"]) == ("E19D-CHK-10", "F NORM")


@pytest.mark.rule("E19D-CHK-10")
def test_who_must_leave_pays_for_the_retreat_like_others():
    state = given(units={"spain": ["A CHA", "A BUR +2"]})
    result = move(state, spain="A CHA H; A BUR H")
    after = retreat(result, spain="A CHA R NET; A BUR R FRC")
    assert stands(after, "spain") == ["A FRC +1", "A NET"]
    assert after.state.parts["attrition"] == {"spain": ("NET",)}
