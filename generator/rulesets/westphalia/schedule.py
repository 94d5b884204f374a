"""Which phases a Round has by the options of a game: what is ordered beforehand waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.engine.ruleset import Schedule
from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.state import State

__all__ = ["schedule_of"]

_STEPS: Final = ("swaps", "scripts", "treaties")
_MOST_TICKS: Final = 48
_ELECTORS: Final = 7
_MOST_PRINCIPALITIES: Final = 46


def schedule_of(state: State) -> Schedule:
    """The phases of the running Round in their order. Those that only come where a player asks
    for Initiative Order are left out unless they have begun."""
    setup = tuple(_setup(state)) if state.setup else ()
    return Schedule((*setup, *_round(state)), state.round)


def _several(kind: str, most: int) -> list[str]:
    return [f"{kind}-{number}" for number in range(1, most + 1)]


def _setup(state: State) -> Iterator[str]:
    players = len(state.seats)
    if state.option("setup_mode") == "draft":
        yield from _several("provinces", players)
        yield from _several("elector", _ELECTORS)
        yield from _several("principality", _MOST_PRINCIPALITIES)
    stepwise = state.option("pacing") == "stepwise"
    yield from _several("influence", players) if stepwise else ["influence"]
    yield from _ballots(state) or ["first-election"]


def _round(state: State) -> Iterator[str]:
    players, stepwise = len(state.seats), state.option("pacing") == "stepwise"
    yield from ("upheaval", "choice")
    if stepwise:
        yield "conversion"
    yield from _several("faith", players) if stepwise else ["faith"]
    if state.option("turn_choice") == "two_step":
        yield "second-choice"
    if stepwise or state.option("dilemma_mode") == "sequential":
        yield from _several("game", players)
    if stepwise:
        yield from (*_several("actions", players), *_several("declarations", players))
    else:
        yield "diplomacy"
    kind, running = kind_of(state.moment.phase.partition("-round-")[0])
    for battle in _several("battles", facts().war.battle_phases):
        which = battle.rpartition("-")[2]
        asked = kind in _STEPS and int(which) == running
        yield from _war(state, battle, f"-{which}", asked=asked)
    yield "leagues"
    yield from _war(state, "religious-war", "", asked=kind.removeprefix("religious-") in _STEPS)
    if stepwise:
        yield from ("tradeoffs", "leaving")
    if kind in ("tradeoffs", "closing") and not stepwise:
        yield from (*_several("tradeoffs", players)[1:], "closing")
    else:
        yield "election"
    yield from _ballots(state)
    yield "peace"


def _ballots(state: State) -> list[str]:
    is_open = state.option("election_ballot") == "open"
    return _several("ballot", len(state.seats)) if is_open else []


def _war(state: State, battle: str, number: str, *, asked: bool) -> Iterator[str]:
    """A Battle Phase or the Religious War; its steps are phases of their own where play is live or
    stepwise, or once somebody has asked for swaps in Initiative Order."""
    kind = "" if number else "religious-"
    live = state.option("battle_play") == "live"
    apart = asked or live or state.option("pacing") == "stepwise"
    yield battle
    if asked:
        yield from _several(f"{kind}swaps", len(state.seats)) if kind else [f"swaps{number}"]
    if live:
        yield from _several(f"{battle}-round", _MOST_TICKS)
    elif apart:
        yield f"{kind}scripts{number}"
    if apart:
        yield f"{kind}treaties{number}"
