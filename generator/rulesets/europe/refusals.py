"""Orders that no part of a phase took up: unreadable ones, and those of another phase."""

from __future__ import annotations

from typing import Any, Final

from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.rulesets.europe.turn import Turn
from generator.rulesets.europe.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
    Vote,
)

__all__ = ["refuse_rest"]

_PURCHASES: Final = (BuildUnit, BuyUnit, BolsterUnit, ReduceUnit, DisbandUnit)
_KINDS: Final[tuple[tuple[str, str, tuple[type, ...]], ...]] = (
    ("INFs are placed", "diplomatic", (PlaceInfs,)),
    ("diplomatic attacks are ordered", "diplomatic", (DiplomaticAttack,)),
    ("declarations are made", "diplomatic", (Declare,)),
    ("units are ordered about", "movement", (Hold, Move, SupportHold, SupportMove, Convoy)),
    ("units retreat", "retreats", (Retreat, Disband)),
    ("treasury points change hands", "builds", (Transfer,)),
    ("strength is bought and given up", "builds", _PURCHASES),
    ("minor states build", "builds", (MinorBuild, MinorDisband)),
    ("votes are cast", "vote", (Vote,)),
)
"""What orders do, and in which phase."""

_WORDS: Final = {
    "diplomatic": "diplomacy",
    "movement": "orders",
    "retreats": "retreats",
    "adjustment": "map adjustment",
    "builds": "builds and transactions",
    "scoring": "scoring",
    "vote": "voting",
}


def refuse_rest(turn: Turn) -> None:
    """Settle every entry that has no verdict yet: the phase has nothing to do with its order."""
    for entry in turn.entries:
        if entry.verdict is not None:
            continue
        if entry.order is None:
            turn.settle(entry, "illegal", ("unreadable", entry.unread))
        else:
            turn.settle(entry, "illegal", ("wrong-phase", _place(turn, entry.order)))


def _place(turn: Turn, order: Any) -> str:
    now = _WORDS[turn.moment.phase]
    for what, phase, kinds in _KINDS:
        if isinstance(order, kinds) and phase != turn.moment.phase:
            return f"{what} in the phase of {_WORDS[phase]}, and this is {now}"
    return f"this order has no place in the phase of {now}"
