"""Whose orders a phase waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

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
from generator.rulesets.westphalia.tradeoffs import fought_enough, who_pays
from generator.rulesets.westphalia.wars.battles import belligerents
from generator.rulesets.westphalia.wars.fields import field_of
from generator.rulesets.westphalia.wars.gathering import must_choose
from generator.rulesets.westphalia.wars.religious import combatants

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


def _heretics(state: State, number: int) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


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


def _in_battle(state: State, number: int) -> set[str]:
    return {player for player, _ in belligerents(state)}


def _undecided(state: State, number: int) -> set[str]:
    """Who has to take a side in the Religious War, and the Emperor, who may."""
    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    if state.emperor and not state.players[state.emperor].league:
        found.add(state.emperor)
    return found


def _leagues(state: State, number: int) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


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


def _leavers(state: State, number: int) -> set[str]:
    return {player for player in state.seats if leaving_refusal(state, player) is None}


def _closing(state: State, number: int) -> set[str]:
    """Merged: voters, those who may leave, and those who pay. Stepwise only voters are left."""
    if state.option("pacing") == "stepwise":
        return _voters(state, 0)
    return _voters(state, 0) | _paying(state, 0) | _leavers(state, 0)


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
        "conversion": _heretics,
        "second-choice": _second,
        "game": _players_of_game,
        "faith": _with_dice,
        "diplomacy": _everybody,
        "actions": _actor,
        "declarations": _declarer,
        "battles": _at_war,
        "battle-round": _in_battle,
        "treaties": _at_war,
        "leagues": _undecided,
        "religious-war": _leagues,
        "melee-round": _in_melee,
        "religious-treaties": _leagues,
        "tradeoffs": _paying,
        "leaving": _leavers,
        "election": _closing,
        "peace": _emperor,
    }
)
