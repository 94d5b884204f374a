"""What minor states build by themselves, and what they give up."""

from __future__ import annotations

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET


def test_a_position_sets_preferences() -> None:
    state = RULESET.opening(Setup({}, {"preferences": {"LOWR": "army"}}))
    assert dict(state.parts["preferences"]) == {"LOWR": "army"}
