"""R9 to R11 where the Tradeoffs before went in Initiative Order."""

from __future__ import annotations

from generator.rulesets.westphalia.phases.election import close_round
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, leaving=True)
    close_round(turn)
