"""How the phases of a Round are divided: the options for this, and the players who act in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from generator.rulesets.westphalia.state.state import State

T = TypeVar("T")


def is_stepwise(state: State) -> bool:
    """Whether each step of a Round has its own deadline; merged, several share one."""
    return bool(state.option("pacing") == "stepwise")


def is_live(state: State) -> bool:
    """Whether each battle round has its own deadline."""
    return bool(state.option("battle_play") == "live")


def are_apart(state: State) -> bool:
    """Whether swaps, fighting and treaties of a battle have their own deadlines."""
    return is_live(state) or is_stepwise(state)


def are_open(state: State) -> bool:
    """Whether players vote one after the other, each in sight of the votes before."""
    return bool(state.option("election_ballot") == "open")


def is_drafted(state: State) -> bool:
    """Whether the players place their own provinces and all principalities."""
    return bool(state.option("setup_mode") == "draft")


def influence_phase(state: State) -> str:
    """The phase that follows on a board that is full."""
    return "influence-1" if is_stepwise(state) else "influence"


def dealt(state: State) -> tuple[str, ...]:
    """The players with dice to place, in Initiative Order."""
    return tuple(player for player in state.order if state.dice.get(player))


def engaged(state: State) -> tuple[str, ...]:
    """The players who Engage in Diplomacy, in Initiative Order."""
    return tuple(player for player in state.order if "diplomacy" in state.players[player].tasks)


def waging(state: State) -> tuple[str, ...]:
    """The players who Wage War, in Initiative Order."""
    return tuple(player for player in state.order if "war" in state.players[player].tasks)


def of_phase(state: State, several: Sequence[T]) -> Sequence[T]:
    """The one of several whose turn it is; all of them in a phase without a number."""
    return several[state.number - 1 : state.number] if state.number else several
