"""Loans and grants: what both sides agree on, what is enforced, and what becomes of it."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.wealth import rich

OFFER = "LOAN 6 TO AUSTRIA; REPAY 7 IN 1622; ENFORCED"
ACCEPT = "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED"


def purses(phase: str = "builds", **funds: int):
    """A position without units and income of its own, in which powers have what is given."""
    return rich(phase=phase, units={}, treasury=funds)


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
