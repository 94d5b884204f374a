"""The register of loans and grants: what it holds, and what is done with an entry."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Annotated, Final, Literal

from msgspec.structs import replace

from generator.engine.typed import Count, Named, Positive, Record, Table, knob
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.transfers import TRANSFER
from generator.rulesets.europe.turn.turn import Turn

KEY: Final = "credit"
REFEREE: Final = "referee"

Lender = Annotated[str, Named(lambda facts: {**facts.powers, REFEREE: None})]
LoanStatus = Literal["open", "repaid", "defaulted", "closed"]


class CreditLoan(Record, frozen=True):
    """A loan in the register. `interest` is what is repaid beyond the principal; `repaid` is what
    has come back so far. `agreed_by` are those that agreed to enforcement. A loan is "closed" when
    a side has fallen or the referee has cancelled it."""

    id: Positive
    lender: Lender
    borrower: Power
    principal: Positive
    year: Count
    due: Count
    interest: Count = 0
    enforced: bool = False
    agreed_by: tuple[Lender, ...] = ()
    repaid: Count = 0
    status: LoanStatus = "open"

    @property
    def owed(self) -> int:
        """The amount still to be repaid, in TP."""
        left = self.principal + self.interest - self.repaid
        return left if self.status in ("open", "defaulted") else 0

    @property
    def sides(self) -> tuple[str, str]:
        return self.lender, self.borrower

    @property
    def powers(self) -> tuple[str, ...]:
        return tuple(side for side in self.sides if side != REFEREE)


class Grant(Record, frozen=True):
    giver: Power
    receiver: Power
    amount: Positive
    year: Count


class CreditBook(Record, frozen=True):
    """The register: every loan by its number, and every grant, the oldest first."""

    loans: tuple[CreditLoan, ...] = ()
    grants: tuple[Grant, ...] = ()


class CreditRules(Table, frozen=True):
    """The table `credit`."""

    never_lend: Annotated[tuple[str, ...], knob("Powers that may not lend", "E15V7-LOAN-12")] = ()
    public: Annotated[
        bool, knob("Everyone learns of transfers and of the register", "E15V7-LOAN-4")
    ] = True


TABLES: Final = MappingProxyType({KEY: CreditRules})


def loans_of(turn: Turn) -> tuple[CreditLoan, ...]:
    book: CreditBook = turn.parts[KEY]
    return book.loans


def change_loan(turn: Turn, loan: CreditLoan) -> None:
    """Put a loan in the place of the one with its number."""
    loans = tuple(loan if kept.id == loan.id else kept for kept in loans_of(turn))
    turn.parts[KEY] = replace(turn.parts[KEY], loans=loans)


def pay_back(turn: Turn, loan: CreditLoan, paid: int) -> None:
    """Note what a borrower has paid; a loan of which nothing is left is repaid."""
    after = replace(loan, repaid=loan.repaid + paid)
    change_loan(turn, after if after.owed else replace(after, status="repaid"))


def move(turn: Turn, sender: str, receiver: str, sum_: int) -> None:
    """Move wealth between sides; what the referee lends or gets back comes from nowhere."""
    for side, change in ((sender, -sum_), (receiver, sum_)):
        if side != REFEREE:
            turn.treasury[side] += change


def lender_name(turn: Turn, side: str) -> str:
    return "the referee" if side == REFEREE else turn.facts.name_of(side)


def loan_words(turn: Turn, loan: CreditLoan) -> str:
    """`loan 3 of Spain to Austria, 7 wealth due in 1622, enforced`."""
    sides = " to ".join(lender_name(turn, side) for side in loan.sides)
    kind = ", enforced" if loan.enforced else ""
    return f"loan {loan.id} of {sides}, {amount(turn, loan.owed)} due in {loan.due}{kind}"


def known_to(turn: Turn, sides: Iterable[str]) -> tuple[str, ...]:
    """The powers that may know of a transfer: all, unless the game hides transfers."""
    if turn.facts.of(CreditRules).public:
        return ()
    return tuple(side for side in sides if side != REFEREE)


def report_transfer(
    turn: Turn, cause: str, said: str, sort: str, sides: tuple[str, str], sum_: int,
    interest: int = 0, due: int = 0,
) -> None:  # fmt: skip
    sender, receiver = ("" if side == REFEREE else side for side in sides)
    turn.report(
        TRANSFER,
        cause,
        said,
        known_to=known_to(turn, sides),
        sort=sort,
        sender=sender,
        receiver=receiver,
        tp=sum_,
        interest=interest,
        due=due,
    )
