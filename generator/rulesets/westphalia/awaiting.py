"""Whose orders a phase waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from generator.rulesets.westphalia.balloting import are_open, next_voter
from generator.rulesets.westphalia.conversion import awaits_council
from generator.rulesets.westphalia.dilemma_cards import are_sequential
from generator.rulesets.westphalia.diplomacy_game import games_of
from generator.rulesets.westphalia.drafting import placer_of
from generator.rulesets.westphalia.election import voters_of
from generator.rulesets.westphalia.facts import powers
from generator.rulesets.westphalia.foreign import leaving_refusal
from generator.rulesets.westphalia.influence import total_influence
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.sequence import dealt, engaged, waging
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.tradeoffs import fought_enough, payers, who_pays
from generator.rulesets.westphalia.wars.battles import are_apart, belligerents
from generator.rulesets.westphalia.wars.fields import field_of, muster_of
from generator.rulesets.westphalia.wars.gathering import may_invite, must_choose
from generator.rulesets.westphalia.wars.religious import combatants, late_members
from generator.rulesets.westphalia.wars.swaps import late_leaders

__all__ = ["awaited"]


def awaited(state: State) -> tuple[str, ...]:
    """The players who have something to decide, in the order of the powers; empty for phases that
    only draw lots."""
    if state.ending is not None:
        return ()
    kind, number = kind_of(state.moment.phase)
    due = _DUE[kind](state, number) if kind in _DUE else set()
    return tuple(power for power in powers() if power in due)


def _nobody(state: State, number: int) -> set[str]:
    return set()


def _everybody(state: State, number: int) -> set[str]:
    return set(state.seats)


def _all_or_next(state: State, number: int) -> set[str]:
    """Everybody, or stepwise the n-th in Setup Order."""
    return {state.setup_order[number - 1]} if number else set(state.seats)


def _players_of_game(state: State, number: int) -> set[str]:
    return set(games_of(state)[number - 1])


def _actor(state: State, number: int) -> set[str]:
    return {engaged(state)[number - 1]}


def _declarer(state: State, number: int) -> set[str]:
    return {waging(state)[number - 1]}


def _provinces(state: State, number: int) -> set[str]:
    return {state.setup_order[number - 1]}


def _elector(state: State, number: int) -> set[str]:
    return {state.setup_order[(number - 1) % len(state.seats)]}


def _principality(state: State, number: int) -> set[str]:
    return {placer_of(state, number)}


def _voters(state: State, number: int) -> set[str]:
    return {player for player in state.seats if voters_of(state, player)}


def _next_voter(state: State, number: int) -> set[str]:
    return {next_voter(state)}


def _heretics(state: State, number: int) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


def _converting(state: State, number: int) -> set[str]:
    """Stepwise: who may convert, and every Catholic who votes on a Council of Trent."""
    catholics = (player for player, one in state.players.items() if one.religion == "catholic")
    return _heretics(state, 0) | set(catholics if awaits_council(state) else ())


def _second(state: State, number: int) -> set[str]:
    """Who has a second choice to make, and who has dilemma cards to commit."""
    return _heretics(state, 0) if are_sequential(state) else set(state.seats)


def _with_dice(state: State, number: int) -> set[str]:
    players = dealt(state)
    return {players[number - 1]} if number else set(players)


def _at_war(state: State, number: int) -> set[str]:
    """Who plays cards, and who may have a treaty to make."""
    sides = {
        side.power
        for war in state.wars
        if (field := field_of(state.hands, war)) is not None
        for side in field.sides
    }
    return {*(player for player, _ in belligerents(state)), *sides} & set(state.seats)


def _signing(state: State, number: int) -> set[str]:
    """Who takes provinces by a treaty, and who chooses what a principality takes from him."""
    found = set()
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is not None and war.status == "won":
            loser = next(side.power for side in field.sides if side.power != war.winner)
            found.add(war.winner if state.is_player(war.winner) else loser)
    return found


def _swapping(state: State, number: int) -> set[str]:
    """Who has cards; where battles and treaties follow at once, all who may order for them."""
    return _in_battle(state, 0) if are_apart(state) else _at_war(state, 0)


def _late(state: State, number: int) -> set[str]:
    """Who swaps last; where battles and treaties follow at once, all who may order for them."""
    return set(late_leaders(state)) if are_apart(state) else _at_war(state, 0)


def _in_battle(state: State, number: int) -> set[str]:
    return {player for player, _ in belligerents(state)}


def _undecided(state: State, number: int) -> set[str]:
    """Who has to take a side in the Religious War, and the Emperor, who may."""
    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    if may_invite(state):
        found.add(state.emperor)
    return found


def _leagues(state: State, number: int) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


def _mustered(state: State, number: int) -> set[str]:
    """Who has cards; where the melee and treaties follow at once, all members."""
    if are_apart(state):
        return set(combatants(state))
    return _leagues(state, 0) if muster_of(state.hands) is not None else set()


def _late_member(state: State, number: int) -> set[str]:
    """Whose turn it is to swap; the melee and treaties may follow on the last."""
    late = late_members(state)
    is_last = len(late) < 2 and not are_apart(state)
    return _leagues(state, 0) if is_last else set(late[:1])


def _victors(state: State, number: int) -> set[str]:
    """Who takes provinces after a Religious War: nobody where it was inconclusive, or unopposed."""
    war = state.religious_war
    if war is None or muster_of(state.hands) is None:
        return set()
    winner = war.winner
    if war.status == "inconclusive" and state.option("religious_inconclusive") == "rotf_wins":
        winner = state.players[war.rotf].league
    return {player for player, one in state.players.items() if winner and one.league == winner}


def _in_melee(state: State, number: int) -> set[str]:
    return set(combatants(state))


def _paying(state: State, number: int) -> set[str]:
    """Who may lose something in the Tradeoffs that is the player's to choose."""
    return {
        player
        for player in who_pays(state)
        if _loses_placed(state, player) or _rolls_for_land(state, player)
    }


def _loses_placed(state: State, player: str) -> bool:
    one = state.players[player]
    has_placed = total_influence(state, player) > one.saved
    return has_placed and not ("diplomacy" in one.tasks and fought_enough(state, player))


def _rolls_for_land(state: State, player: str) -> bool:
    return "heresy" not in state.players[player].tasks and len(state.lands[player]) > 2


def _paying_in_turn(state: State, number: int) -> set[str]:
    """Who may lose something, or where Tradeoffs go in Initiative Order the n-th who pays."""
    return set(payers(state)[number - 1 : number]) if number else _paying(state, 0)


def _leavers(state: State, number: int) -> set[str]:
    return {player for player in state.seats if leaving_refusal(state, player) is None}


def _closing(state: State, number: int) -> set[str]:
    """Merged: voters, unless they vote openly, those who may leave, and those who pay. Stepwise
    only voters are left."""
    if state.option("pacing") == "stepwise":
        return _voters(state, 0)
    return _after_tradeoffs(state, 0) | _paying(state, 0)


def _after_tradeoffs(state: State, number: int) -> set[str]:
    return _leavers(state, 0) | (set() if are_open(state) else _voters(state, 0))


def _emperor(state: State, number: int) -> set[str]:
    return {state.emperor}


_DUE: Final[Mapping[str, Callable[[State, int], set[str]]]] = MappingProxyType(
    {
        "setup": _nobody,
        "provinces": _provinces,
        "elector": _elector,
        "principality": _principality,
        "influence": _all_or_next,
        "first-election": _voters,
        "upheaval": _nobody,
        "choice": _everybody,
        "conversion": _converting,
        "second-choice": _second,
        "game": _players_of_game,
        "faith": _with_dice,
        "diplomacy": _everybody,
        "actions": _actor,
        "declarations": _declarer,
        "battles": _swapping,
        "swaps": _late,
        "battle-round": _in_battle,
        "scripts": _in_battle,
        "treaties": _signing,
        "leagues": _undecided,
        "religious-war": _mustered,
        "religious-swaps": _late_member,
        "melee-round": _in_melee,
        "religious-scripts": _in_melee,
        "religious-treaties": _victors,
        "tradeoffs": _paying_in_turn,
        "closing": _after_tradeoffs,
        "leaving": _leavers,
        "election": _closing,
        "ballot": _next_voter,
        "peace": _emperor,
    }
)
