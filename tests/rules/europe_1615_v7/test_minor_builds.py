"""What minor states build by themselves, and what they give up."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import at, cited, given, sheets, through
from tests.rules.europe_1615_v7.wealth import rich, units

FRENCH = {"HES": {"france": 5}}


@pytest.mark.rule("E15V7-MINOR-14")
def test_an_aligned_state_has_its_unit_at_the_end_of_the_year() -> None:
    state = given(year=1615, units={})
    *_, played = through(state, "builds", movement={"france": "5: HES"})
    assert units(played, "HES") == ["A HES"]
    (told,) = events(played, "minor-built")
    assert (told.rule, told.data["patron"]) == ("E15V7-MINOR-14", "france")


@pytest.mark.rule("E15V7-MINOR-14")
@pytest.mark.parametrize(
    ("parts", "built"),
    [
        ({"infs": FRENCH, "units": {}}, ["A HES"]),
        ({"infs": FRENCH, "units": {"france": ["A HES"]}}, []),
        ({"infs": FRENCH, "units": {"HES": ["A HES"]}}, ["A HES"]),
        ({"infs": {"HES": {"france": 5, "spain": 5}}, "units": {}}, []),
        ({"infs": {}, "units": {}}, []),
        ({"infs": FRENCH, "units": {"spain": ["A HES"]}, "captures": {"HES": "spain"}}, []),
    ],
)
def test_a_state_builds_only_when_aligned_and_at_home(
    parts: dict[str, Any], built: list[str]
) -> None:
    """Edge cases 16 and 27: a guest in the home center blocks the build."""
    assert units(sheets(rich(**parts)), "HES") == built


@pytest.mark.rule("E15V7-MINOR-15")
@pytest.mark.parametrize(("code", "built"), [("MEC", "F MEC"), ("BRA", "A KUR")])
def test_a_fleet_on_the_coast_and_an_army_inland(code: str, built: str) -> None:
    assert units(sheets(rich(units={}, infs={code: {"sweden": 4}})), code) == [built]


@pytest.mark.rule("E15V7-MINOR-15")
def test_the_patron_says_what_is_built() -> None:
    state = rich(units={}, infs={"MEC": {"sweden": 4}})
    played = sheets(state, sweden="PREFER MEC: ARMY", denmark="PREFER MEC: FLEET")
    assert cited(played, "PREFER MEC: ARMY") == ("success", "E15V7-MINOR-15")
    assert cited(played, "PREFER MEC: FLEET") == ("void", "E15V7-MINOR-15")
    assert units(played, "MEC") == ["A MEC"]
    assert dict(played.state.parts["preferences"]) == {"MEC": "army"}
    assert RULESET.load(RULESET.dump(played.state)) == played.state


@pytest.mark.rule("E15V7-MINOR-15")
def test_a_preference_is_kept_as_long_as_its_patron() -> None:
    state = given(year=1620, units={}, infs={"MEC": {"sweden": 4}})
    *_, played = through(state, "builds", movement={"sweden": "PREFER MEC: ARMY"})
    assert units(played, "MEC") == ["A MEC"]
    lost = at(played.state, "movement", units={})
    *_, again = through(lost, "builds")
    assert units(again, "MEC") == ["A MEC"]
    # The new patron has said nothing.
    *_, other = through(lost, "builds", movement={"denmark": "8: MEC"})
    assert other.state.statuses["MEC"].patron == "denmark"
    assert units(other, "MEC") == ["F MEC"]
    assert dict(other.state.parts["preferences"]) == {}


@pytest.mark.rule("E15V7-MINOR-15")
def test_preferences_are_judged_by_the_statuses_of_the_year() -> None:
    state = given(year=1620, units={}, infs={"MEC": {"denmark": 2}})
    *_, played = through(state, "builds", movement={"sweden": "8: MEC\nPREFER MEC: ARMY"})
    assert units(played, "MEC") == ["A MEC"]


def test_a_position_sets_preferences() -> None:
    state = RULESET.opening(Setup({}, {"preferences": {"LOWR": "army"}}))
    assert dict(state.parts["preferences"]) == {"LOWR": "army"}


@pytest.mark.rule("E15V7-MINOR-16")
def test_a_state_without_a_center_has_no_units() -> None:
    played = sheets(rich(units={}, infs={"SWI": {"france": 3}}))
    assert units(played, "SWI") == []
    assert events(played, "minor-built") == []
