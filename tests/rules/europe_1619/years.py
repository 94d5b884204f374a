"""Diplomacy over several years in few words: what is declared, and the start of the next year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Resolution, Ruling
from generator.engine.verdicts import Verdict
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position

Played = Resolution[EuropeState]


def diplomatic(year: int = 1620, **parts: Any) -> EuropeState:
    """The diplomatic phase of a year, with no relations but those that are named.

    Everybody has 12 INFs, unless the number of players or tables are given.
    """
    parts.setdefault("wars", ())
    parts.setdefault("alliances", ())
    if "players" not in parts.get("options", ()):
        parts.setdefault("tables", {"allotment": dict.fromkeys(EDITION.powers, 12)})
    return position(EDITION, phase="diplomatic", year=year, **parts)


def diplomacy(state: EuropeState, *rulings: Ruling, **sheets: str | Sequence[Any]) -> Played:
    """The diplomatic phase with these sheets; lines may be separated by semicolons."""
    orders: Mapping[str, Any] = {
        power: sheet.replace(";", "\n") if isinstance(sheet, str) else sheet
        for power, sheet in sheets.items()
    }
    return play(EDITION, state, orders, rulings)


def at(state: EuropeState, phase: str, **changes: Any) -> EuropeState:
    """A state in another phase of its year."""
    return replace(state, moment=EDITION.moment_of(state.year, phase), **changes)


def next_year(state: EuropeState) -> EuropeState:
    """The state at the start of the year after, the board as it is."""
    return play(EDITION, at(state, "scoring")).state


def relation(state: EuropeState, one: str, other: str) -> str:
    return state.standing.relation(one, other)


def cited(played: Played, order: str, power: str) -> tuple[str, str]:
    """The outcome of a power's order, and the first rule that its verdict cites."""
    found = _verdict(played, order, power)
    return found.outcome, found.reasons[0].rule


def _verdict(played: Played, order: str, power: str) -> Verdict:
    (found,) = [one for one in played.verdicts if (one.order, one.power) == (order, power)]
    return found


def texts(played: Played, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]
