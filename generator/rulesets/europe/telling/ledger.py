"""The accounts of the family's books. What goes into them stands with the kinds of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from generator.engine.chronicle import Account
from generator.rulesets.europe.steps.income import SOURCES

__all__ = ["accounts"]

_TRANSFERS: Final = {"loan": "loans", "grant": "gifts", "repayment": "repayments"}
_PURCHASES: Final = {"unit": "new units", "bolster": "bolstering", "fortification": "fortifying"}
_CAUSES: Final = {
    "loan": "loan-made",
    "grant": "grant-made",
    "repayment": "repayment-made",
    "unit": "build-made",
    "bolster": "bolster-made",
    "fortification": "fortify-made",
    "forfeit": "power-ties-ended",
}
_GROUPS: Final = ("Income", "Transfers", "Purchases", "Forfeited")


def accounts(causes: Mapping[str, str]) -> Iterator[tuple[str, Account]]:
    """Every account by its id. `causes` maps what decides a result to its rule."""
    income, transfers, purchases, forfeited = _GROUPS
    for source, words in SOURCES.items():
        yield source, Account(words, income, causes.get(f"income-{source.replace('_', '-')}", ""))
    for group, names in ((transfers, _TRANSFERS), (purchases, _PURCHASES)):
        for sort, words in names.items():
            yield sort, Account(words, group, causes.get(_CAUSES[sort], ""))
    yield "ruling", Account("by ruling", income)
    yield "forfeit", Account("of the fallen", forfeited, causes.get(_CAUSES["forfeit"], ""))
