"""The game, its year and its board: E15V7-CORE and E15V7-BOARD."""

from __future__ import annotations

import pytest

from generator.archive.game.settings import check_option
from generator.engine.errors import GameError
from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.seven import EDITION, given, sheets

FACTS = opening(EDITION).facts


@pytest.mark.rule("E15V7-CORE-11")
def test_eleven_powers_and_no_ottoman_player():
    assert tuple(FACTS.powers) == (
        "austria",
        "sweden",
        "denmark",
        "spain",
        "france",
        "dutch",
        "england",
        "poland",
        "papacy",
        "palatinate",
        "bavaria",
    )
    assert FACTS.states["OTT"].handled


@pytest.mark.rule("E15V7-CORE-13")
def test_a_year_has_one_movement_then_income_then_builds():
    state, seen = given(year=1615), []
    while state.year == 1615:
        seen.append(state.moment.phase)
        state = sheets(state).state
    assert seen == ["movement", "adjustment", "income", "builds", "scoring"]
    assert (state.year, state.moment.phase) == (1616, "movement")


@pytest.mark.rule("E15V7-BOARD-1")
def test_a_status_covers_the_whole_state():
    state = given(infs={"BRA": {"sweden": 3}})
    assert {state.standing.lords[code] for code in ("KUR", "POM", "PRU")} == {"sweden"}


@pytest.mark.rule("E15V7-BOARD-2")
def test_members_of_large_states():
    assert set(FACTS.states["LOWR"].provinces) == {"BRU", "BRE"}
    assert set(FACTS.states["BRA"].provinces) == {"KUR", "POM", "PRU"}
    ottoman = {"RUM", "GRE", "BUL", "SER", "ALB", "BOS", "WAL"}
    assert set(FACTS.states["OTT"].provinces) == ottoman


@pytest.mark.rule("E15V7-BOARD-6")
def test_a_game_for_eight_is_refused():
    with pytest.raises(GameError, match="the reading of E15V7-BOARD-6 replaced it"):
        check_option(RULESET, "players", 8)
    assert len(opening(EDITION).living) == 11


@pytest.mark.rule("E15V7-DECL-10")
@pytest.mark.rule("E15V7-INF-8")
def test_wars_alliances_and_infs_at_the_start_come_with_a_position():
    tables = {
        "wars": [["france", "spain"]],
        "alliances": [["sweden", "denmark", "england"]],
        "infs": {"BRA": {"sweden": 2, "poland": 1}},
    }
    state = RULESET.opening(Setup(position=tables))
    assert state.standing.at_war("france", "spain")
    assert [one.members for one in state.parts["treaties"].concluded] == [
        ("sweden", "denmark", "england")
    ]
    assert state.markers["BRA"] == "protestant"
    rulebook = opening(EDITION)
    assert not rulebook.relations
    assert not any(any(row.values()) for row in rulebook.infs.values())
