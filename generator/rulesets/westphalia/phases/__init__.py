"""The phases of a game, and which module plays which.

A phase's slug may end in a number, for those of which there are several in a Round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from generator.rulesets.westphalia.turn import Turn

__all__ = ["TITLES", "is_phase", "kind_of", "play", "title_of"]

TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "setup": "setup",
        "provinces": "setup, provinces",
        "elector": "setup, an Elector",
        "principality": "setup, a principality",
        "influence": "setup, influence",
        "first-election": "setup, Imperial Election",
        "upheaval": "initiative and Religious Upheaval",
        "choice": "choices and conversions",
        "conversion": "conversions",
        "second-choice": "the second choice",
        "faith": "dice of faith",
        "game": "Diplomacy Game",
        "diplomacy": "diplomacy and declarations",
        "actions": "diplomatic actions",
        "declarations": "declarations of war",
        "battles": "Battle Phase",
        "swaps": "swaps in Initiative Order, Battle Phase",
        "scripts": "scripts, Battle Phase",
        "treaties": "Peace Treaties",
        "leagues": "the Leagues gather",
        "religious-war": "Religious War",
        "religious-swaps": "Religious War, swaps in Initiative Order",
        "religious-scripts": "Religious War, scripts",
        "religious-treaties": "treaties of the Religious War",
        "tradeoffs": "Tradeoffs",
        "leaving": "Foreign Powers",
        "election": "Tradeoffs and Imperial Election",
        "closing": "Foreign Powers and Imperial Election",
        "ballot": "Imperial Election, open ballot",
        "peace": "Peace of Westphalia",
    }
)

_NUMBERED: Final = re.compile(r"(.+?)-(\d+)")
_ROUNDS: Final[Mapping[str, str]] = MappingProxyType(
    {"battles": "battle-round", "religious-war": "melee-round"}
)


def kind_of(phase: str) -> tuple[str, int]:
    """A phase's slug without its number, and the number; 0 without one. The battle rounds of live
    play are "battles-1-round-3" and "religious-war-round-3"."""
    battle, _, number = phase.partition("-round-")
    if number:
        return _ROUNDS[kind_of(battle)[0]], int(number)
    found = _NUMBERED.fullmatch(phase)
    return (found[1], int(found[2])) if found else (phase, 0)


def is_phase(phase: str) -> bool:
    """Whether there is a phase of this slug."""
    battle, _, tick = phase.partition("-round-")
    if tick:
        return tick.isdecimal() and kind_of(battle)[0] in _ROUNDS
    return kind_of(phase)[0] in TITLES


def title_of(phase: str) -> str:
    """The phase for people, without the year."""
    battle, _, tick = phase.partition("-round-")
    if tick:
        return f"{title_of(battle)}, battle round {tick}"
    kind, number = kind_of(phase)
    title = TITLES.get(kind, phase)
    return f"{title} {number}" if number else title


def play(turn: Turn) -> None:
    """Play the phase that the turn is for."""
    kind, _ = kind_of(turn.before.moment.phase)
    module: Any = import_module(f"generator.rulesets.westphalia.phases.{kind.replace('-', '_')}")
    module.play(turn)
