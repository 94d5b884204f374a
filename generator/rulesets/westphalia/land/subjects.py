"""What orders are about, so that a correction finds the line that it corrects."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from generator.engine.corrections import subject_of
from generator.rulesets.westphalia.state.war_orders import BattleOrder

__all__ = ["subject"]

CORRECTED: Final = frozenset(
    {
        "SetupProvinces.provinces",
        "SetupProvinces.capital",
        "SetupLand.provinces",
        "SetupLand.capital",
        "SetupInfluence.placed",
        "Choose.tasks",
        "Convert.yes",
        "Council.vote",
        "Dilemma.card",
        "Faith.dice",
        "Faith.also",
        "PlaceInfluence.number",
        "Release.name",
        "Gift.principality",
        "JoinLeague.league",
        "Withdraw.when",
        "Concede.provinces",
        "Loss.sources",
        "LeaveEmpire.edge",
        "LeaveEmpire.name",
        "Vote.candidate",
        "Winner.player",
        "Swap.cards",
        "Swap.want",
        "PlayCard.card",
        "Call.wishes",
        "Call.willing",
        "Yield.provinces",
        "ExchangeElectors.remove",
        "ExchangeElectors.add",
    }
)
"""What a correction changes of an order; the rest says what the order is about."""


def subject(order: Any) -> Hashable:
    """What an order is about: of two with the same subject one corrects the other."""
    if isinstance(order, BattleOrder):
        return "BattleOrder", order.script.versus
    return subject_of(order, CORRECTED)
