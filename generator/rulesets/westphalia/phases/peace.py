"""After Round 6: the Emperor chooses the winner among those who are tied."""

from __future__ import annotations

from generator.rulesets.westphalia.orders import Winner
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import sign_peace, tied_for_peace

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-VIC-6: himself if tied and silent, else the first of the tied in Initiative."""
    tied = tied_for_peace(turn.state)
    emperor = turn.state.emperor
    winner = emperor if emperor in tied else tied[0]
    silent = "as the Emperor" if emperor in tied else "first of the tied in Initiative"
    why = f"{silent}: no choice was made that counts"
    found = turn.last(emperor, Winner)
    if found is None:
        text = "without a word: himself if tied, else the first in Initiative"
        turn.automatic(emperor, Winner(winner), "POW-VIC-6", text)
    elif found[1].player not in tied:
        turn.settle(found[0], "illegal", ("POW-VIC-6", f"{found[1].player} is not tied"))
    else:
        turn.settle(found[0], "success", ("POW-VIC-6", "the Emperor's choice"))
        winner, why = found[1].player, "by the Emperor's choice"
    take_standing_orders(turn)
    sign_peace(turn.progress, winner, why)
