"""Income and loans: E19D-INC, E19D-LOA."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, units_of
from tests.rules.europe_1619_draft.paying import builds, earned, spend, why


@pytest.mark.rule("E19D-INC-1")
def test_income_can_be_spent_at_once():
    state = builds(units={"sweden": []}, treasury={"sweden": 0})
    played = spend(state, {"sweden": "BUILD F STO"})
    assert events(played, "income")[0].rule == "E19D-INC-1"
    assert units_of(played.state, "sweden") == ["F STO"]
    assert {event.data["power"] for event in events(played, "income")} == set(state.living)


@pytest.mark.rule("E19D-INC-2")
def test_only_marked_provinces_pay():
    """Land without a number pays nobody: neither its owner nor its captor."""
    state = builds(
        units={"france": ["A EXT", "A ARA"]}, captures={"EXT": "france", "ARA": "france"}
    )
    land = state.facts.provinces
    assert (land["EXT"].value, land["ARA"].value) == (0, 1)
    assert earned(spend(state, {}), "france")["captured_province"] == 1


@pytest.mark.rule("E19D-INC-3")
def test_captured_land_pays_its_captor():
    before = builds(units={"england": ["F NORM"]})
    after = builds(units={"england": ["F NORM"]}, captures={"NORM": "england"})
    france = [earned(spend(state, {}), "france")["total"] for state in (before, after)]
    england = [earned(spend(state, {}), "england")["total"] for state in (before, after)]
    assert (france[1] - france[0], england[1] - england[0]) == (-2, 2)


@pytest.mark.rule("E19D-INC-4")
def test_an_ally_on_a_center_takes_no_income():
    alone = builds(units={})
    visited = builds(units={"spain": ["A PAR"]}, alliances=[("spain", "france")])
    for power in ("spain", "france"):
        assert earned(spend(visited, {}), power) == earned(spend(alone, {}), power)


@pytest.mark.rule("E19D-INC-5")
def test_states_pay_nobody():
    state = builds(units={"HES": ["A COL"]}, captures={"COL": "HES"})
    assert [code for code, one in state.statuses.items() if one.patron == "union"] == [
        "ANS", "STR", "BRA", "HES", "WUR",
    ]  # fmt: skip
    assert set(earned(spend(state, {}), "union")) == {"home_center", "domestic_province", "total"}


@pytest.mark.rule("E19D-INC-7")
def test_the_name_of_the_money_is_a_label():
    state = builds(units={}, options={"currency_name": "florins"})
    played = spend(state, {}, france=7)
    plain = spend(builds(units={}), {}, france=7)
    assert "florins" in events(played, "treasuries")[0].text
    assert played.state.treasury == plain.state.treasury


# --- loans


@pytest.mark.rule("E19D-LOA-1")
@pytest.mark.parametrize("line", ["LOAN 5 TO FRANCE", "GIVE 0 TO SWEDEN"])
def test_nobody_lends_to_himself_or_nothing(line: str):
    assert why(spend(builds(units={}), {"france": line}, france=9), line.replace("GIVE", "GRANT"))


@pytest.mark.rule("E19D-LOA-3")
def test_a_loan_is_paid_back_in_part():
    lent = spend(builds(units={}), {"sweden": "LOAN 5 TO FRANCE"}, sweden=5)
    state = builds(units={}, year=1620, loans=lent.state.loans)
    played = spend(state, {"france": "REPAY 2 TO SWEDEN"}, france=2, sweden=0)
    assert [loan.amount for loan in played.state.loans] == [3]
    assert played.state.treasury["sweden"] == 2
