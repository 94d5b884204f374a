"""Units with letters: strength 2 while their modifier is in effect, and whose they are."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.features.marked_units import marks_of
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.features.sanctions import acts_of, is_available
from generator.rulesets.europe_1615_v3 import RULESET
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import Played, active, at, given, sheets

FACTS = given().facts
RULES = FACTS.of(SanctionRules)
NO_UNITS: dict[str, tuple[str, ...]] = dict.fromkeys(FACTS.powers, ())


def states_of(played: Played) -> dict[str, str]:
    return {one: act.state for one, act in acts_of(played.state).modifiers.items()}


GROWN = [
    ("protestant_union", "RHI", "RHI", "HES", "E15V3-PU-5"),
    ("catholic_league", "BAV", "BAV", "SAX", "E15V3-CL-5"),
    ("saxon_intervention", "SAX", "SAX", "BRA", "E15V3-SXN-5"),
    ("kejserkrigen", "LOWR", "BRU", "HES", "E15V3-KEJ-4"),
    ("polish_intervention", "POLN", "WAR", "PRU", "E15V3-POL-5"),
]


@pytest.mark.parametrize(("modifier", "state", "home", "taken", "rule"), GROWN)
@pytest.mark.rule("E15V3-PU-5", "E15V3-CL-5", "E15V3-SXN-5", "E15V3-KEJ-4", "E15V3-POL-5")
@pytest.mark.rule("E15V3-SPU-4")
def test_only_the_first_army_of_a_state_has_its_letter(
    modifier: str, state: str, home: str, taken: str, rule: str
) -> None:
    units = {**NO_UNITS, state: [f"A {home}"]}
    grown = active(
        modifier,
        phase="late-winter",
        units=units,
        captures={taken: state},
        infs={state: {"spain": 9}},
    )
    built = sheets(grown, spain=f"BUILD A {taken} FOR {state}").state
    assert units_of(built, state) == sorted([f"A {home} +1", f"A {taken}"])


NEW = [
    ("swedish_intervention", "S", "SWE", "LIVN", "E15V3-SWED-4 E15V3-SWED-5 E15V3-SWED-6"),
    ("dutch_intervention", "D", "DUT", "HES", "E15V3-DUT-4 E15V3-DUT-5 E15V3-DUT-6"),
]


@pytest.mark.parametrize(("modifier", "letter", "state", "taken", "rules"), NEW)
@pytest.mark.rule(
    "E15V3-SWED-4", "E15V3-SWED-5", "E15V3-SWED-6", "E15V3-DUT-4", "E15V3-DUT-5", "E15V3-DUT-6"
)
def test_the_first_army_that_a_fleet_state_builds_has_the_letter(
    modifier: str, letter: str, state: str, taken: str, rules: str
) -> None:
    assert letter not in marks_of(given()).letters
    units = {**NO_UNITS, state: [f"F {state}"]}
    captures = {taken: state, "MEC": state}
    grown = active(
        modifier, phase="late-winter", units=units, captures=captures, infs={state: {"england": 9}}
    )
    first = sheets(grown, england=f"BUILD A {taken} FOR {state} ; BUILD A MEC FOR {state}").state
    assert marks_of(first).letters[letter] == taken
    assert units_of(first, state) == sorted([f"A {taken} +1", "A MEC", f"F {state}"])
    lost = {state: tuple(one for one in first.units[state] if one.province != taken)}
    winter = sheets(at(first, "early-winter", units=MappingProxyType(lost))).state
    assert letter not in marks_of(winter).letters
    renewed = sheets(at(winter, "late-winter"), england=f"BUILD A {taken} FOR {state}").state
    assert marks_of(renewed).letters[letter] == taken


@pytest.mark.rule("E15V3-SPU-1")
def test_letters_are_on_the_board_from_the_start_or_come_with_a_build() -> None:
    assert "".join(marks_of(given()).letters) == "BKNPRW"


@pytest.mark.rule("E15V3-WAL-1", "E15V3-WAL-2")
def test_wallenstein_is_lost_for_good() -> None:
    state = active("wallenstein")
    assert "A VIE +1" in units_of(state, "austria")
    gone = at(state, "early-winter", units=MappingProxyType({}))
    played = sheets(gone)
    assert "W" in marks_of(played.state).lost
    assert states_of(played) == {"wallenstein": "ended"}
    assert not is_available(played.state, RULES.by_id["wallenstein"])
    built = sheets(at(played.state, "late-winter"), austria="BUILD A VIE").state
    assert units_of(built, "austria") == ["A VIE"]


@pytest.mark.rule("E15V3-WAL-2")
def test_the_loss_of_wallenstein_counts_also_while_the_modifier_is_dormant() -> None:
    """Edge case X-29"""
    state = given(phase="early-winter")
    played = sheets(at(state, "early-winter", units=MappingProxyType({})))
    assert not is_available(played.state, RULES.by_id["wallenstein"])


@pytest.mark.rule("E15V3-WAL-2")
def test_a_loss_in_battle_is_remembered() -> None:
    """An army that stands in Vienna afterwards is no unit W, and a file does not change that."""
    units = {"austria": ["A VIE"], "france": ["A UAU", "A STY", "A MOR", "A BOH"]}
    state = given(units=units)
    attack = "A UAU - VIE ; A STY S A UAU - VIE ; A MOR S A UAU - VIE"
    lost = sheets(state, france=attack).state
    lost = sheets(lost, austria="DISBAND A VIE").state if lost.displaced else lost
    units_now = MappingProxyType({"austria": lost.units["france"][:1]})
    for one in (lost, RULESET.load(RULESET.dump(replace(lost, units=units_now)))):
        assert "W" in marks_of(one).lost
        assert "W" not in marks_of(one).letters
        assert not is_available(one, RULES.by_id["wallenstein"])
