"""Who may stay where, and who may be attacked there: E19D-CHK."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events
from tests.rules.europe_1619_draft.marching import (
    checked,
    displaced,
    given,
    gone,
    holder,
    march,
    move,
    retreat,
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
