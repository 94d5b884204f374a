"""Ballots of an Imperial Election as players write them, secret or open."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.closing.election import voters_of
from generator.rulesets.westphalia.data.event_kinds import VOTE
from generator.rulesets.westphalia.state.orders import Vote
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import listed, name_of, player_name
from generator.rulesets.westphalia.turn.turn import Turn

__all__ = [
    "ask_next",
    "cast_openly",
    "collect_ballots",
    "keep_ballots",
    "next_voter",
    "open_electors",
]


def open_electors(state: State, player: str) -> tuple[str, ...]:
    """The Electors whose votes a player casts and that have not voted yet in an open ballot."""
    return tuple(name for name in voters_of(state, player) if name not in state.ballots)


def next_voter(state: State) -> str:
    """The first in Initiative Order who has a vote left to cast openly; "" if nobody has."""
    return next((player for player in state.order if open_electors(state, player)), "")


def ask_next(turn: Turn, number: int) -> bool:
    """Go to the `number`-th open ballot; whether anybody is left to vote."""
    if not next_voter(turn.state):
        return False
    turn.go(f"ballot-{number}")
    return True


def cast_openly(turn: Turn) -> None:
    """The next player votes, and everybody hears how. An Elector without a ballot votes for its
    ally (POW-ELE-10)."""
    # Whoever was asked has had his turn, also if he withdrew from his Electors just now.
    player = next_voter(turn.before)
    own = open_electors(turn.state, player)
    cast = _ballots_of(turn, player, own)
    votes = {name: cast.get(name, player) for name in own}
    for candidate in dict.fromkeys(votes.values()):
        electors = [name for name in own if votes[name] == candidate]
        shown = listed(name_of(turn.state, name) for name in electors)
        turn.progress.tell(
            VOTE,
            "POW-ELE-3" if any(name in cast for name in electors) else "POW-ELE-10",
            f"{player_name(player)} votes for {player_name(candidate)} with {shown}",
            tuple(dict.fromkeys((player, candidate))),
            weight=3,
            electors=electors,
            candidate=candidate,
        )
    turn.progress.state = replace(
        turn.state, ballots=MappingProxyType({**turn.state.ballots, **votes})
    )


def collect_ballots(turn: Turn) -> Mapping[str, str]:
    """{Elector: candidate}, of all that players ordered for Electors whose votes they cast."""
    ballots: dict[str, str] = {}
    for player in turn.before.seats:
        ballots |= _ballots_of(turn, player, voters_of(turn.state, player))
    return ballots


def _ballots_of(turn: Turn, player: str, own: tuple[str, ...]) -> dict[str, str]:
    """How a player votes with some Electors. A vote that names its Elector goes before `VOTE ALL`;
    of several the last one counts."""
    ballots: dict[str, str] = {}
    named: dict[str, str] = {}
    given = turn.orders(player, Vote)
    last = {order.elector: entry for entry, order in given}
    for entry, order in given:
        if order.elector and order.elector not in own:
            text = f"the vote of {name_of(turn.state, order.elector)} is not the player's to cast"
            turn.settle(entry, "illegal", ("POW-ELE-3", text))
        elif not own:
            turn.settle(entry, "void", ("POW-ELE-3", "the player is the ally of no Elector"))
        elif entry is not last[order.elector]:
            turn.settle(entry, "excess", ("POW-MAIL-2", "a later line counts"))
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


def keep_ballots(turn: Turn, text: str = "there is no election: the Emperor lives") -> None:
    """What was ordered for an election is not counted, and stays secret; `text` says why."""
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, Vote):
            turn.settle(entry, "void", ("POW-ELE-2", text), known_to=(player,))
