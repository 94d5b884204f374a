"""R7, the melee and its outcome. In live play swaps, battle rounds and treaties are phases of
their own; stepwise, swaps, scripts and treaties. Where swaps go in Initiative Order, each member
after the first has a phase to swap."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import (
    conclude_melee,
    frozen_players,
    orders_of_all,
    put_off,
)
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import are_apart
from generator.rulesets.westphalia.wars.religious import (
    combatants,
    fight_melee,
    is_put_off,
    late_members,
    swap_melee,
)

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, frozen=frozen_players(turn))
    _, number = kind_of(turn.before.moment.phase)
    orders = orders_of_all(turn)
    waits = are_apart(turn.before) or is_put_off(turn.state, orders)
    if not combatants(turn.state) or not waits:
        turn.progress.take(fight_melee(turn.state, orders, turn.lots))
        conclude_melee(turn)
        return
    turn.progress.take(swap_melee(turn.state, orders))
    put_off(turn)
    if late_members(turn.state):
        turn.go(f"religious-swaps-{max(number, 1) + 1}")
    elif not combatants(turn.state):
        turn.go("religious-treaties")
    elif turn.before.option("battle_play") == "live":
        turn.go("religious-war-round-1")
    else:
        turn.go("religious-scripts")
