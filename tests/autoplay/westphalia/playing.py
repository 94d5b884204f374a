"""Games played by the players of Westphalia, phase by phase."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from generator.autoplay.westphalia.player import PLAYER
from generator.engine.chance import Chance
from generator.engine.phases import OrderBook, Resolution, Setup
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.writing import write_sheet

SEATS = {
    5: "red green white orange purple",
    6: "red green white orange purple black",
    7: "red blue green white orange purple black",
    8: "red blue green yellow orange purple white black",
}


class Played(NamedTuple):
    """One phase: the state before it, the sheets, how they were read, and what came of it."""

    before: State
    sheets: Mapping[str, str]
    book: OrderBook
    resolution: Resolution[State]


def play(seed: str, write: Callable[[State, str], str], **options: object) -> Iterator[Played]:
    """The phases of a game until it ends."""
    state = RULESET.opening(Setup(dict(options)))
    while state.ending is None:
        sheets = {seat: text for seat in RULESET.awaits(state) if (text := write(state, seat))}
        book = RULESET.read(state, sheets)
        chance = Chance(seed, str(state.moment))
        resolution = RULESET.adjudicate(state, book, (), chance)
        yield Played(state, sheets, book, resolution)
        state = resolution.state


@cache
def whole_game(seed: str, **options: object) -> tuple[Played, ...]:
    """A whole game of the program's players; each is played once for all tests."""
    chance = Chance(f"{seed} players", "")

    def write(state: State, seat: str) -> str:
        return "\n".join(PLAYER.write_orders(RULESET, state, seat, chance))

    return tuple(play(seed, write, **options))


@cache
def wild_game(seed: str, **options: object) -> tuple[Played, ...]:
    """A whole game of players without any plan."""
    rng = random.Random(seed)
    return tuple(play(seed, lambda state, seat: write_sheet(state, seat, rng), **options))
