"""Setup: the first Emperor is elected."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.balloting import collect_ballots
from generator.rulesets.westphalia.election import elect_emperor
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["open_first_round", "play"]


def play(turn: Turn) -> None:
    """POW-SET-19: an Imperial Election, in which the Setup Order breaks ties."""
    take_standing_orders(turn)
    elect_emperor(turn.progress, collect_ballots(turn))
    open_first_round(turn)


def open_first_round(turn: Turn) -> None:
    """The setup is over: its secret is told, and Round 1 begins."""
    turn.progress.state = replace(turn.state, setup=False)
    turn.tell_secret(0)
    turn.promise(1)
    turn.go("upheaval")
