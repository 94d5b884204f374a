"""R7 in stepwise play: the battle of the Leagues by scripts, once cards are swapped."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import frozen_players, orders_of_all, put_off
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.religious import fight_melee

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    turn.progress.take(fight_melee(turn.state, orders_of_all(turn), turn.lots))
    put_off(turn)
    turn.go("religious-treaties")
