"""The gains open to a winner and his allies, and their costs: the tests behind every treaty; and
the provinces taken and given up without an order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.lands import edge_of, name_problem
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import count, name_of, player_name


class Claim(Struct, frozen=True):
    """The rights of one winner in one treaty.

    `enemies` are the powers that may lose provinces, the defeated player or players first, then
    their allies. `allies` are those of the winner who may take one each, `bound` those of them who
    would be slighted if they got nothing. `religious` treaties cost nothing for towns and distance.
    """

    winner: str
    enemies: tuple[str, ...]
    allies: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    religious: bool = False


def open_to_allies(state: State, ally: str, enemies: Iterable[str]) -> tuple[str, ...]:
    """The provinces that a principality could take of its enemies now, in the board's order."""
    against = set(enemies)
    near = state.board.reach(state.lands.get(ally, ()))
    return tuple(
        code
        for code in state.board.in_order(near)
        if state.provinces[code].owner in against and not state.provinces[code].town
    )


def is_last(state: State, code: str) -> bool:
    """Whether a province is its owner's last one."""
    return state.lands[state.provinces[code].owner] == (code,)


def take_refusal(state: State, claim: Claim, codes: Sequence[str]) -> Refusal | None:
    """Why the winner may not take these provinces for himself, or None."""
    for code in codes:
        bar = _one_refusal(state, claim, code)
        if bar is not None:
            return bar
    if len(set(codes)) < len(codes):
        return Refusal("POW-PCE-1", "a province is named twice")
    towns = sum(state.provinces[code].town for code in codes)
    most = facts().treaty.open
    if towns and len(codes) > facts().treaty.towns:
        return Refusal("POW-PCE-1", "a province with a town is all that may be taken")
    if len(codes) > most:
        return Refusal("POW-PCE-1", f"no more than {count(most, 'province')} may be taken")
    return None


def _enemy_refusal(state: State, claim: Claim, code: str, why: str) -> Refusal | None:
    """Why this claim cannot ask for a province, or None; `why` describes an owner who is not an
    enemy."""
    province = state.provinces.get(code)
    if province is None:
        return Refusal("POW-PCE-2", f"there is no province {code}")
    owner = province.owner
    if owner in claim.enemies:
        return None
    rule = "POW-RWP-2" if claim.religious and _is_target(state, owner) else "POW-PCE-2"
    return Refusal(rule, f"{code} belongs to {name_of(state, owner)}, {why}")


def _one_refusal(state: State, claim: Claim, code: str) -> Refusal | None:
    refusal = _enemy_refusal(state, claim, code, "from whom nothing may be taken")
    if refusal is not None:
        return refusal
    province = state.provinces[code]
    owner = name_of(state, province.owner)
    if province.capital and not is_last(state, code):
        size = len(state.lands[province.owner])
        return Refusal("POW-PCE-15", f"{code} is the capital of {owner}, who has {size} provinces")
    one = state.principalities.get(province.owner)
    if one is not None and one.elector and is_last(state, code):
        return Refusal("POW-PCE-18", f"{owner} is an Elector, and {code} its last province")
    return None


def _is_target(state: State, power: str) -> bool:
    return state.religious_war is not None and state.religious_war.target == power


def price(state: State, claim: Claim, code: str) -> tuple[int, str, str]:
    """The cost of taking a province, by which rule, and why."""
    if claim.religious:
        return 0, "POW-RWP-8", ""
    if state.provinces[code].town:
        return facts().treaty.cost_town, "POW-PCE-3", "has a town"
    return distance_cost(state, claim.winner, code), "POW-PCE-4", "was not adjacent"


def distance_cost(state: State, winner: str, code: str) -> int:
    """The cost of a province without a town that was not near when the wars began."""
    footing = state.footing.get(winner, ())
    near = state.board.reach(footing) | set(footing) | set(edge_of(state, winner))
    owner = state.players.get(state.provinces[code].owner)
    is_spared = state.emperor == winner and owner is not None and owner.foreign is not None
    return 0 if code in near or is_spared else facts().treaty.cost_not_adjacent


def vassal_refusal(state: State, claim: Claim, code: str, name: str = "") -> Refusal | None:
    """Why the winner may not make a vassal of the power whose capital this is, or None."""
    refusal = _enemy_refusal(state, claim, code, "who has not lost to you")
    if refusal is not None:
        return refusal
    if not state.provinces[code].capital:
        return Refusal("POW-PCE-16", f"{code} is no capital")
    owner = state.provinces[code].owner
    size = len(state.lands[owner])
    if size > 1:
        said = f"{name_of(state, owner)} has {count(size, 'province')}, and 1 is the most"
        return Refusal("POW-PCE-17", said)
    problem = name_problem(state, name) if name and state.is_player(owner) else ""
    return Refusal("POW-ACT-3", problem) if problem else None


def ally_refusal(state: State, claim: Claim, ally: str, codes: Sequence[str]) -> Refusal | None:
    """Why an ally of the winner may not take these provinces, or None."""
    name = name_of(state, ally)
    if ally not in claim.allies:
        if claim.religious and _is_target(state, ally):
            return Refusal("POW-RWP-2", f"{name} is the Target, and takes nothing")
        said = f"{name} is no ally on the side of {player_name(claim.winner)}"
        return Refusal("POW-PCE-7", said)
    if len(codes) > 1:
        return Refusal("POW-PCE-7", "an ally takes one province")
    for code in codes:
        bar = _one_refusal(state, claim, code)
        if bar is not None and bar.rule != "POW-PCE-15":
            return bar
        if state.provinces[code].town:
            return Refusal("POW-PCE-13", f"{code} has a town, and only players conquer towns")
        if code not in state.board.reach(state.lands[ally]):
            return Refusal("POW-PCE-7", f"{code} is not adjacent to {name}")
    return None


# --- provinces taken and given up without an order (POW-PCE-22)


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
    """The winner's choice: up to two provinces without a town that cost nothing, else a town.

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
