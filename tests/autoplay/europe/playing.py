"""Games played by the Europe player, phase by phase, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from generator.autoplay.europe.player import intended_orders
from generator.engine.chance import Chance
from generator.engine.phases import OrderBook, Resolution, Setup
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION, RULESET


class Played(NamedTuple):
    """One phase: the state before it, what each power meant, what it wrote, how that was read,
    and what came of it."""

    before: EuropeState
    meant: dict[str, tuple[Any, ...]]
    sheets: dict[str, tuple[str, ...]]
    book: OrderBook
    resolution: Resolution[EuropeState]


def play(seed: str, years: int, setup: Setup | None = None) -> Iterator[Played]:
    """The phases of a game until it ends or `years` are over."""
    state = RULESET.opening(setup or Setup())
    last = state.moment.year + years - 1
    while state.ending is None and state.moment.year <= last:
        chance = Chance(seed, str(state.moment))
        powers = RULESET.awaits(state)
        meant = {power: intended_orders(EDITION, state, power, chance) for power in powers}
        sheets = {power: tuple(map(str, meant[power])) for power in powers}
        book = RULESET.read(state, {power: "\n".join(lines) for power, lines in sheets.items()})
        resolution = RULESET.adjudicate(state, book, (), chance)
        yield Played(state, meant, sheets, book, resolution)
        state = resolution.state


@cache
def six_years(seed: str) -> tuple[Played, ...]:
    """The first six years of a game, played once for all tests."""
    return tuple(play(seed, 6))


SEEDS = ("ember", "onyx")


def phases(kind: str) -> list[Played]:
    """The phases of one kind of two games."""
    return [one for seed in SEEDS for one in six_years(seed) if one.before.moment.phase == kind]
