"""Income and maintenance: what land pays, who is paid for it, and what units cost."""

from __future__ import annotations

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import through


def test_the_phase_reports_every_figure() -> None:
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
