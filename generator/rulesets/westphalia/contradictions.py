"""What orders are about, and which of two lines about the same thing counts."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

from generator.engine.complaints import Complaint
from generator.engine.corrections import subject_of
from generator.engine.phases import WrittenOrder
from generator.rulesets.westphalia.orders import (
    Choose,
    Concede,
    Convert,
    Council,
    Dilemma,
    Loss,
    Vote,
    Winner,
)
from generator.rulesets.westphalia.wars.orders import BattleOrder

__all__ = ["contradictions", "subject"]

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
# Of these the last line counts (POW-MAIL-2). Of others several are lists, by preference.
_LAST_COUNTS: Final = (Choose, Concede, Convert, Council, Dilemma, Loss, Vote, Winner)


def subject(order: Any) -> Hashable:
    """What an order is about: of two with the same subject one corrects the other."""
    if isinstance(order, BattleOrder):
        return "BattleOrder", order.script.versus
    return subject_of(order, CORRECTED)


def contradictions(player: str, orders: Sequence[WrittenOrder]) -> Iterator[Complaint]:
    """The complaints about lines that a later line of the sheet takes back."""
    last = {subject(one.order): one for one in orders if isinstance(one.order, _LAST_COUNTS)}
    for one in orders:
        if not isinstance(one.order, _LAST_COUNTS):
            continue
        counts = last[subject(one.order)]
        if counts is not one:
            problem = f"line {counts.line} says {counts.order}, and the later line counts"
            hint = "keep one of them"
            yield Complaint(
                "error" if counts.order != one.order else "warning",
                player, one.line, one.column, one.text, problem, hint, "POW-MAIL-2",
            )  # fmt: skip
