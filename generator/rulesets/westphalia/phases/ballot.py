"""R10 with open ballots: one player votes, and all hear it before the next one does."""

from __future__ import annotations

from generator.rulesets.westphalia.balloting import cast_openly
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.phases.election import call_to_vote
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    cast_openly(turn)
    _, number = kind_of(turn.before.moment.phase)
    call_to_vote(turn, number + 1)
