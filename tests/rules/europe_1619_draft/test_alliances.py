"""What friends may not do to each other, and the units of minor states: E19D-ALY and E19D-MIN."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619_draft.marching import (
    given,
    gone,
    holder,
    march,
    move,
    stands,
    status,
)

AUSTRIA_SPAIN = [("austria", "spain")]


@pytest.mark.rule("E19D-ALY-5")
@pytest.mark.rule("E19D-CHK-5")
def test_a_guest_in_an_allys_center_captures_nothing():
    state = given(units={"spain": ["A STY"], "austria": []}, alliances=AUSTRIA_SPAIN)
    result = march(state, spain="A STY - VIE")
    assert stands(result, "spain") == ["A VIE"]
    assert holder(result, "VIE") == "austria"
    in_state = march(
        given(units={"spain": ["A SLO"]}, alliances=AUSTRIA_SPAIN), spain="A SLO - CRO"
    )
    assert stands(in_state, "spain") == ["A CRO"]
    assert (holder(in_state, "CRO"), status(in_state, "CRO")) == ("CRO", "aligned austria")


# --- minor states


@pytest.mark.rule("E19D-MIN-1")
def test_a_dislodged_shield_is_disbanded():
    """A shield of defense 2 is attacked with 3: no retreat. (source)"""
    state = given(units={"HES": ["A HES +1"], "league": ["A COL +2"]}, wars=[("league", "union")])
    result = move(state, league="A COL - HES")
    assert gone(result) == gone(result, "disbanded") == ["HES: A HES +1"]
    assert result.state.moment.phase == "adjustment"
    assert stands(result, "HES") == []


@pytest.mark.rule("E19D-MIN-4")
def test_a_captured_home_center_disbands_all_units_and_frees_the_holdings():
    """The Ottomans hold Hungary; Austria takes their home center."""
    units = {"OTT": ["A HUN"], "austria": ["A SER"]}
    state = given(units=units, infs={"OTT": {}}, captures={"HUN": "OTT", "SER": "austria"})
    result = march(state, austria="A SER - MAC")
    assert status(result, "OTT") == "captured austria"
    assert stands(result, "OTT") == []
    assert holder(result, "HUN") == "HUN"


@pytest.mark.rule("E19D-MIN-5")
def test_units_of_an_unaligned_state_may_be_attacked_by_anybody():
    units = {"HES": ["A HES"], "denmark": ["A KAL +1"]}
    result = move(given(units=units, infs={"HES": {}}), denmark="A KAL - HES")
    assert gone(result, "disbanded") == ["HES: A HES"]
    assert stands(result, "denmark") == ["A HES +1"]


@pytest.mark.rule("E19D-MIN-6")
def test_a_unit_enters_its_own_powers_state_and_captures_nothing():
    state = given(units={"denmark": ["A HAM"], "LOWR": ["A KAL"]}, captures={"HAM": "denmark"})
    result = march(state, denmark="A HAM - BRU")
    assert stands(result, "denmark") == ["A BRU"]
    assert (holder(result, "BRU"), status(result, "LOWR")) == ("LOWR", "aligned denmark")
