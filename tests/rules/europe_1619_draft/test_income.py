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
def test_home_centers_triangles_and_captured_centers_pay_their_numbers():
    state = builds(units={"france": ["A COL"]}, captures={"COL": "france"})
    france, land = state.facts.powers["france"], state.facts.provinces
    triangles = sum(land[code].value for code in france.home if not land[code].center)
    assert triangles > 0
    assert earned(spend(state, {}), "france") == {
        "home_center": 5 + 2 + 2 + 2,
        "domestic_province": triangles,
        "captured_center": 3,
        "total": 11 + triangles + 3,
    }


@pytest.mark.rule("E19D-INC-2")
def test_a_water_pays_the_power_whose_own_fleet_is_there():
    state = builds(units={"denmark": ["F SKA"], "MEC": ["F BOR"]})
    value = state.facts.seas["SKA"]
    assert value > 0
    assert earned(spend(state, {}), "denmark")["water_with_own_fleet"] == value
    sweden = earned(spend(state, {}), "sweden")
    assert "water_with_own_fleet" not in sweden  # a fleet of its state is not its own


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
@pytest.mark.parametrize("line", ["LOAN 5 TO SWEDEN", "GIVE 5 TO SWEDEN"])
def test_tp_are_lent_and_given(line: str):
    played = spend(builds(units={}), {"france": line}, france=9, sweden=1)
    assert (played.state.treasury["france"], played.state.treasury["sweden"]) == (4, 6)
    assert len(played.state.loans) == line.startswith("LOAN")


@pytest.mark.rule("E19D-LOA-1")
@pytest.mark.parametrize("line", ["LOAN 5 TO FRANCE", "GIVE 0 TO SWEDEN"])
def test_nobody_lends_to_himself_or_nothing(line: str):
    assert why(spend(builds(units={}), {"france": line}, france=9), line.replace("GIVE", "GRANT"))


@pytest.mark.rule("E19D-LOA-2")
def test_terms_are_recorded_and_default_costs_nothing():
    lent = spend(
        builds(units={}), {"france": "LOAN 5 TO SWEDEN REPAY 1622 INTEREST 1"}, france=5, sweden=0
    )
    (loan,) = lent.state.loans
    assert (loan.amount, loan.interest, loan.due) == (5, 1, 1622)
    due = builds(units={}, year=1622, loans=(loan,))
    played = spend(due, {}, france=0, sweden=9)
    assert (played.state.treasury["sweden"], played.state.loans) == (9, (loan,))
    (listed,) = events(played, "loans")
    assert (listed.rule, listed.data["loans"][0]["overdue"]) == ("E19D-LOA-2", True)


@pytest.mark.rule("E19D-LOA-3")
def test_a_loan_is_paid_back_in_part():
    lent = spend(builds(units={}), {"sweden": "LOAN 5 TO FRANCE"}, sweden=5)
    state = builds(units={}, year=1620, loans=lent.state.loans)
    played = spend(state, {"france": "REPAY 2 TO SWEDEN"}, france=2, sweden=0)
    assert [loan.amount for loan in played.state.loans] == [3]
    assert played.state.treasury["sweden"] == 2


@pytest.mark.rule("E19D-LOA-5")
def test_transfers_are_published_with_their_terms():
    played = spend(builds(units={}), {"france": "LOAN 5 TO SWEDEN REPAY 1623"}, france=5)
    (event,) = events(played, "transfer")
    assert (event.rule, event.public) == ("E19D-LOA-5", True)
    row = {key: event.data[key] for key in ("sender", "receiver", "tp", "due")}
    assert row == {"sender": "france", "receiver": "sweden", "tp": 5, "due": 1623}
