"""R9 in stepwise play, and whether the Emperor lives."""

from __future__ import annotations

from generator.rulesets.westphalia.election import watch_emperor
from generator.rulesets.westphalia.phases.election import end_round, leave_or_stay
from generator.rulesets.westphalia.sequence import to_election
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn, leaving=True)
    if not leave_or_stay(turn):
        return
    if watch_emperor(turn.progress, turn.lots):
        to_election(turn)
    else:
        end_round(turn)
