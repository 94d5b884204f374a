"""R7, the melee and its outcome. In live play swaps, battle rounds and treaties are phases of
their own."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import conclude_melee, orders_of_all
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.religious import combatants, fight_melee, swap_melee

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozenset(combatants(turn.before)))
    if turn.before.option("battle_play") == "live" and combatants(turn.state):
        turn.course.take(swap_melee(turn.state, orders_of_all(turn)))
        going_on = combatants(turn.state)
        turn.go("religious-war-round-1" if going_on else "religious-treaties")
        return
    turn.course.take(fight_melee(turn.state, orders_of_all(turn), turn.lots))
    conclude_melee(turn)
