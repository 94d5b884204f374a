"""The register of loans and grants, and transfers with terms: repayments, grants and loans that
both sides agree on.

Repayments come first, then grants, then loans, each kind in attack order and one after the other,
so that what has come in can go out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.engine.forms.pattern import filled, forms
from generator.engine.typed import Count, Named, Positive, Record, Table, knob
from generator.rulesets.europe.state.values import Power, Transfer
from generator.rulesets.europe.steps.prices import amount, debt_words, wealth
from generator.rulesets.europe.steps.transfers import TRANSFER
from generator.rulesets.europe.turn.rulings import rulings_of
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


class AgreeLoan(Struct, frozen=True):
    """A loan offered to `other` or accepted from it; without terms `repay` and `due` are 0."""

    corrected: ClassVar[tuple[str, ...]] = ("amount", "repay", "due", "enforced")
    accepts: bool
    amount: int
    other: str
    repay: int = 0
    due: int = 0
    enforced: bool = False

    def __str__(self) -> str:
        verb, way = ("ACCEPT LOAN", "FROM") if self.accepts else ("LOAN", "TO")
        repay = f"; REPAY {self.repay} IN {self.due}" if self.due else ""
        enforced = "; ENFORCED" if self.enforced else ""
        return f"{verb} {self.amount} {way} {self.other.upper()}{repay}{enforced}"


def _agree(accepts: bool) -> Callable[[Mapping[str, Any]], AgreeLoan]:
    return lambda slots: AgreeLoan(accepts, **{**slots, "enforced": "enforced" in slots})


_TP: Final = "[TP|TPS|DUCATS|WEALTH]"
_SUM: Final = f"{{amount:number}} {_TP}"
_TERMS: Final = (
    f"[[;]* [(TO|AND)] (REPAY|REPAYS|REPAYING|REPAYMENT|REPAID) {{repay:number}} {_TP} "
    "[(IN|BY|DUE|UNTIL)] {due:year}] [[;]* {enforced=ENFORCED}]"
)
_LOAN: Final = "(LOAN|LOANS|LEND|LENDS)"
_ACCEPT: Final = f"(ACCEPT|ACCEPTS|TAKE|TAKES) [(LOAN|LOANS)] {_SUM} [(FROM|OF|BY)]"
_GRANT: Final = "(GRANT|GIVE|GRANTS|GIVES)"
_REPAY: Final = "(REPAY|REPAYS|PAY) [BACK]"
FORMS: Final = (
    *forms(
        "LOAN 6 TO AUSTRIA; REPAY 7 IN 1622; ENFORCED",
        _agree(False),
        f"{_LOAN} {_SUM} [TO] {{other:power}} {_TERMS}",
        f"{_LOAN} {{other:power}} {_SUM} {_TERMS}",
    ),
    *forms(
        "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED",
        _agree(True),
        f"{_ACCEPT} {{other:power}} {_TERMS}",
        f"{_ACCEPT} {{other=REFEREE}} {_TERMS}",
    ),
    *forms(
        "GRANT 4 TO FRANCE",
        filled(Transfer, kind="grant"),
        f"{_GRANT} {_SUM} [TO] {{to:power}}",
        f"{_GRANT} {{to:power}} {_SUM}",
    ),
    *forms(
        "REPAY 7 TO SPAIN",
        filled(Transfer, kind="repayment"),
        f"{_REPAY} {_SUM} [BACK] [TO] {{to:power}}",
        f"{_REPAY} {_SUM} [BACK] [TO] {{to=REFEREE}}",
        f"{_REPAY} {{to:power}} {_SUM} [BACK]",
    ),
)


def make_transfers(turn: Turn) -> None:
    """Make the transfers of a phase; what cannot be paid at its turn is refused."""
    rank = turn.facts.rank
    entries = turn.entries_of(Transfer, AgreeLoan)
    entries.sort(key=lambda entry: rank.get(entry.power, len(rank)))
    for kind, make in (("repayment", _repay), ("grant", _grant)):
        for entry in entries:
            if isinstance(entry.order, Transfer) and entry.order.kind == kind:
                make(turn, entry)
    _make_loans(turn, [entry for entry in entries if isinstance(entry.order, AgreeLoan)])


Why = tuple[str, str]
"""Cause and sentence of a refusal."""


def _refusal(turn: Turn, entry: Entry, other: str) -> Why | None:
    """Why a power has nothing to do with another, or not with this sum."""
    power, sum_, name = entry.power, entry.order.amount, turn.facts.name_of
    if other == power:
        return "transfer-partner", f"{name(power)} cannot send anything to itself"
    if other != REFEREE and other not in turn.living:
        return "transfer-partner", f"{name(other)} has fallen"
    return ("transfer-amount", f"{amount(turn, sum_)} cannot be sent") if sum_ < 1 else None


def _bar_debtor(turn: Turn, power: str) -> Why | None:
    """Why a power may neither lend nor give."""
    return ("transfer-in-debt", debt_words(turn, power)) if wealth(turn, power) < 0 else None


def _short(turn: Turn, power: str, sum_: int) -> Why | None:
    """Why a power cannot send a sum: it has less at this moment."""
    has = turn.treasury[power]
    said = f"{turn.facts.name_of(power)} has {amount(turn, has)} now, not {amount(turn, sum_)}"
    return ("transfer-funds", said) if sum_ > has else None


def _settled(turn: Turn, entry: Entry, wrong: Why | None, sum_: int) -> bool:
    """Whether an entry was refused, for what is wrong with it or because the sum is not there."""
    if wrong is not None:
        turn.settle(entry, "illegal", wrong)
    elif (short := _short(turn, entry.power, sum_)) is not None:
        turn.settle(entry, "excess", short)
    return entry.verdict is not None


def _repay(turn: Turn, entry: Entry) -> None:
    """Pay back the loans of one lender, those that were due first."""
    power, order, name = entry.power, entry.order, turn.facts.name_of(entry.power)
    lender = lender_name(turn, order.to)
    loans = [loan for loan in loans_of(turn) if loan.owed and loan.sides == (order.to, power)]
    owed = sum(loan.owed for loan in loans)
    wrong = _refusal(turn, entry, order.to)
    if wrong is None and not owed:
        wrong = "repayment-not-owed", f"{name} owes {lender} nothing"
    paid = left = min(order.amount, owed)
    if _settled(turn, entry, wrong, paid):
        return
    move(turn, power, order.to, paid)
    for loan in sorted(loans, key=lambda one: (one.due, one.id)):
        part = min(left, loan.owed)
        left -= part
        pay_back(turn, loan, part)
    said = f"{name} repays {lender} {amount(turn, paid)}"
    said += f"; {amount(turn, owed - paid)} left to pay" if paid < owed else ""
    said += ", all that it owed" if paid < order.amount else ""
    _send(turn, entry, "repayment-made", said, paid)


def _grant(turn: Turn, entry: Entry) -> None:
    power, order = entry.power, entry.order
    wrong = _refusal(turn, entry, order.to) or _bar_debtor(turn, power)
    if _settled(turn, entry, wrong, order.amount):
        return
    move(turn, power, order.to, order.amount)
    grants = (*turn.parts[KEY].grants, Grant(power, order.to, order.amount, turn.year))
    turn.parts[KEY] = replace(turn.parts[KEY], grants=grants)
    name = turn.facts.name_of
    said = f"{name(power)} gives {name(order.to)} {amount(turn, order.amount)}"
    _send(turn, entry, "grant-made", said, order.amount)


def _send(turn: Turn, entry: Entry, cause: str, said: str, sum_: int) -> None:
    """Settle a repayment or a grant that was made, and report it."""
    sides = (entry.power, entry.order.to)
    turn.settle(entry, "success", (cause, said), known_to=known_to(turn, sides))
    report_transfer(turn, "transfer-reported", said, entry.order.kind, sides, sum_)


# --- loans


Terms = tuple[int, int, int]
"""Loans and repayments, with their dates."""


def _terms(turn: Turn, order: AgreeLoan) -> Terms:
    """The terms of an order; by default, the same sum in the last year of the game."""
    if order.due:
        return order.amount, order.repay, order.due
    return order.amount, order.amount, max(turn.facts.last_year, turn.year + 1)


def _bar_loan(turn: Turn, entry: Entry) -> Why | None:
    """Why there is no such loan, whatever the other side writes."""
    order = entry.order
    wrong = _refusal(turn, entry, order.other)
    lent, repaid, due = _terms(turn, order)
    if wrong is None and repaid < lent:
        wrong = "loan-terms", f"{amount(turn, repaid)} is less than {amount(turn, lent)}"
    if wrong is None and due <= turn.year:
        wrong = "loan-terms", f"a loan of {turn.year} cannot be due in {due}"
    if wrong is None and not order.accepts and entry.power in turn.facts.of(CreditRules).never_lend:
        wrong = "loan-never", f"{turn.facts.name_of(entry.power)} never lends; it may give"
    return wrong


def _make_loans(turn: Turn, entries: Sequence[Entry]) -> None:
    """Match offers with acceptances, and make the loans that both sides agree on."""
    for entry in entries:
        wrong = _bar_loan(turn, entry)
        if wrong is not None:
            turn.settle(entry, "illegal", wrong)
    accepted = [entry for entry in entries if entry.order.accepts]
    for ruled in rulings_of(turn, "lend"):
        borrower, terms = ruled.power, (ruled.amount, ruled.repay, ruled.due)
        answer = next(_answers(turn, accepted, borrower, REFEREE, terms), None)
        if answer is not None:
            said = _enter(turn, REFEREE, borrower, terms, enforced=True)
            known = known_to(turn, (borrower,))
            turn.settle(answer, "success", ("loan-of-referee", said), known_to=known)
    for entry in entries:
        if not entry.order.accepts and entry.verdict is None:
            _lend(turn, entry, accepted)
    for entry in accepted:
        if entry.verdict is None:
            said = f"{lender_name(turn, entry.order.other)} makes no loan of these terms"
            turn.settle(entry, "void", ("loan-not-offered", said))


def _answers(
    turn: Turn, accepted: Sequence[Entry], borrower: str, lender: str, terms: Terms
) -> Iterator[Entry]:
    """The acceptances without a verdict that are of these terms."""
    for entry in accepted:
        said = (entry.power, entry.order.other, _terms(turn, entry.order))
        if entry.verdict is None and said == (borrower, lender, terms):
            yield entry


def _lend(turn: Turn, entry: Entry, accepted: Sequence[Entry]) -> None:
    """Make a loan that is offered, if it is accepted; enforced if both sides write so."""
    power, order = entry.power, entry.order
    terms = _terms(turn, order)
    if _settled(turn, entry, _bar_debtor(turn, power), order.amount):
        return
    found = list(_answers(turn, accepted, order.other, power, terms))
    alike = [other for other in found if other.order.enforced == order.enforced]
    refused = order.enforced and not alike
    if refused or not found:
        cause, what = "loan-not-accepted", "these terms"
        if found:
            cause, what = "loan-enforcement-refused", "the enforcement"
        said = f"{turn.facts.name_of(order.other)} does not accept {what}"
        turn.settle(entry, "void", (cause, said))
        return
    answer = (*alike, *found)[0]
    enforced = order.enforced and answer.order.enforced
    said = _enter(turn, power, order.other, terms, enforced=enforced)
    for side in (entry, answer):
        known = known_to(turn, (power, order.other))
        turn.settle(side, "success", ("loan-made", said), known_to=known)


def _enter(turn: Turn, lender: str, borrower: str, terms: Terms, *, enforced: bool) -> str:
    """Pay a loan out and enter it into the register. Return the words about it."""
    lent, repaid, due = terms
    sides = (lender, borrower)
    number = 1 + max((loan.id for loan in loans_of(turn)), default=0)
    agreed = sides if enforced else ()
    loan = CreditLoan(number, *sides, lent, turn.year, due, repaid - lent, enforced, agreed)
    turn.parts[KEY] = replace(turn.parts[KEY], loans=(*loans_of(turn), loan))
    move(turn, lender, borrower, lent)
    names = " lends ".join(lender_name(turn, side) for side in sides)
    said = f"{names} {amount(turn, lent)}: loan {number}, {amount(turn, repaid)} due in {due}"
    said += ", enforced" if enforced else ""
    cause = "loan-of-referee" if lender == REFEREE else "transfer-reported"
    report_transfer(turn, cause, said, "loan", sides, lent, repaid - lent, due)
    return said
