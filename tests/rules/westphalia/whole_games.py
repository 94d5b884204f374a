"""Whole games, played in every way there is, for the tests of what is always true of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from generator.rulesets.westphalia.state import State
from tests.autoplay.westphalia.playing import SEATS, Played, whole_game, wild_game

__all__ = ["NAMES", "SEEDS", "every_game", "games", "on_board", "states_of"]


@cache
def games() -> dict[str, tuple[Played, ...]]:
    """Games of the program's players and of wild ones, with every way to play."""
    return {
        "six": whole_game("a"),
        "six again": whole_game("b"),
        "five, live": whole_game("c", seats=SEATS[5], battle_play="live"),
        "seven, step by step": whole_game("d", seats=SEATS[7], pacing="stepwise"),
        "eight, drafted": whole_game("e", seats=SEATS[8], setup_mode="draft"),
        "six, two choices, council": whole_game(
            "f", turn_choice="two_step", catholic_reformation="council"
        ),
        "six, strict": whole_game("g", ally_rule="strict", deck_mode="shared", swap_to_pile=True),
        "wild": wild_game("h"),
        "wild, live": wild_game("i", battle_play="live"),
        "wild, step by step": wild_game("j", pacing="stepwise"),
    }


NAMES = (
    "six", "six again", "five, live", "seven, step by step", "eight, drafted",
    "six, two choices, council", "six, strict", "wild", "wild, live", "wild, step by step",
)  # fmt: skip
SEEDS = dict(zip(NAMES, "abcdefghij", strict=True))
every_game = pytest.mark.parametrize("name", NAMES)


def states_of(name: str) -> Iterator[State]:
    for one in games()[name]:
        yield one.before
    yield games()[name][-1].resolution.state


def on_board(name: str) -> Iterator[State]:
    """The states in which the board is laid out."""
    return (
        state for state in states_of(name) if all(one.owner for one in state.provinces.values())
    )
