"""Transfers between powers: loans, grants, repayments, and the list of loans not yet paid back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import asdict, replace

from generator.engine.events import EventKind, Sentence, Sum
from generator.engine.report import Cell
from generator.engine.verdicts import Event
from generator.engine.words import count
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import Loan
from generator.rulesets.europe.state.values import Transfer
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import NAMED, Story, figure_in, named_side, own_words

_VERBS: Final = {"loan": "lends", "grant": "gives", "repayment": "repays"}


def make_transfers(turn: Turn) -> None:
    """Make all transfers at once: no power can send on money that it receives in the same phase.

    What a power sends together is limited by its treasury; in written order, what does not fit is
    refused. With `over = "partial"` in the table `transfers` the rest of the treasury goes.
    """
    funds = dict(turn.treasury)
    partial = turn.facts.transfers.over == "partial"
    made: list[tuple[str, Transfer]] = []
    for entry in turn.entries_of(Transfer):
        power, order = entry.power, entry.order
        wrong = _refusal(turn, power, order)
        if wrong:
            turn.settle(entry, "illegal", wrong)
            continue
        left = funds.get(power, 0)
        sent = min(order.amount, left) if partial else order.amount
        if sent > left or not sent:
            short = f"{amount(turn, left)} left to send, not {amount(turn, order.amount)}"
            said = f"{turn.facts.name_of(power)} has {short}"
            turn.settle(entry, "excess", ("transfer-funds", said))
            continue
        funds[power] = left - sent
        order = replace(order, amount=sent)
        made.append((power, order))
        reasons = [(f"{order.kind}-made", f"{_transfer_words(turn, power, order)}")]
        if sent < entry.order.amount:
            reasons.append(("transfer-cut", f"it had no more than {amount(turn, sent)}"))
        whole = sent == entry.order.amount
        turn.settle(entry, "success", *reasons, extent="" if whole else "partly")
    for power, order in made:
        turn.treasury[power] -= order.amount
        turn.treasury[order.to] = turn.treasury.get(order.to, 0) + order.amount
    # A repayment may be for a loan of the same phase: everything happens at once.
    turn.loans += [
        Loan(turn.year, power, one.to, one.amount, one.interest, one.due)
        for power, one in made
        if one.kind == "loan"
    ]
    for power, order in made:
        beyond = 0
        if order.kind == "repayment":
            turn.loans, beyond = repay(turn.loans, order.to, power, order.amount)
        _report(turn, power, order, beyond)


def _refusal(turn: Turn, power: str, order: Transfer) -> tuple[str, str] | None:
    """Why a transfer is not one, whatever the sender's treasury."""
    name = turn.facts.name_of
    if order.to == power:
        return "transfer-partner", f"{name(power)} cannot send anything to itself"
    if order.to not in turn.living:
        gone = order.to in turn.eliminated
        return "transfer-partner", f"{name(order.to)} is {'eliminated' if gone else 'no power'}"
    if order.amount < 1:
        return "transfer-amount", f"{amount(turn, order.amount)} cannot be sent"
    if order.interest < 0:
        return "transfer-terms", f"interest cannot be {amount(turn, order.interest)}"
    if order.due and order.due < turn.year:
        return "transfer-terms", f"{order.due} is over: nothing can be due in it"
    return None


def repay(loans: Sequence[Loan], lender: str, debtor: str, paid: int) -> tuple[list[Loan], int]:
    """The loans after a payment, and the rest of it after all debts.

    The oldest loan is paid first, and its principal before its interest. Paid loans are removed
    from the list.
    """
    left: list[Loan] = []
    for loan in loans:
        if (loan.lender, loan.debtor) == (lender, debtor):
            principal = min(paid, loan.amount)
            interest = min(paid - principal, loan.interest)
            paid -= principal + interest
            loan = replace(loan, amount=loan.amount - principal, interest=loan.interest - interest)
        if owed(loan):
            left.append(loan)
    return left, paid


def owed(loan: Loan) -> int:
    """The amount still to be repaid, interest included."""
    return loan.amount + loan.interest


def report_loans(turn: Turn) -> None:
    """List the loans that are not paid back. Nothing happens to those that should be."""
    if not turn.loans:
        return
    turn.report(
        LOANS,
        "loans-outstanding",
        f"not yet paid back: {'; '.join(_loan_words(turn, loan) for loan in turn.loans)}",
        powers=[p for p in turn.living if any(p in (x.lender, x.debtor) for x in turn.loans)],
        loans=[{**asdict(loan), "overdue": _is_overdue(turn, loan)} for loan in turn.loans],
    )


def _is_overdue(turn: Turn, loan: Loan) -> bool:
    """Whether a loan should be paid back by the end of this phase."""
    return 0 < loan.due <= turn.year


def _loan_words(turn: Turn, loan: Loan) -> str:
    name = turn.facts.name_of
    terms = f", due in {loan.due}" if loan.due else ""
    late = ", overdue" if _is_overdue(turn, loan) else ""
    return (
        f"{name(loan.debtor)} owes {name(loan.lender)} {amount(turn, owed(loan))} "
        f"(lent in {loan.year}{terms}{late})"
    )


def _transfer_words(turn: Turn, power: str, order: Transfer) -> str:
    name = turn.facts.name_of
    said = f"{name(power)} {_VERBS[order.kind]} {name(order.to)} {amount(turn, order.amount)}"
    if order.kind == "loan":
        said += f" at {amount(turn, order.interest)} interest" if order.interest else ""
        said += f", due in {order.due}" if order.due else ""
    return said


def _report(turn: Turn, power: str, order: Transfer, beyond: int) -> None:
    said = _transfer_words(turn, power, order)
    if beyond:
        said += f", {amount(turn, beyond)} more than it owed"
    turn.report(
        TRANSFER,
        "transfer-reported",
        said,
        sort=order.kind,
        sender=power,
        receiver=order.to,
        tp=order.amount,
        interest=order.interest,
        due=order.due,
    )


# --- the kinds of events


def _account(event: Event) -> Iterator[Sum]:
    sort, sender, receiver, sum_ = (event.data[key] for key in ("sort", "sender", "receiver", "tp"))
    # "" is the referee, who keeps no books.
    if sender:
        yield sender, sort, -sum_, receiver
    if receiver:
        yield receiver, sort, sum_, sender


def _transfers(story: Story, events: list[Event]) -> str:
    if len(events) <= NAMED:
        return own_words(story, events)
    total = sum(event.data["tp"] for event in events)
    return f"{count(len(events), 'transfer')} move {total} in money between powers"


def _side(facts: Facts, side: str) -> Cell:
    return named_side(facts, side) if side else "the referee"


TRANSFER: Final = EventKind(
    "transfer",
    section="Transfers",
    topics=("treasury",),
    weight=12,
    columns={
        "From": lambda facts, event: _side(facts, event.data["sender"]),
        "to": lambda facts, event: _side(facts, event.data["receiver"]),
        "What": "sort",
        "Amount": "tp",
        "Interest": figure_in("interest"),
        "Due in": figure_in("due"),
    },
    sentences=(Sentence(_transfers),),
    account=_account,
)
LOANS: Final = EventKind("loans", topics=("treasury",), tabled=True)
