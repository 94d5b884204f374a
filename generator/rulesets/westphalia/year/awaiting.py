"""Whose orders a phase waits for: the functions that the table of phases names (`course`).

Where players act one after the other, the number of the phase says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.rulesets.westphalia.closing import closing as ending
from generator.rulesets.westphalia.closing import tradeoffs
from generator.rulesets.westphalia.diplomacy import foreign
from generator.rulesets.westphalia.land.influence import total_influence
from generator.rulesets.westphalia.state import pacing
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import enemies_met
from generator.rulesets.westphalia.wars.fields import field_of, muster_of
from generator.rulesets.westphalia.wars.fighting import late_leaders
from generator.rulesets.westphalia.wars.gathering import may_invite, must_choose


def next_in_setup(state: State) -> Iterable[str]:
    """The n-th in Setup Order, round after round."""
    return {state.setup_order[(state.number - 1) % len(state.seats)]}


def voters(state: State) -> set[str]:
    return {player for player in state.seats if ending.voters_of(state, player)}


def heretics(state: State) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


# --- in wars


def in_battle(state: State) -> set[str]:
    return set(enemies_met(state))


def at_war(state: State) -> set[str]:
    """Players with cards to play, and those who may have a treaty to make."""
    fields = (field_of(state.hands, war) for war in state.wars)
    sides = {side.power for field in fields if field is not None for side in field.sides}
    return (in_battle(state) | sides) & set(state.seats)


def swapping(state: State) -> Iterable[str]:
    """Players with cards; where battles and treaties follow at once, all who may order for them."""
    return in_battle(state) if pacing.are_apart(state) else at_war(state)


def late(state: State) -> Iterable[str]:
    """Players who swap last; where the rest follows at once, all who may order for it."""
    return late_leaders(state) if pacing.are_apart(state) else at_war(state)


def signing(state: State) -> Iterable[str]:
    """Players who take provinces by a treaty, or choose what they lose to a principality."""
    found = set()
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is not None and war.status == "won":
            loser = next(side.power for side in field.sides if side.power != war.winner)
            found.add(war.winner if state.is_player(war.winner) else loser)
    return found


def undecided(state: State) -> Iterable[str]:
    """Players who have to take a side in the Religious War, and the Emperor if he may."""
    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    return found | ({state.emperor} if may_invite(state) else set())


def league_members(state: State) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


def mustered(state: State) -> Iterable[str]:
    """Players with cards; where the melee and treaties follow at once, all members."""
    if pacing.are_apart(state):
        return in_battle(state)
    return league_members(state) if muster_of(state.hands) is not None else ()


def late_member(state: State) -> Iterable[str]:
    """Whose turn it is to swap; the melee and treaties may follow on the last."""
    late = late_leaders(state)
    is_last = len(late) < 2 and not pacing.are_apart(state)
    return league_members(state) if is_last else late[:1]


def victors(state: State) -> Iterable[str]:
    """Players who take provinces after a Religious War, unless it was inconclusive or unopposed."""
    war = state.religious_war
    if war is None or muster_of(state.hands) is None:
        return ()
    return {
        player for player, one in state.players.items() if war.winner and one.league == war.winner
    }


# --- at the end of a Round


def paying(state: State) -> set[str]:
    """Players who may lose something of their choice in the Tradeoffs: placed influence, or a
    province by a roll."""
    found = set()
    for player, one in state.players.items():
        has_placed = total_influence(state, player) > one.saved
        is_spared = "diplomacy" in one.tasks and one.fought
        rolls_for_land = "heresy" not in one.tasks and len(state.lands[player]) > 2
        if (has_placed and not is_spared) or rolls_for_land:
            found.add(player)
    return found


def paying_in_turn(state: State) -> Iterable[str]:
    """Players who may lose something; the n-th who pays where Tradeoffs go in Initiative Order."""
    return pacing.of_phase(state, tradeoffs.payers(state)) if state.number else paying(state)


def leavers(state: State) -> set[str]:
    return {player for player in state.seats if foreign.leaving_refusal(state, player) is None}


def after_tradeoffs(state: State) -> set[str]:
    return leavers(state) | (set() if pacing.are_open(state) else voters(state))


def closing(state: State) -> Iterable[str]:
    """Merged: voters, unless they vote openly, those who may leave, and those who pay. Stepwise
    only voters are left."""
    if pacing.is_stepwise(state):
        return voters(state)
    return after_tradeoffs(state) | paying(state)
