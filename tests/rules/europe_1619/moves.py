"""Movement and retreats of Europe 1619 in few words: positions, orders as texts, what became."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.orders import read_order
from generator.engine.phases import Resolution, Ruling
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.position import Position, check_position
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, position, verdict


def given(**parts: Any) -> EuropeState:
    """A position before the orders of 1619, with no relations but those that are named."""
    parts.setdefault("wars", ())
    parts.setdefault("alliances", ())
    return position(EDITION, **parts)


def orders(text: str, phase: str = "movement") -> list[Any]:
    """The orders of a text, one a line or separated by semicolons."""
    found = []
    for line in text.replace(";", "\n").splitlines():
        if line.strip():
            order = read_order(line.strip(), EDITION.board, phase)  # type: ignore[arg-type]
            assert hasattr(order, "unit"), f"{line}: {order}"
            found.append(order)
    return found


def played(
    state: EuropeState, sheets: dict[str, str], rulings: Sequence[Ruling] = ()
) -> Resolution[EuropeState]:
    """The phase with the orders of each power."""
    phase = "retreat" if state.moment.phase == "retreats" else "movement"
    return play(EDITION, state, {p: orders(text, phase) for p, text in sheets.items()}, rulings)


def move(state: EuropeState, **sheets: str) -> Resolution[EuropeState]:
    return played(state, sheets)


def retreat(before: Resolution[EuropeState], **sheets: str) -> Resolution[EuropeState]:
    """The retreats after a movement phase."""
    assert before.state.moment.phase == "retreats", before.state.moment
    return played(before.state, sheets)


def rules(resolution: Resolution[Any], order: str) -> list[str]:
    """The rules that the verdict on an order cites."""
    return [reason.rule for reason in verdict(resolution, order).reasons]


def said(resolution: Resolution[Any], order: str) -> str:
    """All that the verdict on an order says."""
    return "; ".join(reason.text for reason in verdict(resolution, order).reasons)


def stands(resolution: Resolution[EuropeState], side: str) -> list[str]:
    """The units of a side that stand on the board afterwards."""
    return [str(unit) for unit in resolution.state.units.get(side, ())]


def gone(resolution: Resolution[EuropeState], kind: str = "dislodged") -> list[str]:
    """The units that an event of a kind ("dislodged", "evicted", "disbanded") tells of."""
    return [f"{one.data['owner']}: {one.data['unit']}" for one in events(resolution, kind)]


def displaced(resolution: Resolution[EuropeState]) -> dict[str, tuple[str, ...]]:
    """The units that wait for their retreat, with the places they may go to."""
    return {f"{one.owner}: {one.unit}": one.places for one in resolution.state.displaced}


def checked(state: EuropeState, owner: str, unit: str) -> Position:
    """What the position check says of a unit."""
    return check_position(state, owner, parse_unit(unit))
