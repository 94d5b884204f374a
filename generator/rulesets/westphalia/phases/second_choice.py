"""R5 in two-step choice: who Combats Heresy says what else it is; then the Diplomacy Game."""

from __future__ import annotations

from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.choosing import choose_second
from generator.rulesets.westphalia.dilemma_cards import are_sequential, take_cards
from generator.rulesets.westphalia.sequence import to_games
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    choose_second(turn)
    if not are_sequential(turn.before):
        cards = take_cards(turn, shown=True)
        turn.progress.state = replace(turn.state, cards=MappingProxyType(cards))
    to_games(turn)
