"""R6, one Battle Phase: swaps, all its battles, and its treaties in the order of declaration.

In live play swaps, battle rounds and treaties are phases of their own.
"""

from __future__ import annotations

from generator.rulesets.westphalia.flow import conclude_battles, frozen_players, orders_of_all
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import belligerents, fight, swap_hands

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    _, number = kind_of(turn.before.moment.phase)
    if turn.before.option("battle_play") == "live":
        turn.course.take(swap_hands(turn.state, orders_of_all(turn)))
        going_on = belligerents(turn.state)
        turn.go(f"battles-{number}-round-1" if going_on else f"treaties-{number}")
        return
    turn.course.take(fight(turn.state, orders_of_all(turn), turn.lots))
    conclude_battles(turn, number)
