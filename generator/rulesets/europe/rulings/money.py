"""Rulings on money: treasuries, loans, incomes and prices."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.rulings import RulingKind
from generator.engine.words import listed
from generator.rulesets.europe.state.state import Loan
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
from generator.rulesets.europe.turn.turn import Turn


def _check_secret(turn: Turn, facts: RulingFacts) -> None:
    if not turn.facts.treasury.public and not facts.is_secret:
        raise refuse(facts.ruling, "what powers have and spend is secret: add secret = true")


def _check_amount(turn: Turn, facts: RulingFacts) -> None:
    _check_secret(turn, facts)
    if facts.number("tp") < 0:
        raise refuse(facts.ruling, "tp is below 0")


def _check_treasury(turn: Turn, facts: RulingFacts) -> None:
    if turn.facts.treasury.debt:
        _check_secret(turn, facts)
    else:
        _check_amount(turn, facts)


def _set_treasury(turn: Turn, facts: RulingFacts) -> None:
    turn.treasury[facts.power()] = facts.number("tp")


def _treasury_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.power())} has {amount(turn, facts.number('tp'))}"


def _income_words(turn: Turn, facts: RulingFacts) -> str:
    name = turn.facts.name_of(facts.power())
    return f"the income of {name} is {amount(turn, facts.number('tp'))}"


def _check_loan(turn: Turn, facts: RulingFacts) -> None:
    if facts.power("lender") == facts.power("debtor"):
        raise refuse(facts.ruling, "lender and debtor are the same power")
    for name in ("amount", "interest", "due", "year"):
        if facts.number(name, 0) < 0:
            raise refuse(facts.ruling, f"{name} is below 0")
    year, due = facts.number("year", turn.year), facts.number("due", 0)
    if not turn.facts.first_year <= year <= turn.year:
        raise refuse(facts.ruling, f"a loan cannot be of {year} in {turn.year}")
    if due and due < year:
        raise refuse(facts.ruling, f"a loan of {year} cannot be due in {due}")


def _set_loan(turn: Turn, facts: RulingFacts) -> None:
    """Enter a loan in the place of all between the same two powers that are of the same year."""
    year = facts.number("year", turn.year)
    lender, debtor = facts.power("lender"), facts.power("debtor")
    kept = [
        loan
        for loan in turn.loans
        if (loan.lender, loan.debtor, loan.year) != (lender, debtor, year)
    ]
    if facts.number("amount"):
        interest, due = facts.number("interest", 0), facts.number("due", 0)
        kept.append(Loan(year, lender, debtor, facts.number("amount"), interest, due))
    elif len(kept) == len(turn.loans):
        raise refuse(facts.ruling, f"{debtor} owes {lender} nothing of {year} that could be struck")
    turn.loans = kept


def _loan_words(turn: Turn, facts: RulingFacts) -> str:
    lender, debtor = (turn.facts.name_of(facts.power(role)) for role in ("lender", "debtor"))
    year, tp = facts.number("year", turn.year), facts.number("amount")
    if not tp:
        return f"{debtor} owes {lender} nothing more of what was lent in {year}"
    return f"{debtor} owes {lender} {amount(turn, tp)}, lent in {year}"


def _check_prices(turn: Turn, facts: RulingFacts) -> None:
    _check_secret(turn, facts)
    prices = facts.ruling.facts["prices"]
    fine = isinstance(prices, list | tuple) and all(type(p) is int and p >= 0 for p in prices)
    if not fine or not prices:
        raise refuse(facts.ruling, "prices is not a list of whole numbers")


def _prices_words(turn: Turn, facts: RulingFacts) -> str:
    prices = [amount(turn, price) for price in facts.ruling.facts["prices"]]
    return f"{turn.facts.name_of(facts.power())} pays {listed(prices)} for its purchases"


MONEY_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "treasury": RulingKind(
            ("power", "tp"), (), "after", _check_treasury, _treasury_words, _set_treasury
        ),
        "loan": RulingKind(
            ("lender", "debtor", "amount"),
            ("interest", "due", "year"),
            "after",
            _check_loan,
            _loan_words,
            _set_loan,
        ),
        "income": RulingKind(
            ("power", "tp"), (), "during", _check_amount, _income_words, phases=("builds",)
        ),
        "prices": RulingKind(
            ("power", "prices"), (), "during", _check_prices, _prices_words, phases=("builds",)
        ),
    }
)
