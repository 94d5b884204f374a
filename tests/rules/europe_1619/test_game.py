"""The game and its board, and what is secret until a phase is published."""

from __future__ import annotations

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play

OPENING = opening(EDITION)


@pytest.mark.rule("E19-GEN-4")
def test_there_are_thirty_scorings_when_nobody_reaches_the_target() -> None:
    state, scorings = OPENING, []
    while state.ending is None:
        rulings = []
        if state.moment.phase == "scoring":
            scorings.append(state.year)
            facts = {"power": "sweden", "item": "ruling", "points": 9}
            rulings = [Ruling(1, "scoring", "score", "one leads", "", facts)]
        state = play(EDITION, state, {}, rulings).state
    assert scorings == list(range(1619, 1649))
    assert state.ending.powers == ("sweden",)


@pytest.mark.rule("E19-MAP-1")
def test_three_states_are_large():
    minors = OPENING.facts.minors
    large = {code: one.provinces for code, one in minors.items() if len(one.provinces) > 1}
    assert large == {
        "BOHC": ("BOH", "LUS", "SIL", "MOR"),
        "BRAP": ("BRA", "PRU"),
        "LOWR": ("BRU", "KAL"),
    }
    assert len(minors) == 38
    assert sum(len(one.provinces) for one in minors.values()) == 43


@pytest.mark.rule("E19-MAP-17")
def test_every_center_has_its_number():
    facts = OPENING.facts
    assert set(facts.centers) == set(EDITION.board.centers)
    assert all(value > 0 for value in facts.centers.values())
    assert {code: facts.centers[code] for code in ("BAV", "COL", "WUE")} == {
        "BAV": 3,
        "COL": 3,
        "WUE": 1,
    }
