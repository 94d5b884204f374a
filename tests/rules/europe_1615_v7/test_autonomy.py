"""What units of minor states do of their own accord: E15V7-AUTO, and edge cases 16 to 25."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.seven import Played, given, sheets

FRENCH = {"HES": {"france": 1}, "WES": {"france": 1}}
WAR = [("france", "spain")]


def hesse(*enemies: str, home: str = "A HES", **parts: Any) -> EuropeState:
    """Hesse with France, France at war with Spain, whose armies are the enemies."""
    units = {"HES": [home] if home else [], "spain": [f"A {code}" for code in enemies]}
    units |= parts.pop("units", {})
    return given(**{"units": units, "infs": FRENCH, "wars": WAR, **parts})


def stand(played: Played, side: str = "HES") -> list[str]:
    return units_of(played.state, side)


def told(played: Played) -> list[dict[str, Any]]:
    return [dict(one.data) for one in events(played, "order-overruled")]


# --- leaving home


# --- going home


@pytest.mark.rule("E15V7-AUTO-14")
def test_edge_case_16_a_guest_at_home_takes_its_place():
    units = {"HES": ["A WES"], "england": ["A HES"]}
    state = hesse("FRA", home="", units=units, alliances=[("france", "england")])
    played = sheets(state, france="A WES H")
    assert stand(played) == ["A WES"]
    lost = hesse("FRA", home="", units={"HES": ["A WES"]}, captures={"HES": "spain"})
    assert told(sheets(lost, france="A WES H")) == []


@pytest.mark.rule("E15V7-AUTO-16")
def test_states_with_nobody_hold():
    state = hesse("FRA", home="", units={"HES": ["A WES"]}, infs={"HES": {}})
    assert told(sheets(state)) == []
