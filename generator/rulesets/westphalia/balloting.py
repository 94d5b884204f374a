"""Ballots of an Imperial Election as players write them."""

from __future__ import annotations

from collections.abc import Mapping

from generator.rulesets.westphalia.election import voters_of
from generator.rulesets.westphalia.orders import Vote
from generator.rulesets.westphalia.turn import Turn

__all__ = ["collect_ballots", "keep_ballots"]


def collect_ballots(turn: Turn) -> Mapping[str, str]:
    """{Elector: candidate}, of all that players ordered for Electors whose votes they cast.

    A vote that names its Elector goes before `VOTE ALL`; of several the last one counts.
    """
    ballots: dict[str, str] = {}
    for player in turn.before.seats:
        own = voters_of(turn.state, player)
        named: dict[str, str] = {}
        for entry, order in turn.orders(player, Vote):
            if order.elector and order.elector not in own:
                text = f"the vote of {order.elector} is not the player's to cast"
                turn.settle(entry, "illegal", ("POW-ELE-3", text))
            elif not own:
                turn.settle(entry, "void", ("POW-ELE-3", "the player is the ally of no Elector"))
            else:
                turn.settle(entry, "success", ("POW-ELE-3", "cast"))
                if order.elector:
                    named[order.elector] = order.candidate
                else:
                    ballots |= dict.fromkeys(own, order.candidate)
        ballots |= named
        for elector in own:
            if elector not in ballots:
                order = Vote(elector, player)
                turn.automatic(player, order, "POW-ELE-10", "without a ballot: for its ally")
    return ballots


def keep_ballots(turn: Turn) -> None:
    """The Emperor lives: what was ordered for an election is not counted, and stays secret."""
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, Vote):
            text = "there is no election: the Emperor lives"
            turn.settle(entry, "void", ("POW-ELE-2", text), known_to=(player,))
