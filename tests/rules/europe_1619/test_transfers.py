"""Transfers and loans: E19-LON."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import EuropeState, Loan
from generator.rulesets.europe.steps.transfers import repay
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, with_rules
from tests.rules.europe_1619.spending import builds, spend


def treasuries(state: EuropeState, *powers: str) -> list[int]:
    return [state.treasury[power] for power in powers]


@pytest.mark.rule("E19-LON-2")
@pytest.mark.parametrize(("due", "overdue"), [(0, False), (1622, True), (1623, False)])
def test_when_a_loan_is_overdue(due: int, overdue: bool) -> None:
    state = builds(year=1622, loans=(Loan(1621, "spain", "austria", 5, 0, due),))
    (row,) = events(play(EDITION, state), "loans")[0].data["loans"]
    assert row["overdue"] is overdue


def test_an_edition_may_send_what_there_is() -> None:
    """The table transfers with over = "partial": 4 of 5 TP go."""
    state = with_rules(builds(), transfers={"over": "partial"})
    result = spend(state, {"spain": "LOAN 5 TO AUSTRIA"}, spain=4, austria=0)
    assert treasuries(result.state, "spain", "austria") == [0, 4]
    assert result.state.loans[0].amount == 4
    assert outcome(result, "LOAN 5 TO AUSTRIA") == "success"


def test_repayments_touch_no_other_loan() -> None:
    loans = [Loan(1619, "spain", "austria", 3), Loan(1619, "austria", "spain", 3)]
    assert repay(loans, "spain", "austria", 3) == ([Loan(1619, "austria", "spain", 3)], 0)
