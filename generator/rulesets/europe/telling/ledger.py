"""The accounts of the family's books. What goes into them stands with the kinds of events."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.chronicle import Account
from generator.rulesets.europe.steps.income import SOURCES
from generator.rulesets.europe.turn.edition import Edition

_GROUPS: Final = ("Income", "Transfers", "Purchases", "Upkeep", "Forfeited")
_ACCOUNTS: Final = {
    **{
        source: (words, "Income", f"income-{source.replace('_', '-')}")
        for source, words in SOURCES.items()
    },
    "ruling": ("by ruling", "Income", ""),
    "loan": ("loans", "Transfers", "loan-made"),
    "grant": ("gifts", "Transfers", "grant-made"),
    "repayment": ("repayments", "Transfers", "repayment-made"),
    "unit": ("new units", "Purchases", "build-made"),
    "bolster": ("bolstering", "Purchases", "bolster-made"),
    "maintenance": ("maintenance", "Upkeep", "maintenance"),
    "donation": ("donations", "Upkeep", "donation"),
    "forfeit": ("of the fallen", "Forfeited", "power-ties-ended"),
}


def accounts(edition: Edition) -> Mapping[str, Account]:
    """Every account by its id, those of a group together: they have one heading."""
    causes, rows = edition.rulebook.causes, dict(_ACCOUNTS)
    for feature in edition.features:
        rows.update(feature.accounts)
    return MappingProxyType({
        sort: Account(words, group, causes.get(cause, ""))
        for sort, (words, group, cause) in sorted(
            rows.items(), key=lambda row: _GROUPS.index(row[1][1])
        )
    })  # fmt: skip
