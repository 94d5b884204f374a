"""R8: in stepwise play, and in turn where a player asks for Initiative Order."""

from __future__ import annotations

from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.sequence import is_stepwise
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.trading import pay_in_turn, trade_off
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    """All at once, or the n-th of those who pay."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    if pay_in_turn(turn, number) if number else trade_off(turn):
        turn.go("leaving" if is_stepwise(turn) else "closing")
