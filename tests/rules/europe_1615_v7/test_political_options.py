"""The options of politics at the start of a game."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import infs_in, opening
from tests.rules.europe_1615_v7.seven import through


@pytest.mark.rule("E15V7-DECL-10")
def test_a_game_may_open_with_wars_and_alliances():
    state = opening(
        EDITION,
        initial_wars=[["france", "spain"], ["dutch", "spain"]],
        initial_alliances=[["sweden", "denmark", "england"]],
    )
    assert state.standing.at_war("france", "spain")
    assert state.standing.at_war("dutch", "spain")
    assert state.standing.allied("sweden", "england")
    assert [one.members for one in state.parts["treaties"].concluded] == [
        ("sweden", "denmark", "england")
    ]
    assert RULESET.load(RULESET.dump(state)) == state
    later = through(state, "scoring", movement={"sweden": "BREAK ALLIANCE: ALL"})[-1].state
    assert later.standing.allied("denmark", "england")
    assert not later.standing.allied("sweden", "england")


@pytest.mark.rule("E15V7-INF-8")
def test_a_game_may_open_with_infs():
    state = opening(EDITION, initial_infs=[["BRA", "sweden", 2], ["BRA", "poland", 1]])
    assert infs_in(state, "BRA") == {"sweden": 2, "poland": 1}
    assert state.statuses["BRA"].patron == "sweden"
    assert state.markers["BRA"] == "protestant"
    assert not any(any(row.values()) for row in opening(EDITION).infs.values())


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("initial_infs", [["BRA", "sweden"]]),
        ("initial_infs", [["BRA", "sweden", 0]]),
        ("initial_infs", [["PAR", "sweden", 1]]),
        ("initial_infs", [["BRA", "nobody", 1]]),
        ("initial_wars", [["france", "spain", "dutch"]]),
        ("initial_wars", [["france", "nobody"]]),
        ("initial_alliances", [["france"]]),
        ("initial_alliances", [["france", "france"]]),
        ("initial_alliances", ["france"]),
    ],
)
def test_odd_openings_are_refused(option: str, value: Any):
    with pytest.raises(GameError, match=option):
        opening(EDITION, **{option: value})
