"""R6 in stepwise play: the battles of a Battle Phase by their scripts, once cards are swapped."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import frozen_players, orders_of_all, put_off
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.fighting import fight

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    _, number = kind_of(turn.before.moment.phase)
    turn.progress.take(fight(turn.state, orders_of_all(turn), turn.lots))
    put_off(turn)
    turn.go(f"treaties-{number}")
