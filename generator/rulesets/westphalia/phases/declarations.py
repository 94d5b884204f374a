"""R6a in stepwise play: the declarations of one player."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import to_battles
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.phases.diplomacy import declare_wars
from generator.rulesets.westphalia.sequence import next_of, waging
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    players = waging(turn.state)
    declare_wars(turn, players[number - 1])
    if not next_of(turn, "declarations", players, number):
        to_battles(turn)
