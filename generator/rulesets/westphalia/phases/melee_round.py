"""R7 in live play: one battle round of every engagement."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import frozen_players, orders_of_all, put_off
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.religious import combatants, play_tick

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    _, tick = kind_of(turn.before.moment.phase)
    turn.progress.take(play_tick(turn.state, orders_of_all(turn), turn.lots))
    put_off(turn)
    if combatants(turn.state):
        turn.go(f"religious-war-round-{tick + 1}")
    else:
        turn.go("religious-treaties")
