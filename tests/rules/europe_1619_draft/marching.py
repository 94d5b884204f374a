"""Movements, retreats and map adjustments of the draft in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.phases import Resolution, Ruling
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.position import Position, check_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import play, position

Played = Resolution[EuropeState]


def given(**parts: Any) -> EuropeState:
    """A position before the orders of 1619, with no relations but those that are named."""
    return position(EDITION, **{"wars": (), "alliances": (), **parts})


def orders(sheets: Mapping[str, str]) -> dict[str, str]:
    """Sheets whose orders may be separated by semicolons."""
    return {power: text.replace("; ", "\n") for power, text in sheets.items()}


def move(state: EuropeState, rulings: Sequence[Ruling] = (), **sheets: str) -> Played:
    assert state.moment.phase == "movement"
    return play(EDITION, state, orders(sheets), rulings)


def adjust(before: Played | EuropeState) -> Played:
    """The map adjustment that comes next; whoever could still retreat does not."""
    state = before if isinstance(before, EuropeState) else before.state
    if state.moment.phase == "retreats":
        state = play(EDITION, state).state
    assert state.moment.phase == "adjustment", state.moment
    return play(EDITION, state)


def march(state: EuropeState, **sheets: str) -> Played:
    """The map adjustment of a year with these orders and no retreats."""
    return adjust(move(state, **sheets))


def checked(state: EuropeState, owner: str, unit: str) -> Position:
    """What the position check says of a unit."""
    return check_position(state, owner, parse_unit(unit))


def holder(resolution: Played, code: str) -> str:
    return resolution.state.standing.holders[code]
