"""Which of its phases a Round has, by the options of a game and by what has begun.

Each function gives the slugs of a phase in the Round that a state is in. Phases that only come
where a player asks for Initiative Order are left out unless they have begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from generator.engine.course import Phase, once
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.pacing import are_apart, is_live, is_stepwise
from generator.rulesets.westphalia.state.state import State

__all__ = [
    "battle_rounds",
    "battle_scripts",
    "battle_swaps",
    "battle_treaties",
    "each",
    "each_battle_phase",
    "if_paid_in_order",
    "melee_rounds",
    "melee_scripts",
    "melee_swaps",
    "melee_treaties",
    "never",
    "one_or_each",
    "several",
    "tradeoffs",
    "unless_paid_in_order",
    "when",
]

Held = Callable[[Phase, State], Iterable[str]]

_MOST_BATTLE_ROUNDS: Final = 48
_AFTER_SWAPS: Final = ("swaps", "scripts", "treaties")


def never(phase: Phase, state: State) -> Iterable[str]:
    return ()


def when(test: Callable[[State], bool], held: Held = once) -> Held:
    """The phases that are `held`, if the game passes a test."""
    return lambda phase, state: held(phase, state) if test(state) else ()


def several(most: int) -> Held:
    return lambda phase, state: [phase.slug_of(n) for n in range(1, most + 1)]


def each(phase: Phase, state: State) -> Iterable[str]:
    """One for each player."""
    return several(len(state.seats))(phase, state)


def one_or_each(phase: Phase, state: State) -> Iterable[str]:
    """One for all players; stepwise one for each."""
    return (each if is_stepwise(state) else once)(phase, state)


# --- the wars: their steps are phases of their own where play is live or stepwise, or once somebody
# has asked for swaps in Initiative Order


def each_battle_phase(phase: Phase, state: State) -> list[str]:
    return [phase.slug_of(n) for n in range(1, facts().war.battle_phases + 1)]


def battle_swaps(phase: Phase, state: State) -> Iterable[str]:
    """Those of the Battle Phase that runs."""
    return [phase.slug_of(state.number)] if state.kind in _AFTER_SWAPS else ()


def battle_treaties(phase: Phase, state: State) -> Iterable[str]:
    return (each_battle_phase if are_apart(state) else battle_swaps)(phase, state)


battle_scripts: Final = when(lambda state: not is_live(state), battle_treaties)


def battle_rounds(phase: Phase, state: State) -> Iterable[str]:
    numbers = range(1, facts().war.battle_phases + 1)
    rounds = range(1, _MOST_BATTLE_ROUNDS + 1)
    return [phase.slug_of(n, one) for n in numbers for one in rounds] if is_live(state) else ()


def _has_swaps(state: State) -> bool:
    return state.kind.removeprefix("religious-") in _AFTER_SWAPS


melee_swaps: Final = when(_has_swaps, each)
melee_treaties: Final = when(lambda state: are_apart(state) or _has_swaps(state))
melee_scripts: Final = when(lambda state: not is_live(state), melee_treaties)
melee_rounds: Final = when(is_live, several(_MOST_BATTLE_ROUNDS))


# --- the end of a Round


def tradeoffs(phase: Phase, state: State) -> Iterable[str]:
    """Stepwise one for all. Merged they are phases only in Initiative Order, and by the time that
    somebody has asked for it the first player has paid."""
    if is_stepwise(state):
        return once(phase, state)
    return list(each(phase, state))[1:] if _pays_in_order(state) else ()


def _pays_in_order(state: State) -> bool:
    return not is_stepwise(state) and state.kind in ("tradeoffs", "closing")


if_paid_in_order: Final = when(_pays_in_order)
unless_paid_in_order: Final = when(lambda state: not _pays_in_order(state))
