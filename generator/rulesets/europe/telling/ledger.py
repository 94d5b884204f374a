"""The accounts of the family's books. What goes into them stands with the kinds of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from generator.engine.chronicle import Account
from generator.rulesets.europe.steps.income import SOURCES

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
_OWN_GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    "maintenance": ("maintenance", "Upkeep"),
    "donation": ("donations", "Upkeep"),
    "indemnity": ("indemnities", "Transfers"),
    "infs-bought": ("INFs", "Purchases"),
}
"""Accounts of the editions whose rules have a cause of that name."""
_GROUPS: Final = ("Income", "Transfers", "Purchases", "Upkeep", "Forfeited")


def accounts(causes: Mapping[str, str]) -> list[tuple[str, Account]]:
    """Every account by its id, those of a group together: they have one heading. `causes` maps what
    decides a result to its rule."""
    return sorted(_accounts(causes), key=lambda one: _GROUPS.index(one[1].group))


def _accounts(causes: Mapping[str, str]) -> Iterator[tuple[str, Account]]:
    income, transfers, purchases, _, forfeited = _GROUPS
    for source, words in SOURCES.items():
        yield source, Account(words, income, causes.get(f"income-{source.replace('_', '-')}", ""))
    for group, names in ((transfers, _TRANSFERS), (purchases, _PURCHASES)):
        for sort, words in names.items():
            yield sort, Account(words, group, causes.get(_CAUSES[sort], ""))
    for sort, (words, group) in _OWN_GROUPS.items():
        if sort in causes:
            yield sort, Account(words, group, causes[sort])
    yield "ruling", Account("by ruling", income)
    yield "forfeit", Account("of the fallen", forfeited, causes.get(_CAUSES["forfeit"], ""))
