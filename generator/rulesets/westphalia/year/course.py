"""The phases of a game in the order of the rulebook, from the setup to the Peace of Westphalia.

Where play is merged several steps of a Round share a phase; stepwise, each has its own, and where
players act one after the other each of them has: "faith" is the phase of all, "faith-3" that of the
third. Steps that hang on what has happened say themselves which phase follows (`flow`);
once one has, or the game is over, no more steps are played.

Titles have to be there at once: whom a phase waits for and what it does needs all rules, and stands
in `play`, which is imported when a phase is asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from generator.engine.course import Course, Phase, nobody, once
from generator.engine.ruleset import Schedule
from generator.rulesets.westphalia.data.facts import facts, powers
from generator.rulesets.westphalia.state.pacing import (
    are_apart,
    are_open,
    are_sequential,
    is_drafted,
    is_live,
    is_stepwise,
)
from generator.rulesets.westphalia.state.state import State

if TYPE_CHECKING:
    from generator.rulesets.westphalia.turn.turn import Turn

ALWAYS: Final = ("concede", "loss", "withdraw", "foreign")
"""The verbs of orders that any phase takes; those of a phase are its forms."""

IN_TURN: Final = "in turn"
"""Nobody orders anything but those who are awaited."""
CARDS: Final = "cards"
"""Cards are dealt in secret, and who is in a battle leaves his influence where it is."""
LEAVING: Final = "leaving"
"""Who wants to leaves the Empire."""
VACANT: Final = "vacant"
"""The throne may be empty."""

_ELECTORS: Final = 7
_MOST_PRINCIPALITIES: Final = 46


def kind_of(state: State) -> str:
    """The kind of phase that a state waits for: its slug without numbers."""
    return COURSE[state.moment.phase].slug


def awaited(state: State) -> tuple[str, ...]:
    """The players who have something to decide, in the order of the powers; empty for phases that
    only draw lots."""
    found = frozenset(COURSE.awaited(state))
    return tuple(power for power in powers() if power in found)


def asks_to_leave(state: State) -> bool:
    """Whether the phase asks who leaves the Empire; stepwise an election comes after it."""
    phase = COURSE[state.moment.phase]
    return LEAVING in phase.traits and (phase.slug == "leaving" or not is_stepwise(state))


def schedule_of(state: State) -> Schedule:
    """The phases of the running Round in their order."""
    setup = (*SETUP, BALLOT) if state.setup else ()
    battles = sorted(_slugs(BATTLES, state), key=lambda slug: int(slug.split("-")[1]))
    slugs = [*_slugs((*setup, *ROUND), state), *battles, *_slugs((*MELEE, *CLOSING), state)]
    return Schedule(tuple(slugs), state.round)


def _slugs(phases: Iterable[Phase], state: State) -> list[str]:
    return [slug for phase in phases for slug in phase.held(phase, state)]


# --- which phases a Round has, by the options of a game and by what has begun
#
# Each function gives the slugs of a phase in the Round that a state is in. Phases that only come
# where a player asks for Initiative Order are left out unless they have begun.

Held = Callable[[Phase, State], Iterable[str]]

_MOST_BATTLE_ROUNDS: Final = 48
_AFTER_SWAPS: Final = ("swaps", "scripts", "treaties")


def _never(phase: Phase, state: State) -> Iterable[str]:
    return ()


def _when(test: Callable[[State], bool], held: Held = once) -> Held:
    """The phases that are `held`, if the game passes a test."""
    return lambda phase, state: held(phase, state) if test(state) else ()


def _several(most: int) -> Held:
    return lambda phase, state: [phase.slug_of(n) for n in range(1, most + 1)]


def _each(phase: Phase, state: State) -> Iterable[str]:
    """One for each player."""
    return _several(len(state.seats))(phase, state)


def _one_or_each(phase: Phase, state: State) -> Iterable[str]:
    """One for all players; stepwise one for each."""
    return (_each if is_stepwise(state) else once)(phase, state)


# The steps of the wars are phases of their own where play is live or stepwise, or once somebody has
# asked for swaps in Initiative Order.


def _each_battle_phase(phase: Phase, state: State) -> list[str]:
    return [phase.slug_of(n) for n in range(1, facts().war.battle_phases + 1)]


def _battle_swaps(phase: Phase, state: State) -> Iterable[str]:
    """Those of the Battle Phase that runs."""
    return [phase.slug_of(state.number)] if state.kind in _AFTER_SWAPS else ()


def _battle_treaties(phase: Phase, state: State) -> Iterable[str]:
    return (_each_battle_phase if are_apart(state) else _battle_swaps)(phase, state)


_battle_scripts: Final = _when(lambda state: not is_live(state), _battle_treaties)


def _battle_rounds(phase: Phase, state: State) -> Iterable[str]:
    numbers = range(1, facts().war.battle_phases + 1)
    rounds = range(1, _MOST_BATTLE_ROUNDS + 1)
    return [phase.slug_of(n, one) for n in numbers for one in rounds] if is_live(state) else ()


def _has_swaps(state: State) -> bool:
    return state.kind.removeprefix("religious-") in _AFTER_SWAPS


_melee_swaps: Final = _when(_has_swaps, _each)
_melee_treaties: Final = _when(lambda state: are_apart(state) or _has_swaps(state))
_melee_scripts: Final = _when(lambda state: not is_live(state), _melee_treaties)
_melee_rounds: Final = _when(is_live, _several(_MOST_BATTLE_ROUNDS))


def _tradeoffs(phase: Phase, state: State) -> Iterable[str]:
    """Stepwise one for all. Merged they are phases only in Initiative Order, and by the time that
    somebody has asked for it the first player has paid."""
    if is_stepwise(state):
        return once(phase, state)
    return list(_each(phase, state))[1:] if _pays_in_order(state) else ()


def _pays_in_order(state: State) -> bool:
    return not is_stepwise(state) and state.kind in ("tradeoffs", "closing")


_if_paid_in_order: Final = _when(_pays_in_order)
_unless_paid_in_order: Final = _when(lambda state: not _pays_in_order(state))


# --- the table


def _to_treaties(turn: Turn) -> str:
    return f"treaties-{turn.battle_phase}"


def _after_tradeoffs(turn: Turn) -> str:
    return "leaving" if is_stepwise(turn.before) else "closing"


def _phase(
    slug: str, name: str, awaits: str, *traits: str, title: str = "", **fields: Any
) -> Phase:
    """A row of the table. `awaits` names a function of `play`, "" for nobody; the steps have the
    name of the phase there."""

    def listed(name: str) -> Any:
        return getattr(import_module("generator.rulesets.westphalia.year.play"), name)

    return Phase(
        slug,
        f"{{year}}, {title or name}",
        lambda: listed(slug.replace("-", "_").upper()),
        (lambda state: listed(awaits)(state)) if awaits else nobody,
        name=name,
        traits=frozenset(traits),
        **fields,
    )


_ACTIONS: Final = ("influence", "release", "gift", "league")
_ROUNDS: Final = ("battle", "play", "call", "nocall")

SETUP: Final = (
    _phase("setup", "setup", "", following="provinces-1", held=_never),
    _phase(
        "provinces", "setup, provinces", "next_in_setup", IN_TURN,
        forms=("setup",),
        numbered="provinces-#", following="elector-1", held=_when(is_drafted, _each),
    ),
    _phase(
        "elector", "setup, an Elector", "next_in_setup", IN_TURN,
        forms=("setup",), numbered="elector-#", held=_when(is_drafted, _several(_ELECTORS)),
    ),
    _phase(
        "principality", "setup, a principality", "principality_placer", IN_TURN,
        forms=("setup",),
        numbered="principality-#", held=_when(is_drafted, _several(_MOST_PRINCIPALITIES)),
    ),
    _phase(
        "influence", "setup, influence", "all_or_next", IN_TURN,
        forms=("setup",), numbered="influence-#", held=_one_or_each,
    ),
    _phase(
        "first-election", "setup, Imperial Election", "voters",
        forms=("vote",), held=_when(lambda state: not are_open(state)),
    ),
)  # fmt: skip
ROUND: Final = (
    _phase(
        "upheaval", "initiative and Religious Upheaval", "",
        following="choice",
    ),
    _phase(
        "choice", "choices and conversions", "everybody",
        forms=("choose", "convert", "stay", "council", "dilemma"), following="conversion",
    ),
    _phase(
        "conversion", "conversions", "converting", IN_TURN,
        forms=("convert", "stay", "council"), held=_when(is_stepwise),
    ),
    _phase(
        "faith", "dice of faith", "with_dice", IN_TURN,
        forms=("faith",), numbered="faith-#", held=_one_or_each,
    ),
    _phase(
        "second-choice", "the second choice", "second",
        forms=("choose", "dilemma"),
        held=_when(lambda state: bool(state.option("turn_choice") == "two_step")),
    ),
    _phase(
        "game", "Diplomacy Game", "players_of_game", IN_TURN,
        forms=("dilemma",), numbered="game-#", held=_when(are_sequential, _each),
    ),
    _phase(
        "diplomacy", "diplomacy and declarations", "everybody",
        forms=(*_ACTIONS, "war", "religiouswar"),
        held=_when(lambda state: not is_stepwise(state)),
    ),
    _phase(
        "actions", "diplomatic actions", "actor", IN_TURN,
        forms=_ACTIONS, numbered="actions-#", held=_when(is_stepwise, _each),
    ),
    _phase(
        "declarations", "declarations of war", "declarer", IN_TURN,
        forms=("league", "war", "religiouswar"),
        numbered="declarations-#", held=_when(is_stepwise, _each),
    ),
)  # fmt: skip
BATTLES: Final = (
    _phase(
        "battles", "Battle Phase", "swapping", CARDS,
        forms=("swap", "request", "battle", "treaty", "yield"),
        numbered="battles-#", held=_each_battle_phase,
    ),
    _phase(
        "swaps", "swaps in Initiative Order, Battle Phase", "late", CARDS,
        forms=("swap", "battle", "treaty", "yield"), numbered="swaps-#", held=_battle_swaps,
    ),
    _phase(
        "battle-round", "battle round", "in_battle", CARDS,
        forms=_ROUNDS, title="Battle Phase {0}, battle round", numbered="battles-#-round-#",
        following=_to_treaties, held=_battle_rounds,
    ),
    _phase(
        "scripts", "scripts, Battle Phase", "in_battle", CARDS,
        forms=("battle",), numbered="scripts-#", following=_to_treaties, held=_battle_scripts,
    ),
    _phase(
        "treaties", "Peace Treaties", "signing", CARDS,
        forms=("treaty", "yield"), numbered="treaties-#", held=_battle_treaties,
    ),
)  # fmt: skip
MELEE: Final = (
    _phase("leagues", "the Leagues gather", "undecided", IN_TURN, forms=("league",)),
    _phase(
        "religious-war", "Religious War", "mustered", CARDS,
        forms=("swap", "request", "battle", "treaty", "electors"),
    ),
    _phase(
        "religious-swaps", "Religious War, swaps in Initiative Order", "late_member", CARDS,
        forms=("swap", "battle", "treaty", "electors"),
        numbered="religious-swaps-#", held=_melee_swaps,
    ),
    _phase(
        "melee-round", "battle round", "in_battle", CARDS,
        forms=_ROUNDS, title="Religious War, battle round", numbered="religious-war-round-#",
        following="religious-treaties", held=_melee_rounds,
    ),
    _phase(
        "religious-scripts", "Religious War, scripts", "in_battle", CARDS,
        forms=("battle",), following="religious-treaties", held=_melee_scripts,
    ),
    _phase(
        "religious-treaties", "treaties of the Religious War", "victors",
        CARDS, forms=("treaty", "electors"), held=_melee_treaties,
    ),
)  # fmt: skip
BALLOT: Final = _phase(
    "ballot", "Imperial Election, open ballot", "open_voter", IN_TURN, VACANT,
    forms=("vote",), numbered="ballot-#", held=_when(are_open, _each),
)  # fmt: skip
CLOSING: Final = (
    _phase(
        "tradeoffs", "Tradeoffs", "paying_in_turn",
        forms=("influence", "request"),
        numbered="tradeoffs-#", following=_after_tradeoffs, held=_tradeoffs,
    ),
    _phase(
        "leaving", "Foreign Powers", "leavers", LEAVING, VACANT,
        held=_when(is_stepwise),
    ),
    _phase(
        "closing", "Foreign Powers and Imperial Election", "after_tradeoffs", LEAVING,
        forms=("vote",), held=_if_paid_in_order,
    ),
    _phase(
        "election", "Tradeoffs and Imperial Election", "closing", LEAVING, VACANT,
        forms=("influence", "request", "vote"), held=_unless_paid_in_order,
    ),
    BALLOT,
    _phase("peace", "Peace of Westphalia", "emperor", IN_TURN, forms=("winner",)),
)  # fmt: skip

COURSE: Final = Course((*SETUP, *ROUND, *BATTLES, *MELEE, *CLOSING))
