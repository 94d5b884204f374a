"""Credit: loans with terms that both sides agree on, and the register of all loans and grants.

    LOAN 6 TO AUSTRIA; REPAY 7 IN 1622; ENFORCED             the lender offers
    ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED      the borrower agrees to the same

A loan is open until it is repaid; one that is not repaid in its year is in default. Enforced loans
are settled automatically in their year, and count as debt while they are in default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from generator.engine.course import Added, Step
from generator.engine.events import EventKind, Sentence
from generator.engine.report import Section, table
from generator.engine.typed import Positive
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.credit_book import (
    FORMS,
    KEY,
    REFEREE,
    TABLES,
    AgreeLoan,
    CreditBook,
    CreditLoan,
    CreditRules,
    LoanStatus,
    change_loan,
    known_to,
    lender_name,
    loan_words,
    loans_of,
    make_transfers,
    move,
    pay_back,
    report_transfer,
)
from generator.rulesets.europe.rulings.politics import IncomeRuling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Transfer
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.transfers import LOANS
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, own_words

if TYPE_CHECKING:
    from generator.engine.chronicle import Debt

_PHASES: Final = ("income", "builds")
_STATUS_WORDS: Final[Mapping[LoanStatus, str]] = MappingProxyType(
    {"open": "open", "repaid": "paid back", "defaulted": "in default", "closed": "closed"}
)

LOAN_STATUS: Final = EventKind(
    "loan-status",
    section="Loans in default and closed",
    topics=("treasury",),
    weight=14,
    sentences=(Sentence(own_words),),
)


class LendRuling(EuropeRuling, frozen=True):
    """a loan of the referee: offers a power a loan from the referee"""

    point = "during"
    phases = _PHASES
    power: LivingPower
    amount: Positive
    repay: int
    due: int

    def check(self, turn: Turn) -> None:
        if self.repay < self.amount:
            raise self.refuse("repay is below amount", "repay")
        if self.due <= turn.year:
            raise self.refuse(f"due is not after {turn.year}", "due")

    def words(self, turn: Turn) -> str:
        lent, repaid = (amount(turn, number) for number in (self.amount, self.repay))
        name = turn.facts.name_of(self.power)
        return f"the referee offers {name} a loan of {lent}, {repaid} due in {self.due}"


_CHANGES: Final = ("enforced", "due", "repaid", "status")


class RegisterRuling(EuropeRuling, frozen=True):
    """a loan: enforces, reschedules or cancels a loan of the register"""

    point = "before"
    loan: int
    enforced: bool | None = None
    due: int | None = None
    repaid: int | None = None
    status: LoanStatus | None = None

    def before(self, turn: Turn) -> CreditLoan:
        for loan in loans_of(turn):
            if loan.id == self.loan:
                return loan
        raise self.refuse(f"there is no loan {self.loan}", "loan")

    def check(self, turn: Turn) -> CreditLoan:
        """The loan as the ruling has it."""
        loan = self.before(turn)
        given = {name: getattr(self, name) for name in _CHANGES}
        changes = {name: value for name, value in given.items() if value is not None}
        if not changes:
            raise self.refuse("it changes nothing of the loan")
        if (self.due or 0) > turn.year and loan.status == "defaulted":
            # A loan that is put off is no longer in default.
            changes.setdefault("status", "open")
        after = replace(loan, **changes)
        if not 0 <= after.repaid <= after.principal + after.interest or after.due < after.year:
            raise self.refuse("no loan has such terms")
        return after

    def words(self, turn: Turn) -> str:
        loan, after = self.before(turn), self.check(turn)
        said = [
            f"{name} {getattr(after, name)}"
            for name in _CHANGES
            if getattr(after, name) != getattr(loan, name)
        ]
        sides = " to ".join(lender_name(turn, side) for side in loan.sides)
        return f"loan {loan.id} of {sides}: {listed(said) or 'as it was'}"

    def apply(self, turn: Turn) -> None:
        change_loan(turn, self.check(turn))


class CreditIncomeRuling(IncomeRuling, frozen=True):
    """income: sets the whole income of a power in the phase"""

    phases = ("income",)


class Credit(Feature):
    """Keeps the register of loans and grants, and makes the transfers of a phase."""

    key = KEY
    part = CreditBook
    tables = TABLES
    forms = MappingProxyType(dict.fromkeys(_PHASES, FORMS))
    events = (LOAN_STATUS,)
    rulings = MappingProxyType(
        {"lend": LendRuling, "loan": RegisterRuling, "income": CreditIncomeRuling}
    )

    def is_secret(self, facts: Facts) -> bool:
        return not facts.of(CreditRules).public

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        facts = state.facts
        rows = [
            (
                named_side(facts, loan.borrower),
                "the referee" if loan.lender == REFEREE else named_side(facts, loan.lender),
                str(loan.owed),
                str(loan.due),
                f"{_STATUS_WORDS[loan.status]}{', enforced' if loan.enforced else ''}",
            )
            for loan in state.parts[KEY].loans
            if loan.owed
        ]
        return (table("Open loans", ("Borrower", "Lender", "To pay", "Due in", "State"), rows),)

    def proviso(self, state: EuropeState, power: str, order: Any) -> str:
        if not isinstance(order, AgreeLoan):
            return ""
        verb = "offers" if order.accepts else "accepts"
        name = "the referee" if order.other == REFEREE else state.facts.name_of(order.other)
        return f"a loan needs both: it counts if {name} {verb} it in the same words"

    def confided(self, state: EuropeState, power: str) -> tuple[CreditBook, tuple[str, ...]]:
        """Only in words: a register without the loans of others would contradict itself."""
        facts, lines = state.facts, []
        for loan in state.parts[KEY].loans:
            if loan.owed and power in loan.sides:
                lender = "the referee" if loan.lender == REFEREE else facts.name_of(loan.lender)
                sum_ = f"{loan.owed} {facts.treasury.currency}"
                debtor = facts.name_of(loan.borrower)
                lines.append(f"{debtor} owes {lender} {sum_}, due in {loan.due}")
        return CreditBook(), tuple(lines)

    def steps(self) -> tuple[Added, ...]:
        said = "loans, grants and repayments are made"
        transfers = Step("transfers", make_transfers, (Transfer, AgreeLoan), said)
        register = Step("register", _report_register, tried=False)
        return (
            Added("income", Step("enforced loans", _settle_enforced), after="maintenance"),
            Added("income", transfers, after="maintenance"),
            Added("income", Step("defaults", _note_defaults), after="maintenance"),
            Added("income", register, before="treasuries"),
            Added("builds", transfers, before="reductions"),
            Added("builds", register, before="treasuries"),
        )

    def on_elimination(self, turn: Turn, power: str) -> None:
        """Close all that is open between a fallen power and others."""
        for loan in loans_of(turn):
            if power in loan.sides and loan.owed:
                said = f"{loan_words(turn, loan)}: closed, for {turn.facts.name_of(power)} falls"
                _change_status(turn, loan, "closed", "loan-closed", said)

    def flaws(self, state: EuropeState) -> Iterator[str]:
        return _flaws(state)


def owed_to(state: EuropeState, debtor: str, lender: str) -> int:
    """The debt of one power to another according to the book."""
    loans: tuple[CreditLoan, ...] = state.parts[KEY].loans
    return sum(loan.owed for loan in loans if loan.sides == (lender, debtor))


def debts_of(state: EuropeState) -> tuple[Debt, ...]:
    """The loans of the book, the settled ones too; none where the book is secret."""
    from generator.engine.chronicle import Debt

    if not state.facts.of(CreditRules).public:
        return ()
    return tuple(
        Debt(
            "" if loan.lender == REFEREE else loan.lender,
            loan.borrower,
            # A repayment goes to the principal first.
            loan.owed - min(loan.interest, loan.owed),
            loan.year,
            loan.due,
            min(loan.interest, loan.owed),
            loan.principal,
            _STATUS_WORDS[loan.status],
            loan.enforced,
        )
        for loan in state.parts[KEY].loans
    )


def debt_of(turn: Turn, power: str) -> int:
    """Enforced loans in default; when scores are counted also those that are not yet due."""
    undue = turn.moment.phase == "scoring"
    return sum(
        loan.owed
        for loan in loans_of(turn)
        if loan.borrower == power and loan.enforced and (undue or loan.status == "defaulted")
    )


def _flaws(state: EuropeState) -> Iterator[str]:
    book: CreditBook = state.parts[KEY]
    if state.loans:
        yield "loans: this edition keeps them in the table credit"
    numbers = [loan.id for loan in book.loans]
    if len(numbers) != len(set(numbers)):
        yield "credit: two loans have the same id"
    for loan in book.loans:
        where = f"credit.loans {loan.id}"
        if loan.lender == loan.borrower:
            yield f"{where}: the lender is the borrower"
        if loan.repaid > loan.principal + loan.interest:
            yield f"{where}: more is repaid than was owed"
        if loan.owed and any(side in state.eliminated for side in loan.sides):
            yield f"{where}: a side has fallen, and the loan is {loan.status}"


def _settle_enforced(turn: Turn) -> None:
    """Settle enforced loans that are due: who has the sum pays it, who has not is in default."""
    for loan in loans_of(turn):
        if not (loan.enforced and loan.status == "open" and loan.due <= turn.year):
            continue
        owed = loan.owed
        if turn.treasury[loan.borrower] < owed:
            said = f"{loan_words(turn, loan)}: in default, and debt"
            _change_status(turn, loan, "defaulted", "loan-default-enforced", said)
            continue
        move(turn, loan.borrower, loan.lender, owed)
        pay_back(turn, loan, owed)
        names = " repays ".join(lender_name(turn, side) for side in reversed(loan.sides))
        said = f"{names} {amount(turn, owed)}, as loan {loan.id} is enforced"
        sides = (loan.borrower, loan.lender)
        report_transfer(turn, "loan-settled", said, "repayment", sides, owed)


def _note_defaults(turn: Turn) -> None:
    """Note the other loans that should be repaid by now; nothing follows from it."""
    for loan in loans_of(turn):
        if loan.status == "open" and not loan.enforced and loan.due <= turn.year:
            said = f"{loan_words(turn, loan)}: in default"
            _change_status(turn, loan, "defaulted", "loan-default", said)


def _change_status(turn: Turn, loan: CreditLoan, status: LoanStatus, cause: str, said: str) -> None:
    change_loan(turn, replace(loan, status=status))
    known = known_to(turn, loan.sides)
    turn.report(LOAN_STATUS, cause, said, powers=loan.powers, known_to=known, loan=loan.id)


def _report_register(turn: Turn) -> None:
    loans = [loan for loan in loans_of(turn) if loan.owed]
    if not loans:
        return
    turn.report(
        LOANS,
        "loans-outstanding",
        f"not yet paid back: {'; '.join(loan_words(turn, loan) for loan in loans)}",
        powers=dict.fromkeys(side for loan in loans for side in loan.powers),
        known_to=() if turn.facts.of(CreditRules).public else (REFEREE,),
        loans=[
            {
                "id": loan.id,
                "year": loan.year,
                "lender": "" if loan.lender == REFEREE else loan.lender,
                "debtor": loan.borrower,
                # A repayment goes to the principal first.
                "amount": max(0, loan.principal - loan.repaid),
                "interest": min(loan.interest, loan.owed),
                "due": loan.due,
                "overdue": loan.status == "defaulted",
                "enforced": loan.enforced,
            }
            for loan in loans
        ],
    )
