"""R5a, one Diplomacy Game after the other."""

from __future__ import annotations

from generator.rulesets.westphalia.dilemma_cards import play_one
from generator.rulesets.westphalia.diplomacy_game import games_of
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.sequence import next_of, to_actions
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    games = games_of(turn.state)
    play_one(turn, games[number - 1])
    if not next_of(turn, "game", games, number):
        to_actions(turn)
