"""What is published of a phase: E15V7-REP."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import given, sheets, through


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
