"""Loans and grants: what both sides agree on, what is enforced, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.europe.features.credit_book import CreditBook
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.seven import sheets
from tests.rules.europe_1615_v7.wealth import lent, loan, rich

OFFER = "LOAN 6 TO AUSTRIA; REPAY 7 IN 1622; ENFORCED"
ACCEPT = "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED"


def purses(phase: str = "builds", **funds: int):
    """A position without units and income of its own, in which powers have what is given."""
    return rich(phase=phase, units={}, treasury=funds)


@pytest.mark.rule("E15V7-LOAN-4")
def test_what_is_open_stands_in_a_public_register() -> None:
    state = lent(purses(spain=0), loan("spain", "austria", 6, interest=1))
    played = sheets(state)
    sections = {one.title: one for one in RULESET.report(state, played)}
    assert sections["Loans not paid back"].plain_rows[0][:3] == ("Austria", "Spain", "6")
    assert [one.public for one in events(played, "loans")] == [True]


def test_a_position_sets_every_field_of_loans_and_grants() -> None:
    rows = [
        {
            "id": 3,
            "lender": "referee",
            "borrower": "austria",
            "principal": 5,
            "interest": 1,
            "year": 1616,
            "due": 1621,
            "enforced": True,
            "agreed_by": ["referee", "austria"],
            "repaid": 2,
            "status": "open",
        }
    ]
    grants = [{"giver": "spain", "receiver": "austria", "amount": 2, "year": 1617}]
    state = RULESET.opening(
        Setup(
            {},
            {
                "year": 1620,
                "treasury": {"austria": -4},
                "credit": {"loans": rows, "grants": grants},
            },
        )
    )
    book: CreditBook = state.parts["credit"]
    assert (book.loans[0].owed, book.grants[0].amount, state.treasury["austria"]) == (4, 2, -4)
    assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"borrower": "spain"}, "the lender is the borrower"),
        ({"repaid": 9}, "more is repaid than was owed"),
        ({"status": "lost"}, "credit.loans"),
        ({"lender": "savoy"}, "there is no 'savoy'"),
    ],
)
def test_a_register_that_cannot_be_is_refused(row: dict[str, Any], wrong: str) -> None:
    fine = {
        "id": 1,
        "lender": "spain",
        "borrower": "austria",
        "principal": 5,
        "year": 1615,
        "due": 1621,
    }
    with pytest.raises(FileError, match=wrong):
        RULESET.opening(Setup({}, {"credit": {"loans": [{**fine, **row}]}}))


def test_loans_stand_in_the_register_and_nowhere_else() -> None:
    document = RULESET.dump(opening(EDITION))
    table = [{"year": 1615, "lender": "spain", "debtor": "austria", "amount": 3}]
    with pytest.raises(FileError, match="table credit"):
        RULESET.load(Document({**document.public, "loans": table}, document.private))


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("loan 6 to austria; repay 7 in 1622; enforced", OFFER),
        ("LOAN AUSTRIA 6, REPAY 7 IN 1622, ENFORCED", OFFER),
        ("Accept loan 6 from Spain; repay 7 in 1622; enforced", ACCEPT),
        (
            "ACCEPT LOAN 5 FROM REFEREE; REPAY 6 IN 1621",
            "ACCEPT LOAN 5 FROM REFEREE; REPAY 6 IN 1621",
        ),
        ("LOAN 6 TO AUSTRIA; GRANT 4 TO FRANCE", "LOAN 6 TO AUSTRIA"),
        ("LOAN 6 TO AUSTRIA; REPAY 7 TO FRANCE", "LOAN 6 TO AUSTRIA"),
    ],
)
def test_loans_are_read_with_their_terms(line: str, canonical: str) -> None:
    book = RULESET.read(purses(spain=20), {"spain": line})
    orders = book.sheets["spain"].orders
    assert str(orders[0].order) == canonical
    assert all(one.order is not None for one in orders)
    assert RULESET.order_in(purses(), canonical) == orders[0].order


def test_a_fault_in_the_terms_is_one_of_the_whole_order() -> None:
    book = RULESET.read(
        purses(spain=20), {"spain": "LOAN 6 TO AUSTRIA; REPAY 7 IN 16222; ENFORCED"}
    )
    (order,) = book.sheets["spain"].orders
    assert order.order is None
    assert [one.severity for one in book.complaints] == ["error"]
