"""R6 in live play: the treaties of a Battle Phase."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import conclude_battles, frozen_players
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    conclude_battles(turn, kind_of(turn.before.moment.phase)[1])
