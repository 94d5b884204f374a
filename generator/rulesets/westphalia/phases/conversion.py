"""R4 in stepwise play: conversions, the Council, and the rolls."""

from __future__ import annotations

from generator.rulesets.westphalia.phases.choice import convert_and_roll
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    convert_and_roll(turn)
