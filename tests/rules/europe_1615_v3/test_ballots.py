"""Ballots on modifiers, and motions."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe_1615_v3.three import Played, at, cited, given, sheets, through

EXAMPLE = {
    "austria": "+5 = Wallenstein ; +3 = Swedish intervention ; -6 = Bohemian revolt",
    "france": "+10 = Bohemian revolt ; -4 = Wallenstein",
    "spain": "+5 = Wallenstein ; -3 = Swedish intervention ; +7 = Catholic League",
}


def winter(**parts: object) -> EuropeState:
    return given(phase="late-winter", **parts)


def acts(played: Played) -> dict[str, str]:
    found = played.state.parts["sanctions"].modifiers
    return {one: act.state for one, act in found.items()}


@pytest.mark.rule("E15V3-VOT-2", "E15V3-VOT-5", "E15V3-VOT-6")
def test_votes_for_and_against_cancel_one_to_one() -> None:
    played = sheets(winter(), **EXAMPLE)
    assert [verdict.outcome for verdict in played.verdicts] == ["success"] * 8
    assert acts(played) == {"catholic_league": "voted"}
    told = {e.data["modifier"]: e.data for e in played.events if e.kind == "ballot"}
    assert (told["wallenstein"]["for"], told["wallenstein"]["against"]) == (10, 4)
    assert told["bohemian_revolt"]["for"] - told["bohemian_revolt"]["against"] == 4


@pytest.mark.rule("E15V3-SAN-1")
def test_a_voted_modifier_is_in_effect_next_year() -> None:
    played = sheets(winter(), **EXAMPLE)
    opened = through(played.state, "status-check")[-1]
    assert acts(opened) == {"catholic_league": "in_effect"}
    assert "A BAV +1" in map(str, opened.state.units["BAV"])


@pytest.mark.rule("E15V3-MOT-1", "E15V3-MOT-2", "E15V3-MOT-3", "E15V3-MOT-4")
def test_a_motion_strikes_a_modifier_for_good() -> None:
    spring = sheets(given(phase="spring"), england="MOTION REMOVE Wallenstein")
    assert cited(spring, "MOTION REMOVE WALLENSTEIN")[0] == "success"
    votes = {"england": "+4 = MOTION Wallenstein", "austria": "+14 = Wallenstein"}
    winter = sheets(at(spring.state, "late-winter"), **votes)
    assert acts(winter) == {"wallenstein": "removed"}
    again = sheets(at(winter.state, "summer"), england="MOTION REMOVE Dutch intervention")
    assert cited(again, "MOTION REMOVE DUTCH INTERVENTION")[0] == "excess"
