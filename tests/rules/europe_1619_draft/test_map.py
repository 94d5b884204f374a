"""The board of the draft: E19D-MAP."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.orders import read_order
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import infs_in, opening, outcome, units_of
from tests.rules.europe_1619_draft.drafted import diplomatic, given, sheets

BOARD = EDITION.board
BALKANS = ("MAC", "GRE", "BUL", "SER", "ALB", "BOS", "WAL")


def lords(code: str, **infs: int) -> set[str]:
    """Who answers for the provinces of a state with these INFs."""
    state = given(infs={code: infs})
    return {state.standing.lords[place] for place in state.facts.minors[code].provinces}


def sail(at_: str, order: str, **parts: Any) -> str:
    """What becomes of the order of a lone Danish fleet, with war all around."""
    others = [power for power in opening(EDITION).facts.powers if power != "denmark"]
    wars = [("denmark", other) for other in others]
    state = given(units={"denmark": [f"F {at_}"]}, wars=wars, **parts)
    return outcome(sheets(state, denmark=order), str(read_order(order, BOARD, "movement")))


@pytest.mark.rule("E19D-MAP-1")
@pytest.mark.rule("E19D-MAP-2")
@pytest.mark.rule("E19D-MAP-3")
@pytest.mark.rule("E19D-MAP-4")
def test_four_states_are_large_with_the_home_center_first():
    minors = opening(EDITION).facts.minors
    large = {code: one.provinces for code, one in minors.items() if len(one.provinces) > 1}
    # Dalmatia joins Venice: no list of the draft names it.
    assert large == {
        "VEN": ("VEN", "DLM"),
        "SAV": ("SAV", "PIE"),
        "HES": ("HES", "DAR"),
        "LOWR": ("BRU", "KAL"),
        "OTT": BALKANS,
    }
    assert [minors[code].home for code in ("SAV", "HES", "LOWR")] == ["SAV", "HES", "BRU"]


@pytest.mark.rule("E19D-MAP-1")
def test_brunswick_and_kalenberg_are_danish_aligned():
    assert lords("LOWR", denmark=8) == {"denmark"}


@pytest.mark.rule("E19D-MAP-2")
def test_piedmont_is_aligned_as_savoy_is():
    assert lords("SAV", france=2) == {"france"}


@pytest.mark.rule("E19D-MAP-4")
def test_the_seven_provinces_of_the_ottomans_open_closed():
    state = opening(EDITION)
    assert {state.standing.lords[code] for code in BALKANS} == {"-"}


@pytest.mark.rule("E19D-MAP-4")
def test_the_center_of_the_ottomans_lies_in_macedonia():
    state = opening(EDITION)
    assert state.facts.minors["OTT"].home == "MAC"
    assert units_of(state, "OTT") == ["A MAC"]
    assert state.facts.centers["MAC"] == 5
    assert sum(code in state.facts.centers for code in BALKANS) == 1
    assert sorted(state.facts.minors["OTT"].provinces) == sorted(BALKANS)


@pytest.mark.rule("E19D-MAP-5")
def test_all_provinces_of_a_large_state_share_its_status():
    assert lords("OTT", austria=5, france=1) == {"austria"}
    assert lords("OTT", austria=5, france=5) == {"-"}
    assert lords("OTT") == {""}


@pytest.mark.rule("E19D-MAP-5")
def test_a_captured_province_does_not_share_the_status():
    state = given(infs={"OTT": {"austria": 5}}, captures={"SER": "poland"})
    assert state.standing.lords["SER"] == "poland"
    assert state.standing.lords["BOS"] == "austria"


@pytest.mark.rule("E19D-MAP-9")
@pytest.mark.parametrize("between", ["SCA", "COP"])
def test_bornholm_and_skagerrak_do_not_touch(between: str):
    assert sail("BOR", "F BOR - SKA") == "illegal"
    assert sail("SKA", "F SKA - BOR") == "illegal"
    assert sail("BOR", f"F BOR - {between}") == "success"
    assert sail(between, f"F {between} - SKA") == "success"


@pytest.mark.rule("E19D-MAP-10")
def test_only_states_with_a_center_have_units():
    state = opening(EDITION)
    assert state.facts.centers["COL"] == 3
    for code, minor in state.facts.minors.items():
        assert bool(minor.home) == bool(state.units.get(code, ())), code
    assert state.facts.minors["OLD"].home == ""


@pytest.mark.rule("E19D-MAP-11")
def test_provinces_and_waters_with_a_number_have_no_center():
    facts = opening(EDITION).facts
    valued = {code: one.value for code, one in facts.provinces.items() if one.value}
    assert valued["KAL"] == valued["ARA"] == 1
    assert not set(valued) & set(facts.centers)
    assert facts.seas["NTH"] == 1
    assert facts.provinces["POI"].value == 0


@pytest.mark.rule("E19D-MAP-13")
@pytest.mark.parametrize("code", ["PAD", "OLD", "STR"])
def test_states_of_no_list_take_infs(code: str):
    """The last sentence of the source: each of the three can be influenced."""
    played = sheets(diplomatic(infs={code: {}}), france=f"1: {code}")
    assert outcome(played, f"1: {code}") == "success"
    assert infs_in(played.state, code) == {"france": 1}
    assert played.state.statuses[code].patron == "france"


@pytest.mark.parametrize("unit", ["F HOL", "F VIE", "A NTH", "A EDI"])
def test_units_that_cannot_stand_there(unit: str):
    assert unit_problem(opening(EDITION).facts, parse_unit(unit))
