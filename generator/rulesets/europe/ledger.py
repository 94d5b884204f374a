"""The family's books: every sum of treasury points that a phase moved, from its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.engine.chronicle import Account, LedgerLine
from generator.engine.phases import Resolution
from generator.engine.verdicts import Event
from generator.rulesets.europe.income import SOURCES
from generator.rulesets.europe.state import EuropeState

__all__ = ["accounts", "ledger_of"]

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


def ledger_of(resolution: Resolution[EuropeState]) -> tuple[LedgerLine, ...]:
    """The sums that the events of a phase tell of, in their order."""
    events = enumerate(resolution.events, 1)
    return tuple(line for number, event in events for line in _lines(number, event))


def _lines(number: int, event: Event) -> Iterator[LedgerLine]:
    data: Mapping[str, Any] = event.data
    if event.kind == "income":
        for item in data["items"]:
            parts = tuple(item["parts"].items())
            yield LedgerLine(data["power"], item["source"], item["tp"], number, "", parts)
    elif event.kind == "transfer":
        sort, sender, receiver, sum_ = (data[key] for key in ("sort", "sender", "receiver", "tp"))
        yield LedgerLine(sender, sort, -sum_, number, receiver)
        yield LedgerLine(receiver, sort, sum_, number, sender)
    elif event.kind == "purchase":
        yield LedgerLine(data["power"], data["sort"], -data["price"], number)
    elif event.kind == "ties-ended" and data["treasury"]:
        yield LedgerLine(data["power"], "forfeit", -data["treasury"], number)
