"""Whether units may stay where they stand: E19-POS."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.units import Unit
from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play
from tests.rules.europe_1619.moves import checked, given, gone, move, stands


def armistice(one: str, other: str) -> dict[str, Any]:
    """Two powers at peace since this year, at war before."""
    relations = {(one, other): Relation("peace", 1619, "war")}
    return {"relations": MappingProxyType(relations), "wars": None, "alliances": None}


@pytest.mark.rule("E19-POS-1")
def test_units_on_land_of_their_own_side_are_left_alone():
    result = move(given())
    assert result.events == ()
    assert result.state.units == given().units


@pytest.mark.rule("E19-POS-1")
def test_fleets_at_sea_are_left_alone():
    result = move(given(units={"england": ["F NTH"], "GEN": ["F LIG"]}, infs={"GEN": {}}))
    assert result.events == ()


@pytest.mark.rule("E19-POS-4")
@pytest.mark.parametrize("province", ["BRB", "CAT"])
def test_a_unit_in_land_of_an_enemy_captures_it(province: str):
    state = given(wars=[("spain", "dutch")])
    found = checked(state, "dutch", f"A {province}")
    assert (found.kind, found.cause) == ("capture", "position-war")


@pytest.mark.rule("E19-POS-5")
@pytest.mark.parametrize("province", ["BAV", "WUE"])
def test_a_unit_in_land_of_an_ally_stays_and_captures_nothing(province: str):
    state = given(alliances=[("austria", "league")], units={"austria": [f"A {province}"]})
    found = checked(state, "austria", f"A {province}")
    assert (found.kind, found.cause) == ("stay", "position-guest")
    assert stands(move(state), "austria") == [f"A {province}"]


@pytest.mark.rule("E19-POS-6")
def test_a_unit_in_an_unaligned_state_captures_it():
    """The Swedes dislodge the fleet of Stralsund."""
    state = given(
        units={"sweden": ["A POM +1"], "SRL": ["F SRL"]},
        infs={"SRL": {}, "POM": {}},
        captures={"POM": "sweden"},
    )
    result = move(state, sweden="A POM - SRL")
    assert gone(result) == ["SRL: F SRL"]
    assert checked(state, "sweden", "A SRL").kind == "capture"


@pytest.mark.rule("E19-POS-6")
def test_grey_land_of_a_captured_state_is_captured():
    state = given(captures={"BOH": "austria"}, infs={"BOHC": {"union": 3}})
    assert checked(state, "saxony", "A LUS").kind == "capture"


@pytest.mark.rule("E19-POS-7")
def test_a_unit_in_a_state_of_its_own_side_stays():
    state = given(units={"france": ["A LOR"]})
    assert checked(state, "france", "A LOR").kind == "stay"
    assert stands(move(state), "france") == ["A LOR"]


@pytest.mark.rule("E19-POS-9")
def test_a_capture_outlasts_the_war_while_it_is_occupied():
    state = given(
        units={"england": ["A NORM"]},
        captures={"NORM": "england"},
        **armistice("france", "england"),
    )
    assert checked(state, "england", "A NORM").kind == "stay"
    assert stands(move(state), "england") == ["A NORM"]


def test_a_broken_capture_goes_to_the_owners_friends():
    state = given(
        captures={"BRB": "dutch"}, wars=[("spain", "dutch")], alliances=[("austria", "spain")]
    )
    assert checked(state, "spain", "A BRB").kind == "liberate"
    assert checked(state, "austria", "A BRB").kind == "liberate"
    assert checked(state, "dutch", "A BRB").kind == "stay"


def test_an_enemy_of_the_captor_captures_in_turn():
    state = given(captures={"NORM": "england"}, wars=[("france", "england"), ("spain", "england")])
    assert checked(state, "spain", "A NORM").kind == "capture"
    assert checked(state, "savoy", "A NORM").kind == "evict"


def test_a_freed_state_is_what_its_infs_make_it():
    """Hesse, captured by Sweden, is the Union's when it comes free."""
    state = given(
        captures={"HES": "sweden"}, infs={"HES": {"union": 5}}, wars=[("france", "union")]
    )
    assert checked(state, "union", "A HES").kind == "liberate"
    assert checked(state, "france", "A HES").kind == "capture"
    assert checked(state, "denmark", "A HES").kind == "evict"


def test_x_3_an_army_in_a_state_that_became_unaligned_captures_it():
    state = given(units={"spain": ["A TUS"]}, infs={"TUS": {}})
    assert checked(state, "spain", "A TUS").kind == "capture"
    assert stands(move(state), "spain") == ["A TUS"]
    assert stands(move(state, spain="A TUS - GEN"), "spain") == ["A GEN"]


def test_x_4_a_patrons_army_in_a_state_that_became_neutral_is_disbanded():
    state = given(units={"spain": ["A TUS"]}, infs={"TUS": {"spain": 1, "papacy": 1}})
    assert gone(move(state), "disbanded") == ["spain: A TUS"]


def test_x_15_a_dislodged_proxy_keeps_nothing():
    """Savoy holds Saarbrücken for France; the Union, at war with Savoy and France, takes it."""
    state = given(
        units={"savoy": ["A SAA"], "union": ["A PAL +1"]},
        captures={"SAA": "france"},
        infs={"SAA": {}},
        wars=[("union", "savoy"), ("union", "france")],
        alliances=[("france", "savoy")],
    )
    assert checked(state, "savoy", "A SAA").kind == "proxy"
    result = move(state, union="A PAL - SAA")
    assert gone(result) == ["savoy: A SAA"]
    assert checked(state, "union", "A SAA").kind == "capture"


def test_x_16_a_proxy_at_war_with_the_owner_transfers_nothing():
    base: dict[str, Any] = {
        "wars": [("france", "spain"), ("savoy", "spain")],
        "alliances": [("france", "savoy")],
    }
    held = given(captures={"BRB": "france"}, **base)
    assert checked(held, "savoy", "A BRB").kind == "proxy"
    assert checked(given(**base), "savoy", "A BRB").kind == "capture"


def test_x_21_a_unit_deep_in_an_old_allys_land_cannot_get_out():
    """Castile: all that Madrid borders is Spanish and now closed."""
    state = given(units={"france": ["A MAD +2"]})
    for end in ("LEO", "ARA", "VAL"):
        result = move(state, france=f"A MAD - {end}")
        assert gone(result, "evicted") == ["france: A MAD +2"]
        assert gone(result, "disbanded") == ["france: A MAD +2"]


@pytest.mark.rule("E19-POS-4")
@pytest.mark.parametrize(
    ("wars", "holder"), [([("spain", "dutch")], "dutch"), ([], None)], ids=["war", "peace"]
)
def test_what_the_check_finds_is_booked_in_map_adjustment(
    wars: list[tuple[str, str]], holder: str | None
):
    """At peace the Dutch army, an ally's guest until last year, has to leave Brabant instead."""
    before = move(given(units={"dutch": ["A BRB"]}, wars=wars))
    after = play(EDITION, before.state)
    capture = after.state.captures.get("BRB")
    assert (capture.holder if capture else None) == holder
    assert stands(after, "dutch") == (["A BRB"] if holder else [])


OPENING = opening(EDITION)
POWERS = list(OPENING.facts.powers)
LAND = list(OPENING.facts.provinces)
RELATIONS = st.dictionaries(
    st.sampled_from([(a, b) for n, a in enumerate(POWERS) for b in POWERS[n + 1 :]]),
    st.sampled_from(["war", "alliance", "peace"]),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@over(
    relations=RELATIONS,
    captures=st.dictionaries(st.sampled_from(LAND), st.sampled_from(POWERS), max_size=20),
    power=st.sampled_from(POWERS),
)
def test_whatever_may_be_entered_is_land_to_stay_on(
    relations: dict[tuple[str, str], str], captures: dict[str, str], power: str
):
    """The territory test and the position check agree, on empty land."""
    facts = OPENING.facts
    state = given(
        units={},
        captures={code: p for code, p in captures.items() if facts.provinces[code].owner != p},
        wars=[pair for pair, kind in relations.items() if kind == "war"],
        alliances=[pair for pair, kind in relations.items() if kind == "alliance"],
    )
    passage = EDITION.passage(state.standing, (), EDITION.rulebook)
    for code in LAND:
        unit = Unit("A", code)
        if passage.may_enter((power, unit), code) is None:
            assert check_position(state, power, unit).kind != "evict", code
