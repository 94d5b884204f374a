"""Movement and retreats of Europe 1619 in few words: positions, orders as texts, what became."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.orders import read_order
from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position


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
