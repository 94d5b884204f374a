"""Playing a phase of standard Diplomacy in game notation, for tests that a player can check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.engine.chance import Chance
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.engine.verdicts import Event
from generator.rulesets.standard import RULESET, StandardState
from tests.rules.standard.position import open_position

CHANCE = Chance("tests", "no ruleset of chance")


@dataclass(frozen=True)
class Turn:
    """A phase that was played."""

    before: StandardState
    book: OrderBook
    resolution: Resolution[StandardState]

    @property
    def state(self) -> StandardState:
        return self.resolution.state

    @property
    def events(self) -> tuple[Event, ...]:
        return self.resolution.events

    def units(self, power: str) -> list[str]:
        """The power's standing units after the phase."""
        return [str(unit) for unit in self.state.units[power]]

    def then(self, orders: str, rulings: Sequence[Ruling] = ()) -> Turn:
        """The next phase with its orders."""
        return adjudicate(self.state, orders, rulings)


def sheets(orders: str) -> dict[str, str]:
    """`austria: A VIE - GAL` lines as one text for each power."""
    texts: dict[str, list[str]] = {}
    for line in filter(str.strip, orders.splitlines()):
        power, _, text = line.strip().partition(": ")
        texts.setdefault(power, []).append(text)
    return {power: "\n".join(lines) for power, lines in texts.items()}


def listed(units: str) -> dict[str, list[str]]:
    """`austria: A VIE, F TRI` lines as tables."""
    return {
        power: [one.strip() for one in text.split(",") if one.strip()]
        for power, text in sheets(units).items()
    }


def adjudicate(state: StandardState, orders: str, rulings: Sequence[Ruling] = ()) -> Turn:
    book = RULESET.read(state, sheets(orders))
    return Turn(state, book, RULESET.adjudicate(state, book, rulings, CHANCE))


def play(
    orders: str,
    units: str = "",
    phase: str = "spring-movement",
    centers: str = "",
    options: Mapping[str, Any] | None = None,
    rulings: Sequence[Ruling] = (),
) -> Turn:
    """Play a phase from 1901, with `units` and those that begin an order line, as in notation."""
    position: dict[str, Any] = {"phase": phase, "units": listed(units), "options": options or {}}
    if centers:
        position["centers"] = listed(centers)
    given = {power: text.splitlines() for power, text in sheets(orders).items()}
    return adjudicate(open_position(position, given), orders, rulings)
