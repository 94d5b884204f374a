"""Transfers and loans: E19-LON."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from generator.rulesets.europe.state.state import EuropeState, Loan
from generator.rulesets.europe.state.values import Transfer
from generator.rulesets.europe.steps.transfers import repay
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, verdict, with_rules
from tests.rules.europe_1619.spending import builds, reason, refusal, spend


def treasuries(state: EuropeState, *powers: str) -> list[int]:
    return [state.treasury[power] for power in powers]


@pytest.mark.rule("E19-LON-1")
def test_loan_moves_money_and_records_its_terms() -> None:
    orders = {"spain": [Transfer("loan", 5, "austria", 1, 1622)]}
    after = spend(builds(year=1621), orders, spain=9, austria=2).state
    assert treasuries(after, "spain", "austria") == [4, 7]
    assert after.loans == (Loan(1621, "spain", "austria", 5, 1, 1622),)


@pytest.mark.rule("E19-LON-1")
def test_grants_are_not_owed() -> None:
    after = spend(builds(), {"spain": "GRANT 5 TO AUSTRIA"}, spain=5, austria=0).state
    assert (treasuries(after, "spain", "austria"), after.loans) == ([0, 5], ())


@pytest.mark.rule("E19-LON-1")
def test_repayments_take_the_oldest_loan_down_first() -> None:
    loans = (Loan(1619, "spain", "austria", 3, 1), Loan(1620, "spain", "austria", 4))
    state = builds(year=1621, loans=loans)
    after = spend(state, {"austria": "REPAY 6 TO SPAIN"}, spain=0, austria=6).state
    assert treasuries(after, "spain", "austria") == [6, 0]
    assert after.loans == (Loan(1620, "spain", "austria", 2),)


@pytest.mark.rule("E19-LON-1")
def test_a_repayment_in_part_leaves_the_rest() -> None:
    state = builds(year=1621, loans=(Loan(1619, "spain", "austria", 5, 1, 1622),))
    after = spend(state, {"austria": "REPAY 2 TO SPAIN"}, austria=2).state
    assert after.loans == (Loan(1619, "spain", "austria", 3, 1, 1622),)


def test_more_than_is_owed_still_goes_to_the_receiver() -> None:
    loans = [Loan(1619, "spain", "austria", 3, 1), Loan(1619, "france", "austria", 2)]
    assert repay(loans, "spain", "austria", 7) == ([Loan(1619, "france", "austria", 2)], 3)
    result = spend(builds(), {"austria": "REPAY 2 TO SPAIN"}, spain=0, austria=2)
    assert treasuries(result.state, "spain", "austria") == [2, 0]
    assert "2 TP more than it owed" in events(result, "transfer")[0].text


def test_a_loan_may_be_repaid_in_the_same_phase() -> None:
    orders = {"spain": "LOAN 5 TO AUSTRIA", "austria": "REPAY 5 TO SPAIN"}
    after = spend(builds(), orders, spain=5, austria=5).state
    assert (treasuries(after, "spain", "austria"), after.loans) == ([5, 5], ())


@pytest.mark.rule("E19-LON-1")
@pytest.mark.parametrize(
    "order",
    [
        Transfer("grant", 0, "austria"),
        Transfer("grant", -5, "austria"),
        Transfer("grant", 1, "spain"),
        Transfer("grant", 1, "savoy"),
        Transfer("loan", 1, "austria", -1),
        Transfer("loan", 1, "austria", 0, 1620),
    ],
    ids=str,
)
def test_what_is_no_transfer(order: Transfer) -> None:
    """Nothing and less than nothing, to oneself, to a fallen power, on impossible terms."""
    state = builds(year=1621, eliminated=MappingProxyType({"savoy": 1620}))
    result = spend(state, {"spain": [order]}, spain=9, austria=0)
    assert refusal(result, str(order)) == "illegal E19-LON-1"
    assert treasuries(result.state, "spain", "austria") == [9, 0]


@pytest.mark.rule("E19-LON-2")
def test_a_defaulter_is_only_shown() -> None:
    """A loan due in 1622 that nobody paid back: still listed, as overdue, and no money moves."""
    state = builds(year=1622, loans=(Loan(1621, "spain", "austria", 5, 1, 1622),))
    result = spend(state, {}, spain=3, austria=8)
    assert treasuries(result.state, "spain", "austria") == [3, 8]
    assert result.state.loans == state.loans
    (listed,) = events(result, "loans")
    assert listed.text == (
        "not yet paid back: Austria owes Spain 6 TP (lent in 1621, due in 1622, overdue)"
    )
    assert listed.rule == "E19-LON-2"


@pytest.mark.rule("E19-LON-2")
@pytest.mark.parametrize(("due", "overdue"), [(0, False), (1622, True), (1623, False)])
def test_when_a_loan_is_overdue(due: int, overdue: bool) -> None:
    state = builds(year=1622, loans=(Loan(1621, "spain", "austria", 5, 0, due),))
    (row,) = events(play(EDITION, state), "loans")[0].data["loans"]
    assert row["overdue"] is overdue


@pytest.mark.rule("E19-LON-3")
def test_transfers_are_published_with_their_terms() -> None:
    orders = {"spain": "LOAN 5 TO AUSTRIA INTEREST 1 DUE 1622"}
    result = spend(builds(year=1621), orders, spain=5)
    (event,) = events(result, "transfer")
    assert event.public
    assert event.text == "Spain lends Austria 5 TP at 1 TP interest, due in 1622"
    keys = ("sort", "sender", "receiver", "tp", "interest", "due")
    assert [event.data[key] for key in keys] == ["loan", "spain", "austria", 5, 1, 1622]


@pytest.mark.rule("E19-LON-4")
def test_more_than_the_treasury_cannot_be_sent() -> None:
    result = spend(builds(), {"spain": "GRANT 5 TO AUSTRIA"}, spain=3, austria=0)
    assert refusal(result, "GRANT 5 TO AUSTRIA") == "excess E19-LON-4"
    assert treasuries(result.state, "spain", "austria") == [3, 0]
    assert not events(result, "transfer")


@pytest.mark.rule("E19-LON-4")
def test_transfers_count_in_written_order() -> None:
    """With 5 TP: 3 go, 4 do not, 2 go."""
    orders = {"spain": "GRANT 3 TO AUSTRIA\nGRANT 4 TO FRANCE\nGRANT 2 TO SAVOY"}
    result = spend(builds(), orders, spain=5, austria=0, france=0, savoy=0)
    assert treasuries(result.state, "spain", "austria", "france", "savoy") == [0, 3, 0, 2]
    assert outcome(result, "GRANT 4 TO FRANCE") == "excess"


@pytest.mark.rule("E19-LON-4")
def test_what_is_received_cannot_be_sent_on() -> None:
    orders = {"spain": "GRANT 5 TO AUSTRIA", "austria": "GRANT 5 TO SAVOY"}
    result = spend(builds(), orders, spain=5, austria=4, savoy=0)
    assert treasuries(result.state, "spain", "austria", "savoy") == [0, 9, 0]
    assert outcome(result, "GRANT 5 TO SAVOY") == "excess"


@pytest.mark.rule("E19-LON-4")
def test_refused_transfers_are_told_to_their_author_alone() -> None:
    result = spend(builds(), {"spain": "GRANT 5 TO AUSTRIA"}, spain=3)
    assert verdict(result, "GRANT 5 TO AUSTRIA").known_to == ("spain",)


def test_an_edition_may_send_what_there_is() -> None:
    """The table transfers with over = "partial": 4 of 5 TP go."""
    state = with_rules(builds(), transfers={"over": "partial"})
    result = spend(state, {"spain": "LOAN 5 TO AUSTRIA"}, spain=4, austria=0)
    assert treasuries(result.state, "spain", "austria") == [0, 4]
    assert result.state.loans[0].amount == 4
    assert outcome(result, "LOAN 5 TO AUSTRIA") == "success"


@pytest.mark.rule("E19-LON-5")
def test_money_received_is_spent_in_the_same_phase() -> None:
    """Austria has strength 3 and nothing else; Spain gives it the 5 TP for one more point."""
    state = builds(units={"austria": ["A VIE +2"]})
    orders = {"spain": "GRANT 5 TO AUSTRIA", "austria": "BUILD A SLO"}
    result = spend(state, orders, spain=5, austria=0)
    assert outcome(result, "BUILD A SLO") == "success"
    assert result.state.treasury["austria"] == 0


@pytest.mark.rule("E19-GEN-8")
def test_reports_use_the_name_that_the_game_has_for_money() -> None:
    state = builds(options={"currency_name": "florins"})
    result = spend(state, {"spain": "GRANT 5 TO AUSTRIA"}, spain=5)
    assert events(result, "transfer")[0].text == "Spain gives Austria 5 florins"
    assert "TP" not in " ".join(one.text for one in result.events if one.kind != "ruling")
    assert reason(result, "GRANT 5 TO AUSTRIA") == "Spain gives Austria 5 florins"


def test_repayments_touch_no_other_loan() -> None:
    loans = [Loan(1619, "spain", "austria", 3), Loan(1619, "austria", "spain", 3)]
    assert repay(loans, "spain", "austria", 3) == ([Loan(1619, "austria", "spain", 3)], 0)
