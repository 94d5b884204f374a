"""Wealth in few words: prices and values as the tests fix them, loans, and what powers have."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.rulesets.europe.features.credit_book import CreditBook, CreditLoan
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import Played, given

PRICES = [1, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48]
CENTERS = {
    "PAR": 5, "PRO": 3, "GUY": 3, "NORM": 1, "VIE": 5, "BOH": 3, "SLO": 1, "NET": 1, "SLG": 3,
    "COP": 5, "NOR": 1, "BAV": 5, "ROM": 3, "MAR": 1, "WAR": 5, "DAN": 3, "LIT": 1, "KUR": 3,
    "BRU": 3, "HES": 1, "WES": 1, "MEC": 1, "SAX": 3, "LOR": 1, "LON": 5, "LNC": 3, "MUN": 1,
}  # fmt: skip


def rich(*, phase: str = "builds", year: int = 1620, **parts: Any) -> EuropeState:
    """A position with the prices and the values of these tests."""
    tables = {"price": PRICES, "centers": CENTERS, **parts.pop("tables", {})}
    return given(phase=phase, year=year, tables=tables, **parts)


def loan(lender: str, borrower: str, principal: int, **terms: Any) -> CreditLoan:
    """A loan of 1618, due in 1622 unless the terms say otherwise."""
    terms = {"id": 1, "year": 1618, "due": 1622, **terms}
    return CreditLoan(lender=lender, borrower=borrower, principal=principal, **terms)


def lent(state: EuropeState, *loans: CreditLoan) -> EuropeState:
    """A state with these loans in its register."""
    return replace(
        state, parts=MappingProxyType({**state.parts, "credit": CreditBook(tuple(loans))})
    )


def bought(played: Played, power: str) -> list[int]:
    """The prices that a power paid, purchase by purchase."""
    return [one.data["price"] for one in events(played, "purchase") if one.data["power"] == power]
