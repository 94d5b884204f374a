"""What is published of a phase: E15V7-REP."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import given, sheets, through


def sections(state: EuropeState, **texts: str) -> dict[str, str]:
    """The sections of the report of a phase by their titles, their rows and lines as text."""
    played = sheets(state, **texts)
    return {one.title: str((one.lines, one.plain_rows)) for one in RULESET.report(state, played)}


@pytest.mark.rule("E15V7-REP-3")
def test_attacks_are_published_in_their_order_with_the_infs_before_and_after() -> None:
    state = given(infs={"BRA": {"england": 5, "france": 10, "spain": 10}})
    played = sheets(state, england="BRA > FRANCE", france="BRA > SPAIN")
    told = [one.data for one in events(played, "diplomatic-attack")]
    assert [(one["by"], one["before"], one["after"]) for one in told] == [
        ("england", {"england": 5, "france": 10}, {"england": 0, "france": 5}),
        ("france", {"france": 5, "spain": 10}, {"france": 0, "spain": 5}),
    ]
    table = sections(state, england="BRA > FRANCE", france="BRA > SPAIN")
    assert "10 to 5" in table["Diplomatic attacks, in the order resolved"]


@pytest.mark.rule("E15V7-REP-2")
def test_declarations_are_published_with_the_year() -> None:
    assert "1621" in sections(given(), france="WAR: SPAIN")["Declarations"]


def test_what_comes_free_at_the_end_of_builds_is_published() -> None:
    state = given(
        phase="builds",
        units={"dutch": ["A COL"]},
        captures={"COL": "dutch"},
        infs={"COL": {"spain": 2}},
    )
    assert "Free again" in sections(state, dutch="DISBAND A COL")


def test_land_that_is_handed_over_is_published() -> None:
    state = given(
        phase="adjustment",
        units={"HES": ["A NET"]},
        infs={"HES": {"france": 3}},
        captures={"NET": "france"},
        wars=[("france", "spain")],
    )
    assert "Handed over" in sections(state, france="TRANSFER NET TO HES")


@pytest.mark.rule("E15V7-ELIM-10")
def test_a_fallen_power_is_listed_without_a_rank_and_cannot_win() -> None:
    """Bavaria fell in 1621; the others tie with nothing."""
    state = given(phase="scoring", year=1629, units={}, eliminated={"bavaria": 1621})
    played = sheets(state)
    assert "bavaria" not in played.state.scores
    assert not any(one.data["power"] == "bavaria" for one in events(played, "score"))
    (table,) = (one for one in RULESET.report(state, played) if one.title == "Scores")
    row = next(row for row in table.plain_rows if row[0] == "Duchy of Bavaria")
    assert row[-4:] == ("0", "0", "eliminated (1621)", "")
    ending = played.state.ending
    assert ending is None or "bavaria" not in ending.powers


def test_the_income_phase_reports_every_figure() -> None:
    state = RULESET.opening(Setup())
    *_, played = through(state, "income")
    before = through(state, "adjustment")[-1].state
    titles = [one.title for one in RULESET.report(before, played)]
    assert titles[:3] == ["Income", "Donations", "Maintenance"]
    assert "Treasuries and strengths" in titles
    assert RULESET.summary(before, played)[0] == "Maintenance costs 28 wealth in all."
    lines = RULESET.ledger(played)
    for power, tp in played.state.treasury.items():
        assert sum(line.amount for line in lines if line.power == power) == tp
