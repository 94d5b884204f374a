"""What friends may not do to each other, and the units of minor states: E19D-ALY and E19D-MIN."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619_draft.marching import (
    given,
    gone,
    holder,
    march,
    move,
    rules,
    said,
    stands,
    status,
)

AUSTRIA_SPAIN = [("austria", "spain")]


@pytest.mark.rule("E19D-ALY-1")
def test_allies_pass_through_each_others_land_and_states():
    state = given(units={"spain": ["A SLO", "A STY"]}, alliances=AUSTRIA_SPAIN)
    result = move(state, spain="A SLO - CRO; A STY - VIE")
    assert stands(result, "spain") == ["A CRO", "A VIE"]
    alone = move(given(units={"spain": ["A SLO", "A STY"]}), spain="A SLO - CRO; A STY - VIE")
    assert outcome(alone, "A SLO - CRO") == outcome(alone, "A STY - VIE") == "illegal"


@pytest.mark.rule("E19D-ALY-2")
def test_an_ally_that_does_not_leave_is_not_dislodged():
    units = {"austria": ["A VIE", "A MOR"], "spain": ["A BOH"], "union": ["A UPP"]}
    state = given(
        units=units, captures={"BOH": "spain"}, alliances=AUSTRIA_SPAIN, wars=[("spain", "union")]
    )
    sheets = {
        "austria": "A VIE - BOH; A MOR S A VIE - BOH",
        "spain": "A BOH - UPP",
        "union": "A UPP H",
    }
    result = move(state, **sheets)
    assert outcome(result, "A BOH - UPP") == "bounce"
    assert outcome(result, "A VIE - BOH") == "bounce"
    assert gone(result) == []
    assert "E19D-ALY-2" in rules(result, "A VIE - BOH")


@pytest.mark.rule("E19D-ALY-2")
def test_units_of_an_allys_states_are_not_dislodged_either():
    units = {"spain": ["A SLO", "A STY"], "CRO": ["A CRO"]}
    state = given(units=units, alliances=AUSTRIA_SPAIN)
    result = move(state, spain="A SLO - CRO; A STY S A SLO - CRO")
    assert gone(result) == []
    assert "E19D-ALY-2" in rules(result, "A SLO - CRO")
    assert "Croatia is aligned with Austria" in said(result, "A SLO - CRO")


def polish_army(**more: list[str]) -> dict[str, list[str]]:
    """Sweden attacks a Polish army in Kremnica with an Austrian support."""
    return {"sweden": ["A SIL"], "poland": ["A KRE"], "austria": ["A RHU"], **more}


@pytest.mark.rule("E19D-ALY-3")
def test_a_support_does_not_help_to_dislodge_an_ally():
    units = polish_army()
    sheets = {"sweden": "A SIL - KRE", "austria": "A RHU S A SIL - KRE"}
    parts = {"units": units, "captures": {"KRE": "poland"}, "wars": [("poland", "sweden")]}
    result = move(given(**parts, alliances=[("austria", "poland")]), **sheets)
    assert outcome(result, "A SIL - KRE") == "bounce"
    assert "E19D-ALY-3" in rules(result, "A SIL - KRE")
    stranger = move(given(**parts), **sheets)
    assert gone(stranger) == ["poland: A KRE"]


@pytest.mark.rule("E19D-ALY-4")
def test_an_attack_by_an_ally_cuts_no_support():
    units = {"austria": ["A VIE"], "spain": ["A MOR", "A BOH"], "union": ["A SIL"]}
    state = given(
        units=units,
        captures={"MOR": "spain", "BOH": "spain"},
        alliances=AUSTRIA_SPAIN,
        wars=[("spain", "union"), ("austria", "union")],
    )
    sheets = {"spain": "A BOH - SIL; A MOR S A BOH - SIL", "austria": "A VIE - MOR"}
    result = move(state, **sheets)
    assert gone(result) == ["union: A SIL"]
    assert "E19D-ALY-4" in rules(result, "A MOR S A BOH - SIL")


@pytest.mark.rule("E19D-ALY-4")
def test_a_minor_unit_under_an_allys_orders_cuts_no_support_either():
    """R-57: Croatia is aligned with Austria, the ally of Spain."""
    units = {"CRO": ["A STY"], "spain": ["A VIE", "A UAU"], "union": ["A BOH"]}
    state = given(
        units=units, captures={"UAU": "spain"}, alliances=AUSTRIA_SPAIN, wars=[("spain", "union")]
    )
    sheets = {"spain": "A UAU - BOH; A VIE S A UAU - BOH", "austria": "A STY - VIE"}
    assert gone(move(state, **sheets)) == ["union: A BOH"]


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


@pytest.mark.rule("E19D-ALY-6")
def test_alliances_hold_at_sea():
    units = {"england": ["F NAR", "F YOR"], "denmark": ["F NTH", "F COP"], "dutch": ["F HEL"]}
    attack = "F NAR - NTH; F YOR S F NAR - NTH"
    support = "F COP - HEL; F NTH S F COP - HEL"
    allied = given(units=units, alliances=[("denmark", "england")])
    assert gone(move(allied, england=attack)) == []
    assert gone(move(allied, england="F NAR - NTH", denmark=support)) == ["dutch: F HEL"]
    strangers = given(units=units)
    assert gone(move(strangers, england="F NAR - NTH", denmark=support)) == []


@pytest.mark.rule("E19D-ALY-7")
def test_a_left_out_support_still_keeps_others_away():
    """With strength 2 Sweden keeps a third army of 1 out when the Poles march off."""
    units = polish_army(france=["A MOR"])
    state = given(
        units=units,
        captures={"KRE": "poland"},
        wars=[("poland", "sweden"), ("poland", "france")],
        alliances=[("austria", "poland")],
    )
    sheets = {
        "sweden": "A SIL - KRE",
        "austria": "A RHU S A SIL - KRE",
        "france": "A MOR - KRE",
    }
    held = move(state, **sheets, poland="A KRE H")
    assert gone(held) == []
    left = move(state, **sheets, poland="A KRE - WAR")
    assert outcome(left, "A SIL - KRE") == "success"
    assert outcome(left, "A MOR - KRE") == "bounce"
    # Against the Poles Sweden has 1, against the French 2: with 1 and 1 the French would bounce
    # too, so a French army of 2 shows that the support counts.
    strong = given(
        units={**units, "france": ["A MOR +1"]},
        captures={"KRE": "poland"},
        wars=[("poland", "sweden"), ("poland", "france")],
        alliances=[("austria", "poland")],
    )
    result = move(strong, **sheets, poland="A KRE H")
    assert outcome(result, "A MOR - KRE") == "bounce"
    unhelped = {**sheets, "austria": "A RHU H"}
    assert gone(move(strong, **unhelped, poland="A KRE H")) == ["poland: A KRE"]


# --- minor states


@pytest.mark.rule("E19D-MIN-1")
def test_a_dislodged_shield_is_disbanded():
    """A shield of defense 2 is attacked with 3: no retreat. (source)"""
    state = given(units={"HES": ["A HES +1"], "league": ["A COL +2"]}, wars=[("league", "union")])
    result = move(state, league="A COL - HES")
    assert gone(result) == gone(result, "disbanded") == ["HES: A HES +1"]
    assert result.state.moment.phase == "adjustment"
    assert stands(result, "HES") == []


@pytest.mark.rule("E19D-MIN-2")
def test_a_power_does_not_cut_the_support_of_its_own_state():
    """Hesse is aligned with France. (source)"""
    units = {"france": ["A TRI"], "HES": ["A HES", "A PAD"], "union": ["A KAL"], "TRI": []}
    state = given(
        units=units,
        infs={"HES": {"france": 4}},
        captures={"TRI": "france", "PAD": "HES", "KAL": "union"},
        wars=[("france", "union")],
    )
    sheet = "A PAD - KAL; A HES S A PAD - KAL; A TRI - HES"
    result = move(state, france=sheet)
    assert gone(result) == ["union: A KAL"]
    assert "E19D-MIN-2" in rules(result, "A HES S A PAD - KAL")


@pytest.mark.rule("E19D-MIN-2")
def test_a_power_neither_dislodges_its_own_states_unit_nor_helps_to():
    units = {"france": ["A TRI +3"], "HES": ["A HES"], "league": ["A COL"]}
    state = given(
        units=units,
        infs={"HES": {"france": 4}},
        captures={"TRI": "france"},
        wars=[("france", "league")],
    )
    own = move(state, france="A TRI - HES")
    assert gone(own) == []
    assert "E19D-MIN-2" in rules(own, "A TRI - HES")
    helped = move(state, france="A TRI S A COL - HES", league="A COL - HES")
    assert gone(helped) == []
    assert outcome(helped, "A COL - HES") == "bounce"


@pytest.mark.rule("E19D-MIN-3")
def test_two_states_of_one_power_do_not_dislodge_each_other():
    units = {"HES": ["A MAG", "A ERF"], "BRA": ["A BRU"]}
    state = given(units=units, captures={"MAG": "HES", "ERF": "HES", "BRU": "BRA"})
    result = move(state, union="A MAG - BRU; A ERF S A MAG - BRU")
    assert gone(result) == []
    assert "E19D-MIN-3" in rules(result, "A MAG - BRU")


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
