"""Foreign units in the Empire: E19-HRE."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import checked, given, gone, move, rules, said, stands

FRENCH_IN_SAARBRUECKEN: dict[str, Any] = {
    "units": {"france": ["A SAA"], "union": ["A PAL", "A TRI"]},
    "infs": {"SAA": {}, "TRI": {}},
    "captures": {"SAA": "france", "TRI": "union"},
}
ATTACK = "A PAL - SAA; A TRI S A PAL - SAA"


@pytest.mark.rule("E19-HRE-1")
def test_the_rulebooks_first_example():
    """French units in Saarbrücken may be attacked by the Union without a war."""
    result = move(given(**FRENCH_IN_SAARBRUECKEN), union=ATTACK)
    assert outcome(result, "A PAL - SAA") == "success"
    assert "E19-HRE-1" in rules(result, "A PAL - SAA")
    assert "foreign to the Empire" in said(result, "A PAL - SAA")
    assert gone(result) == ["france: A SAA"]


@pytest.mark.rule("E19-HRE-1")
@pytest.mark.parametrize("power", ["austria", "spain", "union", "saxony", "league", "savoy"])
def test_six_powers_have_the_exemption(power: str):
    state = given(
        units={"denmark": ["A MAG"], power: ["A BRA +1"]},
        infs={"BRAP": {}, "MAG": {}},
        captures={"MAG": "denmark", "BRA": power},
    )
    assert gone(move(state, **{power: "A BRA - MAG"})) == ["denmark: A MAG"]


@pytest.mark.rule("E19-HRE-1")
@pytest.mark.parametrize("power", ["france", "sweden", "poland", "dutch", "ottoman"])
def test_other_powers_have_not(power: str):
    state = given(
        units={"denmark": ["A MAG"], power: ["A BRA +1"]},
        infs={"BRAP": {}, "MAG": {}},
        captures={"MAG": "denmark", "BRA": power},
    )
    assert outcome(move(state, **{power: "A BRA - MAG"}), "A BRA - MAG") == "illegal"


DANES_IN_LOWER_SAXONY: dict[str, Any] = {
    "units": {"denmark": ["A BRU"], "MEC": ["A MEC +1"], "saxony": ["A SAX"]},
    "captures": {"BRU": "denmark"},
}


@pytest.mark.rule("E19-HRE-2")
@pytest.mark.parametrize(
    ("patron", "fallen"),
    [("saxony", ["denmark: A BRU"]), ("austria", ["denmark: A BRU"]), ("sweden", [])],
)
def test_the_rulebooks_second_example(patron: str, fallen: list[str]):
    """Saxon-aligned Mecklenburg attacks Danes in the Empire; a Swedish one may not."""
    state = given(**DANES_IN_LOWER_SAXONY, infs={"LOWR": {}, "MEC": {patron: 5}})
    result = move(state, **{patron: "A MEC - BRU"})
    assert gone(result) == fallen
    assert ("E19-HRE-2" in rules(result, "A MEC - BRU")) == bool(fallen)


@pytest.mark.rule("E19-HRE-2")
def test_states_outside_the_empire_have_not():
    state = given(
        units={"CRO": ["A CRO"], "venice": ["A SLO"]},
        captures={"SLO": "venice"},
        infs={"CRO": {"spain": 5}},
    )
    assert outcome(move(state, spain="A CRO - SLO"), "A CRO - SLO") == "illegal"


@pytest.mark.rule("E19-HRE-3")
def test_an_alliance_protects_foreign_units():
    state = given(
        **DANES_IN_LOWER_SAXONY,
        infs={"LOWR": {}, "MEC": {"saxony": 5}},
        alliances=[("denmark", "saxony")],
    )
    result = move(state, saxony="A MEC - BRU")
    assert outcome(result, "A MEC - BRU") == "bounce"
    assert gone(result) == []


@pytest.mark.rule("E19-HRE-4")
def test_the_province_is_closed_without_the_foreign_unit():
    """Saarbrücken is aligned with France: only a French unit there opens it."""
    state = given(units={"union": ["A PAL"]}, infs={"SAA": {"france": 3}})
    assert outcome(move(state, union="A PAL - SAA"), "A PAL - SAA") == "illegal"
    state = given(units={"union": ["A PAL +1"], "france": ["A SAA"]}, infs={"SAA": {"france": 3}})
    assert gone(move(state, union="A PAL - SAA")) == ["france: A SAA"]


@pytest.mark.rule("E19-HRE-4")
def test_a_unit_that_only_comes_this_year_opens_nothing():
    state = given(units={"union": ["A PAL"], "france": ["A LOR"]}, infs={"SAA": {"france": 3}})
    result = move(state, union="A PAL - SAA", france="A LOR - SAA")
    assert outcome(result, "A PAL - SAA") == "illegal"
    assert stands(result, "france") == ["A SAA"]


@pytest.mark.rule("E19-HRE-5")
@pytest.mark.parametrize(
    ("wars", "becomes"), [([], "illegal"), ([("denmark", "saxony")], "bounce")]
)
def test_holstein_is_attacked_only_in_a_war(wars: list[tuple[str, str]], becomes: str):
    """The rulebook's second example goes on: Saxony must declare war on Denmark."""
    state = given(
        units={"denmark": ["A HOL"], "MEC": ["A MEC"]}, infs={"MEC": {"saxony": 5}}, wars=wars
    )
    assert outcome(move(state, saxony="A MEC - HOL"), "A MEC - HOL") == becomes


@pytest.mark.rule("E19-HRE-6")
def test_the_rulebooks_third_example():
    """The Dutch entered Brabant at war with Spain: League-aligned Cologne may attack them."""
    state = given(
        units={"dutch": ["A BRB"], "COL": ["A COL"], "spain": ["A LIE"]},
        captures={"BRB": "dutch"},
        wars=[("spain", "dutch")],
    )
    result = move(state, league="A COL - BRB", spain="A LIE S A COL - BRB")
    assert "E19-HRE-2" in rules(result, "A COL - BRB")
    assert gone(result) == ["dutch: A BRB"]


@pytest.mark.rule("E19-HRE-7")
@pytest.mark.parametrize(
    ("patron", "becomes"), [("ottoman", "success"), ("poland", "success"), ("austria", "illegal")]
)
def test_states_from_outside_the_empire_are_foreign(patron: str, becomes: str):
    """Transylvanians in Lusatia, aligned with one of the six or not."""
    state = given(
        units={"TRA": ["A LUS"], "saxony": ["A SAX +1"]},
        infs={"TRA": {patron: 5}, "BOHC": {}},
        captures={"LUS": "TRA"},
    )
    assert outcome(move(state, saxony="A SAX - LUS"), "A SAX - LUS") == becomes


@pytest.mark.rule("E19-HRE-7")
def test_spaniards_and_states_of_the_empire_are_not_foreign():
    state = given(
        units={"spain": ["A ERF"], "HES": ["A MAG"], "saxony": ["A SAX +1"]},
        infs={"ERF": {}, "MAG": {}, "HES": {"france": 5}},
        captures={"ERF": "spain", "MAG": "HES"},
    )
    for end in ("ERF", "MAG"):
        order = f"A SAX - {end}"
        assert outcome(move(state, saxony=order), order) == "illegal"


@pytest.mark.rule("E19-HRE-8")
def test_the_attack_makes_no_war_and_no_right_to_strike_back():
    state = given(**FRENCH_IN_SAARBRUECKEN)
    result = move(state, union="A PAL - SAA", france="A SAA - PAL")
    assert outcome(result, "A SAA - PAL") == "illegal"
    assert result.state.standing.relation("france", "union") == "peace"
    assert result.state.relations == state.relations


@pytest.mark.rule("E19-HRE-8")
def test_the_foreign_unit_does_not_cut_those_who_attack_it():
    """Both sides stand on land that is open to them; only one of them may attack."""
    state = given(
        units={"france": ["A ERF"], "union": ["A WUE", "A HES"], "dutch": ["A SAX"]},
        infs={"ERF": {}, "WUE": {}, "HES": {}},
        captures={"ERF": "france", "WUE": "union", "HES": "union", "SAX": "dutch"},
        alliances=[("france", "saxony")],
    )
    result = move(state, union="A WUE S A HES - ERF; A HES - ERF", france="A ERF - WUE")
    assert outcome(result, "A ERF - WUE") == "illegal"
    assert gone(result) == ["france: A ERF"]


@pytest.mark.rule("E19-HRE-9")
def test_a_foreign_unit_does_not_open_a_neutral_state():
    state = given(
        units={"france": ["A HES"], "union": ["A PAL +1"]}, infs={"HES": {"france": 1, "union": 1}}
    )
    result = move(state, union="A PAL - HES")
    assert outcome(result, "A PAL - HES") == "illegal"
    assert rules(result, "A PAL - HES") == ["E19-MOV-4"]
    assert gone(result, "evicted") == ["france: A HES"]


@pytest.mark.rule("E19-HRE-10")
def test_the_attacker_comes_in_when_the_foreign_unit_leaves():
    """Saarbrücken, unaligned before France took it, is then captured by the Union."""
    state = given(**FRENCH_IN_SAARBRUECKEN)
    result = move(state, union="A PAL - SAA", france="A SAA - LOR")
    assert stands(result, "union") == ["A SAA", "A TRI"]
    assert checked(state, "union", "A SAA").kind == "capture"


GUEST_IN_BRABANT: dict[str, Any] = {
    "units": {"france": ["A BRB"], "league": ["A LIE", "A WES"]},
    "captures": {"LIE": "league", "WES": "league"},
    "alliances": [("france", "spain")],
}


@pytest.mark.rule("E19-HRE-10")
def test_the_victor_must_leave_land_of_a_power_at_peace():
    """A French guest in Spanish Brabant, driven out by the League, which is at peace with Spain."""
    result = move(given(**GUEST_IN_BRABANT), league="A LIE - BRB; A WES S A LIE - BRB")
    assert gone(result) == ["france: A BRB"]
    assert gone(result, "evicted") == ["league: A BRB"]


def test_x_44_the_victor_frees_an_allys_center():
    state = given(
        units={"dutch": ["A FLA"], "austria": ["A BRB +1"]},
        captures={"FLA": "dutch"},
        wars=[("spain", "dutch")],
        alliances=[("austria", "spain")],
    )
    result = move(state, austria="A BRB - FLA")
    assert gone(result) == ["dutch: A FLA"]
    assert checked(state, "austria", "A FLA").kind == "liberate"
    assert gone(result, "evicted") == []


def test_x_44_a_victor_at_peace_with_owner_and_captor_is_put_out():
    state = given(
        units={"dutch": ["A FLA"], "savoy": ["A BRB +1"]},
        captures={"FLA": "dutch", "BRB": "savoy"},
        wars=[("spain", "dutch")],
    )
    result = move(state, savoy="A BRB - FLA")
    assert gone(result) == ["dutch: A FLA"]
    assert gone(result, "evicted") == ["savoy: A FLA +1"]
