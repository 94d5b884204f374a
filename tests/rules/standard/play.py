"""Playing a phase of standard Diplomacy in game notation, for tests that a player can check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.engine.chance import Chance
from generator.engine.phases import OrderBook, Resolution, Ruling, Setup
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.standard import RULESET, StandardState

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

    def verdict(self, order: str, number: int = 1) -> Verdict:
        """The verdict on `austria: A VIE - GAL`; `number` counts equal lines from 1."""
        power, _, text = order.partition(": ")
        found = [
            one
            for one in self.resolution.verdicts
            if one.power == power and text in (one.order, one.written)
        ]
        assert len(found) >= number, [f"{v.power}: {v.order}" for v in self.resolution.verdicts]
        return found[number - 1]

    def said(self, order: str, number: int = 1) -> str:
        """The outcome and the rules of a verdict: `bounce STD-MOV-4`."""
        verdict = self.verdict(order, number)
        return " ".join([verdict.outcome, *(reason.rule for reason in verdict.reasons)])

    def units(self, power: str) -> list[str]:
        """The power's standing units after the phase."""
        return [str(unit) for unit in self.state.units[power]]

    def retreats(self, unit: str) -> list[str]:
        """The places to which a dislodged unit may retreat."""
        (found,) = [one for one in self.state.dislodged if str(one.unit) == unit]
        return list(found.places)

    def kinds(self) -> list[str]:
        """The kinds of the events, in order."""
        return [event.kind for event in self.events]

    def texts(self, kind: str) -> list[str]:
        return [event.text for event in self.events if event.kind == kind]

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


def open_at(
    units: str,
    phase: str = "spring-movement",
    year: int = 1901,
    centers: str = "",
    options: Mapping[str, Any] | None = None,
) -> StandardState:
    """A state with these units; without `centers` every power owns its home centers."""
    position: dict[str, Any] = {"year": year, "phase": phase, "units": listed(units)}
    if centers:
        position["centers"] = listed(centers)
    return RULESET.opening(Setup(options or {}, position))


def adjudicate(state: StandardState, orders: str, rulings: Sequence[Ruling] = ()) -> Turn:
    book = RULESET.read(state, sheets(orders))
    return Turn(state, book, RULESET.adjudicate(state, book, rulings, CHANCE))


def play(
    orders: str,
    units: str = "",
    phase: str = "spring-movement",
    year: int = 1901,
    centers: str = "",
    options: Mapping[str, Any] | None = None,
    rulings: Sequence[Ruling] = (),
) -> Turn:
    """Play a movement phase. The position is `units` and every unit that begins an order line
    (`austria: A VIE - GAL`); a line that begins with `!` puts no unit on the board."""
    position = listed(units)
    standing = {text[2:5] for own in position.values() for text in own}
    written = []
    for line in filter(str.strip, orders.splitlines()):
        power, _, text = line.strip().partition(": ")
        if text.startswith("!"):
            text = text[1:]
        elif text[2:5] not in standing:
            standing.add(text[2:5])
            position.setdefault(power, []).append(" ".join(text.split()[:2]))
        written.append(f"{power}: {text}")
    table = "\n".join(f"{power}: {', '.join(own)}" for power, own in position.items())
    state = open_at(table, phase, year, centers, options)
    return adjudicate(state, "\n".join(written), rulings)


def winter(units: str, centers: str, orders: str = "", rulings: Sequence[Ruling] = ()) -> Turn:
    """Play a winter."""
    state = open_at(units, "winter-adjustments", 1901, centers)
    return adjudicate(state, orders, rulings)
