"""R8 in stepwise play."""

from __future__ import annotations

from generator.rulesets.westphalia.phases.election import trade_off
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    if trade_off(turn):
        turn.go("leaving")
