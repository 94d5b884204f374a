"""The draft edition in few words: positions, sheets, and the start of the next year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import play, position, verdict

Played = Resolution[EuropeState]


def given(**parts: Any) -> EuropeState:
    """A position before the orders of 1619, with no relations but those that are named."""
    return position(EDITION, **parts)


def diplomatic(*first: str, year: int = 1620, **parts: Any) -> EuropeState:
    """The diplomatic phase of a year with 12 INFs for all; those named attack first."""
    if "players" not in parts.get("options", ()) and "converted" not in parts.get("options", ()):
        powers = [power for power in EDITION.powers if power != "saxony"]
        order = [*first, *(power for power in powers if power not in first)]
        tables = {"allotment": dict.fromkeys(powers, 12), "attack_order": order}
        parts.setdefault("tables", tables)
    return position(EDITION, phase="diplomatic", year=year, **parts)


def sheets(state: EuropeState, *rulings: Ruling, **texts: str | Sequence[Any]) -> Played:
    """The phase with these sheets; lines may be separated by semicolons."""
    orders = {
        power: text.replace(";", "\n") if isinstance(text, str) else text
        for power, text in texts.items()
    }
    return play(EDITION, state, orders, rulings)


def at(state: EuropeState, phase: str, **changes: Any) -> EuropeState:
    """A state in another phase of its year."""
    return replace(state, moment=EDITION.moment_of(state.year, phase), **changes)


def open_next(state: EuropeState) -> Turn:
    """The start of the year after, the board as it is: with all that is reported."""
    turn = Turn(EDITION, at(state, "scoring"), OrderBook({}))
    open_year(turn, state.year + 1)
    return turn


def next_year(state: EuropeState, years: int = 1) -> EuropeState:
    """The state at the start of a later year, the board as it is."""
    for _ in range(years):
        state = open_next(state).state()
    return state


def cited(played: Played, order: str, power: str = "") -> tuple[str, str]:
    """The outcome of an order, and the first rule that its verdict cites."""
    found = verdict(played, order, power)
    return found.outcome, found.reasons[0].rule


def said(played: Played, order: str, power: str = "") -> str:
    """All that the verdict on an order says."""
    return "; ".join(reason.text for reason in verdict(played, order, power).reasons)
