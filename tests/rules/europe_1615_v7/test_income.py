"""Income and maintenance: what land pays, who is paid for it, and what units cost."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import sheets, through
from tests.rules.europe_1615_v7.wealth import rich, treasury


@pytest.mark.rule("E15V7-INC-10")
def test_wealth_has_the_name_that_the_game_gives_it() -> None:
    played = sheets(rich(phase="income", options={"currency": "million ducats"}))
    said = [one.text for one in played.events if one.kind in ("income", "donation", "maintenance")]
    assert len(said) > 20
    assert all("million ducats" in one for one in said)
    assert not any("wealth" in one for one in said)


@pytest.mark.rule("E15V7-INC-11")
def test_maintenance_is_one_for_each_point_of_strength() -> None:
    state = rich(
        phase="income",
        units={"england": ["A LON +2", "F LNC", "F MUN"]},
        treasury={"england": 10},
    )
    played = sheets(state)
    assert treasury(played, "england") == 10 + 9 - 5
    (paid,) = events(played, "maintenance")
    assert (paid.rule, paid.data["tp"]) == ("E15V7-INC-11", 5)
    kinds = [one.kind for one in played.events]
    assert kinds.index("maintenance") > kinds.index("donation") > kinds.index("income")


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
