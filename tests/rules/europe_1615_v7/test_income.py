"""Income and maintenance: what land pays, who is paid for it, and what units cost."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.seven import at, sheets, through
from tests.rules.europe_1615_v7.wealth import earned, rich, treasury


@pytest.mark.rule("E15V7-INC-1")
def test_treasuries_are_empty_until_the_first_income_phase() -> None:
    state = opening(EDITION)
    assert set(state.treasury.values()) == {0}
    *_, adjusted = through(state, "adjustment")
    assert set(adjusted.state.treasury.values()) == {0}
    played = sheets(adjusted.state)
    # Home centers, less maintenance, less the donation of Catholic powers; the Papacy gets five.
    assert played.moment.phase == "income"
    assert treasury(played, "austria", "sweden", "papacy") == (9 - 3 - 1, 6 - 2, 4 - 2 + 5)


@pytest.mark.rule("E15V7-INC-5")
def test_a_lost_home_center_pays_its_captor() -> None:
    state = rich(phase="income", units={"sweden": ["A SLG"]}, captures={"SLG": "sweden"})
    played, before = sheets(state), sheets(rich(phase="income", units={"sweden": ["A SLG"]}))
    assert earned(played, "sweden") == earned(before, "sweden") + 3
    assert earned(played, "denmark") == earned(before, "denmark") - 3


@pytest.mark.rule("E15V7-INC-7")
def test_a_guest_changes_nothing() -> None:
    guest = rich(phase="income", units={"spain": ["A PAR"]}, alliances=[("spain", "france")])
    assert earned(sheets(guest), "france") == 12


@pytest.mark.rule("E15V7-INC-9")
def test_a_power_in_debt_has_its_income() -> None:
    state = rich(
        phase="income", units={}, treasury={"palatinate": -3}, tables={"centers": {"PAL": 5}}
    )
    assert treasury(sheets(state), "palatinate") == 2


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


@pytest.mark.rule("E15V7-MINOR-13")
def test_minor_units_are_not_maintained_and_raise_no_price() -> None:
    """Edge case 48: only own units count."""
    infs = {"HES": {"france": 5}, "LOR": {"france": 5}, "OTT": {"france": 5}}
    own = {"france": ["A PAR", "A PRO", "A GUY"], "HES": ["A HES"], "OTT": ["A RUM", "A SER"]}
    state = rich(phase="income", units=own, infs=infs, treasury={"france": 0})
    played = sheets(state)
    assert treasury(played, "france") == 12 - 3 - 1
    built = sheets(at(played.state, "builds"), france="BUILD F NORM")
    assert [one.data["price"] for one in events(built, "purchase")] == [4]


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
