"""Loans that both sides agree on, and their repayment, in editions that keep a register of them."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.europe.relations import FAITH
from generator.engine.chance import Chance
from generator.engine.phases import OrderBook
from generator.rulesets.europe.features.credit_book import CreditBook, CreditRules
from generator.rulesets.europe.features.credit_transfers import AgreeLoan
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.values import Transfer

INTEREST: Final = 15
"""What a player asks for a loan, in percent."""
FOND: Final = 5
"""The affinity from which a power lends."""
SHARE: Final = 2
"""A lender parts with this part of its wealth at most: 2 is a half."""
ENFORCED: Final = 55
"""How often a loan is enforced, in percent."""
FORGETS: Final = 5
"""How often one of the two forgets to write it down, in percent."""


def agree_on_loans(outlook: Outlook) -> tuple[AgreeLoan, ...]:
    """The power's side of the loans that were agreed on by letter this year: each lends to one at
    most, and borrows from one."""
    state, power = outlook.state, outlook.power
    if "credit" not in state.parts:
        return ()
    lenders: set[str] = set()
    found = []
    for borrower in state.living:
        order = _agreed(outlook, borrower, lenders)
        if order is None:
            continue
        lenders.add(order.other)
        own = outlook.relations.chance.branch(f"autoplay loan {state.year} {borrower} {power}")
        if power in (borrower, order.other) and own.number(100) >= FORGETS:
            lends = power == order.other
            found.append(AgreeLoan(not lends, order.amount, borrower if lends else order.other,
                                   order.repay, order.due, order.enforced))  # fmt: skip
    return tuple(found)


def _agreed(outlook: Outlook, borrower: str, taken: set[str]) -> AgreeLoan | None:
    """What a power may borrow this year and from whom, in the words of the borrower."""
    state, relations = outlook.state, outlook.relations
    book: CreditBook = state.parts["credit"]
    wealth = state.treasury
    if any(loan.borrower == borrower and loan.owed for loan in book.loans):
        return None
    never = outlook.facts.of(CreditRules).never_lend
    lenders = [
        other
        for other in state.living
        if other not in (borrower, *never, *taken, *relations.enemies[borrower])
        and relations.affinity(borrower, other) >= FOND
        and wealth.get(other, 0) > max(3, wealth.get(borrower, 0))
    ]
    draws = relations.chance.branch(f"autoplay loan {state.year} {borrower}")
    needy = wealth.get(borrower, 0) < 0 or relations.enemies[borrower]
    if not lenders or draws.number(100) >= (60 if needy else 15):
        return None
    lender = max(lenders, key=lambda other: (relations.affinity(borrower, other), other))
    lent = min(wealth[lender] // SHARE, 2 + draws.number(5))
    repay = lent + (lent * INTEREST + 50) // 100
    due = state.year + 1 + draws.number(3)
    return AgreeLoan(True, lent, lender, repay, due, draws.number(100) < ENFORCED)


def repay_when_due(outlook: Outlook, draws: Chance) -> tuple[Transfer, ...]:
    """What is due and can be paid when the year's income is in; the faithless forget it. Enforced
    loans are paid without an order in their year; in default they are a debt that all want to be
    rid of."""
    book: CreditBook | None = outlook.state.parts.get("credit")
    power, year = outlook.power, outlook.state.year
    own = [loan for loan in book.loans if loan.borrower == power and loan.owed] if book else []
    due = [
        loan
        for loan in own
        if (loan.due < year if loan.enforced else
            loan.due <= year + draws.number(2) and draws.number(100) < FAITH)
    ]  # fmt: skip
    if not due:
        return ()
    after = play_phase(outlook.edition, outlook.state, OrderBook({})).state
    funds, found = after.treasury.get(power, 0), list[Any]()
    for loan in due:
        paid = min(loan.owed, funds)
        if paid > 0:
            found.append(Transfer("repayment", paid, loan.lender))
            funds -= paid
    return tuple(found)
