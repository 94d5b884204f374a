"""What is taken and given up where nobody has said it: POW-PCE-22."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.spoils import (
    Claim,
    ally_refusal,
    distance_cost,
    open_to_allies,
    take_refusal,
)
from generator.rulesets.westphalia.state.state import State


def ally_choice(
    state: State, claim: Claim, ally: str, claimed: Collection[str] = ()
) -> tuple[str, ...]:
    """The province that an ally takes, as a tuple of one or none: orthodox for the winner first."""
    able = [
        code
        for code in open_to_allies(state, ally, claim.enemies)
        if code not in claimed and ally_refusal(state, claim, ally, (code,)) is None
    ]
    return _best(state, claim.winner, able, 1)


def winner_choice(state: State, claim: Claim, claimed: Collection[str] = ()) -> tuple[str, ...]:
    """What the winner takes: up to two provinces without a town that cost nothing, else a town.

    `claimed` is left to the allies. A town is taken only by one who has saved the DI that it
    costs.
    """
    able = [
        code
        for code in state.provinces
        if code not in claimed and take_refusal(state, claim, (code,)) is None
    ]
    if free := [code for code in able if _is_free(state, claim, code)]:
        return _best(state, claim.winner, free, facts().treaty.open)
    cost = 0 if claim.religious else facts().treaty.cost_town
    if state.players[claim.winner].saved < cost:
        return ()
    towns = [code for code in able if state.provinces[code].town]
    return _best(state, claim.winner, towns, 1)


def _is_free(state: State, claim: Claim, code: str) -> bool:
    """Whether a province without a town costs no DI, not even that with its owner."""
    province = state.provinces[code]
    far = 0 if claim.religious else distance_cost(state, claim.winner, code)
    return not (province.town or far or state.influence(claim.winner, province.owner))


def _best(state: State, winner: str, codes: Iterable[str], most: int) -> tuple[str, ...]:
    """Orthodox provinces first, then the lowest id."""

    def rank(code: str) -> tuple[bool, int]:
        orthodox = state.provinces[code].religion == state.players[winner].religion
        return not orthodox, state.board.rank[code]

    return tuple(sorted(codes, key=rank)[:most])


def yieldable(state: State, loser: str, allies: Iterable[str]) -> tuple[str, ...]:
    """The provinces that a player who lost to a principality may have to give up (POW-PCE-10)."""
    owners = {loser, *allies}
    return tuple(
        code
        for code, province in state.provinces.items()
        if province.owner in owners and not province.town
    )


def yield_order(state: State, loser: str, codes: Iterable[str]) -> tuple[str, ...]:
    """Provinces in the order in which they are given up: heretical ones first, then those whose
    loss costs no alliance, then the lowest id."""

    def rank(code: str) -> tuple[bool, bool, int]:
        province = state.provinces[code]
        orthodox = province.religion == state.players[loser].religion
        return orthodox, _ends_alliance(state, loser, province.owner), state.board.rank[code]

    return tuple(sorted(codes, key=rank))


def _ends_alliance(state: State, loser: str, owner: str) -> bool:
    """Whether the loss of one province of an ally would end the alliance."""
    if owner == loser:
        return False
    left = state.influence(loser, owner) - facts().treaty.ally_loss
    others = state.principalities[owner].influence
    rival = max((held for player, held in others.items() if player != loser), default=0)
    return left <= 0 or rival > left
