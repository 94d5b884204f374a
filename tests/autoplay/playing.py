"""Games played by the standard player, phase by phase, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from generator.autoplay.standard import intended_orders
from generator.engine.chance import Chance
from generator.engine.orders import AnyOrder
from generator.engine.phases import OrderBook, Resolution, Setup
from generator.rulesets.standard import RULESET, StandardState


class Played(NamedTuple):
    """One phase: the state before it, what each power meant, what it wrote, how that was read,
    and what came of it."""

    before: StandardState
    meant: dict[str, tuple[AnyOrder, ...]]
    sheets: dict[str, tuple[str, ...]]
    book: OrderBook
    resolution: Resolution[StandardState]


def play(seed: str, years: int) -> Iterator[Played]:
    """The phases of a game until it ends or `years` are over."""
    state = RULESET.opening(Setup())
    last = state.moment.year + years - 1
    while state.ending is None and state.moment.year <= last:
        chance = Chance(seed, str(state.moment))
        powers = RULESET.awaits(state)
        meant = {power: intended_orders(state, power, chance) for power in powers}
        sheets = {power: tuple(map(str, meant[power])) for power in powers}
        texts = {power: "\n".join(lines) for power, lines in sheets.items()}
        book = RULESET.read(state, texts)
        resolution = RULESET.adjudicate(state, book, (), chance)
        yield Played(state, meant, sheets, book, resolution)
        state = resolution.state


@cache
def three_years(seed: str) -> tuple[Played, ...]:
    """The first three years of a game, played once for all tests."""
    return tuple(play(seed, 3))
