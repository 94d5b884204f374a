"""R7 in live play: what the Religious War has decided."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import conclude_melee, frozen_players
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    conclude_melee(turn)
