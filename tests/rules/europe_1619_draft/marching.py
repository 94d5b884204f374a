"""Movements, retreats and map adjustments of the draft in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.phases import Resolution, Ruling
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.position import Position, check_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import play, position, verdict

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


def retreat(before: Played, **sheets: str) -> Played:
    """The retreats after a movement phase."""
    assert before.state.moment.phase == "retreats", before.state.moment
    return play(EDITION, before.state, orders(sheets))


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


def rules(resolution: Resolution[Any], order: str) -> list[str]:
    """The rules that the verdict on an order cites."""
    return [reason.rule for reason in verdict(resolution, order).reasons]


def said(resolution: Resolution[Any], order: str) -> str:
    """All that the verdict on an order says."""
    return "; ".join(reason.text for reason in verdict(resolution, order).reasons)


def stands(resolution: Played | EuropeState, side: str) -> list[str]:
    """The units of a side that stand on the board."""
    state = resolution if isinstance(resolution, EuropeState) else resolution.state
    return [str(unit) for unit in state.units.get(side, ())]


def displaced(resolution: Played) -> dict[str, tuple[str, ...]]:
    """The units that wait for their retreat, with the places they may go to."""
    return {f"{one.owner}: {one.unit}": one.places for one in resolution.state.displaced}


def checked(state: EuropeState, owner: str, unit: str) -> Position:
    """What the position check says of a unit."""
    return check_position(state, owner, parse_unit(unit))


def holder(resolution: Played, code: str) -> str:
    return resolution.state.standing.holders[code]


def status(resolution: Played, code: str) -> str:
    """A state's status: `aligned union`, `captured dutch`, `neutral`."""
    one = resolution.state.statuses[code]
    return " ".join(word for word in (one.kind, one.patron, one.captor) if word)


def texts(resolution: Played, kind: str) -> list[str]:
    return [event.text for event in resolution.events if event.kind == kind]


def worn(resolution: Played) -> tuple[tuple[str, str], ...]:
    """The units with attrition: owner and province."""
    worn = resolution.state.parts["attrition"]
    return tuple((owner, code) for owner, codes in worn.items() for code in codes)
