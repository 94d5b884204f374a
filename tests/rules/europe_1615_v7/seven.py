"""Version 7 in few words: positions, sheets, and phases one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION
from tests.rules.europe.building import play, position, verdict

Played = Resolution[EuropeState]


def given(*, phase: str = "movement", year: int = 1620, **parts: Any) -> EuropeState:
    """A position before the orders of a year, with no relations but those that are named."""
    return position(EDITION, phase=phase, year=year, **parts)


def sheets(state: EuropeState, *rulings: Ruling, **texts: str | Sequence[Any]) -> Played:
    """The phase with these sheets; lines may be separated by semicolons."""
    orders = {
        power: text.replace(" ; ", "\n") if isinstance(text, str) else text
        for power, text in texts.items()
    }
    return play(EDITION, state, orders, rulings)


def at(state: EuropeState, phase: str, **changes: Any) -> EuropeState:
    """A state in another phase of its year."""
    return replace(state, moment=EDITION.moment_of(state.year, phase), **changes)


def through(state: EuropeState, phase: str, **texts: dict[str, str]) -> list[Played]:
    """All phases up to and with the next one of that name; `texts` has the sheets of a phase by
    its name: through(state, "builds", movement={"france": "A PAR H"})."""
    played: list[Played] = []
    while not played or played[-1].moment.phase != phase:
        played.append(sheets(state, **texts.get(state.moment.phase, {})))
        state = played[-1].state
    return played


def said(played: Played, order: str, power: str = "") -> str:
    """All that the verdict on an order says."""
    return "; ".join(reason.text for reason in verdict(played, order, power).reasons)
