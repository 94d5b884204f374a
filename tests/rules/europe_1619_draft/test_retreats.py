"""Retreats and attrition: E19D-RET."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import RULESET
from tests.rules.europe.building import events, outcome
from tests.rules.europe_1619_draft.marching import (
    Played,
    adjust,
    displaced,
    given,
    gone,
    holder,
    move,
    retreat,
    rules,
    said,
    stands,
    worn,
)

WAR = {"wars": [("france", "spain")]}


def beaten(unit: str = "A PAR", by: str = "A NET +5", **parts: Any) -> Played:
    """A Spanish army from the Netherlands dislodges a French one in Paris."""
    units = {"france": [unit], "spain": [by], **parts.pop("units", {})}
    result = move(given(units=units, **WAR, **parts), spain="A NET - PAR")
    assert f"france: {unit}" in gone(result)
    return result


def weary(at: str = "PAR", unit: str = "", **parts: Any) -> EuropeState:
    """A French army with attrition."""
    units = {"france": [unit or f"A {at}"], **parts.pop("units", {})}
    return given(units=units, parts=with_attrition(("france", at)), **parts)


def with_attrition(*worn: tuple[str, str]) -> Any:
    codes = {owner: tuple(code for one, code in worn if one == owner) for owner, _ in worn}
    return MappingProxyType({**given().parts, "attrition": codes})


@pytest.mark.rule("E19D-RET-1")
@pytest.mark.parametrize(("code", "unit"), [("HES", "A HES"), ("POR", "F POR")])
def test_minor_units_never_retreat(code: str, unit: str):
    units = {code: [unit], "france": ["A COL +3", "A LEO +3"]}
    state = given(
        units=units,
        captures={"COL": "france", "LEO": "france"},
        wars=[("france", "union"), ("france", "spain")],
    )
    result = move(state, france="A COL - HES; A LEO - POR")
    assert gone(result, "disbanded") == [f"{code}: {unit}"]
    (event,) = events(result, "disbanded")
    assert event.rule == "E19D-RET-1"


@pytest.mark.rule("E19D-RET-2")
def test_a_dislodged_fleet_of_a_power_is_disbanded():
    """A Danish fleet in the North Sea."""
    units = {"england": ["F NAR", "F YOR"], "denmark": ["F NTH"]}
    result = move(given(units=units), england="F NAR - NTH; F YOR S F NAR - NTH")
    assert gone(result, "disbanded") == ["denmark: F NTH"]
    (event,) = events(result, "disbanded")
    assert event.rule == "E19D-RET-2"
    assert stands(result, "denmark") == []


@pytest.mark.rule("E19D-RET-3")
def test_an_unbolstered_army_retreats_and_has_attrition():
    """It goes to a free province of its own."""
    before = beaten()
    assert "BUR" in displaced(before)["france: A PAR"]
    result = retreat(before, france="A PAR R BUR")
    assert rules(result, "A PAR R BUR") == ["E19D-RET-3"]
    assert stands(result, "france") == ["A BUR"]
    assert worn(result) == (("france", "BUR"),)
    (event,) = events(result, "attrition")
    assert (event.rule, event.provinces) == ("E19D-RET-3", ("BUR",))


@pytest.mark.rule("E19D-RET-3")
@pytest.mark.parametrize("sheets", [{"france": "A PAR DISBAND"}, {"france": "A PAR D"}, {}])
def test_it_may_be_disbanded_and_is_without_an_order(sheets: dict[str, str]):
    result = retreat(beaten(), **sheets)
    assert gone(result, "disbanded") == ["france: A PAR"]
    assert (stands(result, "france"), worn(result)) == ([], ())


@pytest.mark.rule("E19D-RET-4")
def test_an_army_with_attrition_does_not_retreat_again():
    units = {"france": ["A PAR"], "spain": ["A NET +1"]}
    result = move(weary(units=units, **WAR), spain="A NET - PAR")
    assert gone(result, "disbanded") == ["france: A PAR"]
    (event,) = events(result, "disbanded")
    assert event.rule == "E19D-RET-4"
    assert (result.state.moment.phase, worn(result)) == ("adjustment", ())


@pytest.mark.rule("E19D-RET-5")
def test_attrition_is_written_into_the_state_and_read_again():
    state = weary()
    document = RULESET.dump(state)
    assert document.public["attrition"] == {"france": ["PAR"]}
    assert RULESET.load(document).parts["attrition"] == {"france": ("PAR",)}


@pytest.mark.rule("E19D-RET-5")
def test_the_referee_may_rule_on_attrition():
    state = given(units={"france": ["A PAR", "F NORM"]})

    def rule(unit: str, has: bool) -> Ruling:
        facts = MappingProxyType({"unit": unit, "has": has})
        return Ruling(1, "movement", "attrition", "it was missed", "", facts)

    result = move(state, [rule("A PAR", True)], france="A PAR H")
    assert worn(result) == (("france", "PAR"),)
    lifted = move(weary(), [rule("A PAR", False)], france="A PAR H")
    assert worn(lifted) == ()
    with pytest.raises(GameError, match="no power has an army"):
        move(state, [rule("F NORM", True)])


@pytest.mark.rule("E19D-RET-7")
@pytest.mark.parametrize(("unit", "after"), [("A PAR +2", "A BUR +1"), ("A PAR +1", "A BUR")])
def test_a_bolstered_army_loses_1_and_gets_no_attrition(unit: str, after: str):
    """3 becomes 2, and 2 becomes 1 without a white cross."""
    result = retreat(beaten(unit), france="A PAR R BUR")
    assert stands(result, "france") == [after]
    assert worn(result) == ()


@pytest.mark.rule("E19D-RET-8")
def test_a_bolstered_army_that_cannot_retreat_is_removed_whole():
    """Strength 5 without a legal retreat."""
    captured = {"PIE": "spain", "LAN": "england", "DAU": "england"}
    units = {"france": ["A PRO +4"], "spain": ["A PIE +8"], "england": ["A LAN", "A DAU"]}
    state = given(units=units, captures=captured, **WAR)
    result = move(state, spain="A PIE - PRO")
    assert gone(result, "disbanded") == ["france: A PRO +4"]
    (event,) = events(result, "disbanded")
    assert event.rule == "E19D-RET-8"
    assert stands(result, "france") == []


@pytest.mark.rule("E19D-RET-9")
def test_a_neutral_state_is_closed_to_retreats_and_an_unaligned_one_open():
    """Milan's neighbors are held, but for neutral Venice."""
    units = {"spain": ["A MIL"], "austria": ["A MAN +1"]}
    taken = {"GEN": [], "PARM": [], "SAV": [], "VEN": []}
    state = given(
        units={**units, **taken},
        captures={"MAN": "austria"},
        infs={"PARM": {"france": 2}, "SWI": {"france": 2}},
        wars=[("austria", "spain")],
    )
    result = move(state, austria="A MAN - MIL")
    assert gone(result, "disbanded") == ["spain: A MIL"]
    open_ = given(
        units={**units, **taken},
        captures={"MAN": "austria"},
        infs={"PARM": {"france": 2}},
        wars=[("austria", "spain")],
    )
    assert displaced(move(open_, austria="A MAN - MIL")) == {"spain: A MIL": ("SWI",)}


@pytest.mark.rule("E19D-RET-9")
def test_retreats_avoid_the_attacker_what_is_occupied_and_standoffs():
    units = {"france": ["A PAR", "A POI", "A LYO +1"], "spain": ["A NET +5", "A FRC +1"]}
    state = given(units=units, **WAR)
    result = move(
        state,
        france="A PAR H; A POI H; A LYO - BUR",
        spain="A NET - PAR; A FRC - BUR",
    )
    assert displaced(result)["france: A PAR"] == ("CHA", "NORM")
    for to, cause in (("NET", "came from"), ("POI", "occupied"), ("BUR", "standoff")):
        tried = retreat(result, france=f"A PAR R {to}")
        assert outcome(tried, f"A PAR R {to}") == "illegal"
        assert rules(tried, f"A PAR R {to}") == ["E19D-RET-9"]
        assert cause in said(tried, f"A PAR R {to}")


@pytest.mark.rule("E19D-RET-10")
@pytest.mark.rule("E19D-CAP-2")
def test_a_retreat_captures_unaligned_land():
    """Savoy's neighbor Switzerland is unaligned."""
    units = {"spain": ["A MIL"], "austria": ["A MAN +1"]}
    state = given(
        units=units,
        captures={"MAN": "austria"},
        wars=[("austria", "spain")],
        markers={},
    )
    result = retreat(move(state, austria="A MAN - MIL"), spain="A MIL R SWI")
    assert holder(adjust(result), "SWI") == "spain"


@pytest.mark.rule("E19D-RET-10")
def test_a_retreat_into_an_empty_province_of_the_enemy_captures_it():
    units = {"france": ["A CHA"], "spain": ["A LOR +1"]}
    state = given(units=units, captures={"LOR": "spain"}, **WAR)
    result = retreat(move(state, spain="A LOR - CHA"), france="A CHA R NET")
    assert holder(adjust(result), "NET") == "france"


@pytest.mark.rule("E19D-RET-11")
def test_armies_that_retreat_to_one_province_are_all_disbanded():
    units = {"france": ["A PAR", "A LYO +2"], "spain": ["A NET +5", "A DAU +5"]}
    state = given(units=units, captures={"DAU": "spain"}, **WAR)
    before = move(state, spain="A NET - PAR; A DAU - LYO")
    result = retreat(before, france="A PAR R BUR; A LYO R BUR")
    assert gone(result, "disbanded") == ["france: A LYO +2", "france: A PAR"]
    (first, second) = events(result, "disbanded")
    assert first.rule == second.rule == "E19D-RET-11"
    assert (stands(result, "france"), worn(result)) == ([], ())
