"""The Imperial Election, and the death of Emperors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.data.lots import Lots
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import RELIGIONS, Religion, State
from generator.rulesets.westphalia.state.words import (
    RELIGION,
    capital_letter,
    listed,
    name_of,
    player_name,
)

__all__ = ["Block", "Count", "count_votes", "elect_emperor", "voters_of", "watch_emperor"]


class Block(NamedTuple):
    """The unaligned Electors of a religion, for whom they vote ("": for nobody), and why so."""

    religion: Religion
    electors: tuple[str, ...]
    candidate: str
    rule: str


class Count(NamedTuple):
    """An election: each ballot ({Elector: candidate}), the blocks, all votes and who has won."""

    ballots: Mapping[str, str]
    blocks: tuple[Block, ...]
    votes: Mapping[str, int]
    winner: str
    rule: str


def voters_of(state: State, player: str) -> tuple[str, ...]:
    """The Electors whose votes a player casts (POW-ELE-3)."""
    return tuple(name for name in state.electors if state.principalities[name].ally == player)


def watch_emperor(progress: Progress, lots: Lots) -> bool:
    """POW-ELE-1: another Round in office, and whether the Emperor survives it. Whether the throne
    is empty."""
    state = progress.state
    emperor = state.emperor
    if not emperor:
        return True
    name = player_name(emperor)
    rounds = state.emperor_rounds + 1
    progress.state = replace(state, emperor_rounds=rounds)
    if state.emperor_left:
        why, rule = f"{name} has left the Empire", "POW-FP-14"
    elif rounds >= facts().game.emperor_rounds_max:
        why, rule = f"after {rounds} Rounds in office", "POW-ELE-1"
    else:
        roll = lots.die(f"r{state.round}/emperor")
        if roll > facts().emperor.death_max:
            text = f"Emperor {name} rolls {roll} and lives"
            progress.tell(kinds.EMPEROR_LIVES, "POW-ELE-1", text, (emperor,), roll=roll)
            if state.round == facts().game.rounds:
                # No Round follows: a bonus that stays is at the peace what it was in this one.
                progress.state = state
            return False
        why, rule = f"a roll of {roll}", "POW-ELE-1"
    progress.state = replace(progress.state, emperor="", emperor_rounds=0, emperor_left=False)
    text = f"Emperor {name} dies: {why}" if rule == "POW-ELE-1" else f"{why}: the throne is empty"
    progress.tell(kinds.EMPEROR_DIES, rule, text, (emperor,), weight=6)
    return True


def count_votes(state: State, ballots: Mapping[str, str]) -> Count:
    """Who wins an election with these ballots, {Elector: candidate}.

    An Elector with an ally and without a ballot votes for the ally. Both blocks look at the
    players' votes only (POW-ELE-8).
    """
    cast = {
        name: candidate
        for name in state.electors
        if (candidate := ballots.get(name, state.principalities[name].ally))
    }
    loose = tuple(name for name in state.electors if name not in cast)
    so_far = _sums(state, cast.values())
    blocks = tuple(
        block
        for religion in RELIGIONS
        if (block := _block(state, religion, loose, so_far)).electors
    )
    votes = dict(so_far)
    for block in blocks:
        if block.candidate:
            votes[block.candidate] += len(block.electors)
    most = max(votes.values())
    first = [player for player in state.order if votes[player] == most]
    return Count(cast, blocks, {p: n for p, n in votes.items() if n}, first[0], "POW-ELE-7")


def elect_emperor(progress: Progress, ballots: Mapping[str, str]) -> None:
    """R10: count the ballots, and crown who has won."""
    found = count_votes(progress.state, ballots)
    state = progress.state
    for elector, candidate in found.ballots.items():
        ally = state.principalities[elector].ally
        whose = f" ({player_name(ally)})" if ally else ""
        text = f"{name_of(state, elector)}{whose} votes for {player_name(candidate)}"
        progress.tell(
            kinds.BALLOT,
            "POW-ELE-3" if elector in ballots else "POW-ELE-10",
            text,
            tuple(dict.fromkeys(filter(None, (ally, candidate)))),
            elector=elector,
            candidate=candidate,
        )
    for block in found.blocks:
        names = capital_letter(listed(name_of(state, one) for one in block.electors))
        several = len(block.electors) > 1
        whom = "do not vote" if several else "does not vote"
        if block.candidate:
            whom = f"{'vote' if several else 'votes'} for {player_name(block.candidate)}"
        faith = RELIGION[block.religion]
        data: dict[str, Any] = {"electors": block.electors, "candidate": block.candidate}
        text = f"{names}, {faith} and unaligned, {whom}"
        parties = (block.candidate,) if block.candidate else ()
        progress.tell(kinds.BLOCK_VOTE, block.rule, text, parties, **data)
    winner = found.winner
    progress.state = replace(state, emperor=winner, emperor_rounds=0, emperor_left=False)
    said = ", ".join(f"{player_name(one)} {votes}" for one, votes in found.votes.items())
    progress.tell(
        kinds.EMPEROR_ELECTED,
        found.rule,
        f"{player_name(winner)} is elected Emperor: {said}",
        (winner,),
        weight=7,
        votes=dict(found.votes),
    )


def _block(
    state: State, religion: Religion, loose: tuple[str, ...], so_far: Mapping[str, int]
) -> Block:
    """POW-ELE-5, 6: how the Electors of a religion vote for whom nobody does."""
    electors = tuple(name for name in loose if state.religion_of(name) == religion)
    of_it = [player for player in state.order if state.players[player].religion == religion]
    if not of_it:
        return Block(religion, electors, "", "POW-ELE-6")
    most = max(so_far[player] for player in of_it)
    best = [player for player in of_it if so_far[player] == most]
    rule = "POW-ELE-5" if most and len(best) == 1 else "POW-ELE-6"
    return Block(religion, electors, best[0], rule)


def _sums(state: State, candidates: Iterable[str]) -> dict[str, int]:
    votes = dict.fromkeys(state.order, 0)
    for candidate in candidates:
        votes[candidate] += 1
    return votes
