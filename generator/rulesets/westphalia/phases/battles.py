"""R6, one Battle Phase: swaps, all its battles, and its treaties in the order of declaration.

In live play swaps, battle rounds and treaties are phases of their own; stepwise, swaps, scripts and
treaties. Where swaps go in Initiative Order, those who come later swap in the phase `swaps`.
"""

from __future__ import annotations

from generator.rulesets.westphalia.flow import (
    conclude_battles,
    frozen_players,
    orders_of_all,
    put_off,
)
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import are_apart, belligerents
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.swaps import is_asked_for, late_leaders, swap_hands

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    kind, number = kind_of(turn.before.moment.phase)
    orders = orders_of_all(turn)
    # In the phase `swaps` nobody can ask any more.
    asked = kind == "battles" and is_asked_for(turn.state, orders)
    if not asked and not are_apart(turn.before):
        turn.progress.take(fight(turn.state, orders, turn.lots))
        conclude_battles(turn, number)
        return
    turn.progress.take(swap_hands(turn.state, orders))
    put_off(turn)
    if late_leaders(turn.state):
        turn.go(f"swaps-{number}")
    elif not belligerents(turn.state):
        turn.go(f"treaties-{number}")
    elif turn.before.option("battle_play") == "live":
        turn.go(f"battles-{number}-round-1")
    else:
        turn.go(f"scripts-{number}")
