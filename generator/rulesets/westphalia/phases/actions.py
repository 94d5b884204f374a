"""R5b in stepwise play: the actions of one player."""

from __future__ import annotations

from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.phases.diplomacy import act
from generator.rulesets.westphalia.sequence import engaged, next_of, to_declarations
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    players = engaged(turn.state)
    act(turn, players[number - 1])
    if not next_of(turn, "actions", players, number):
        to_declarations(turn)
