"""Version 7 in few words: positions, sheets, and phases one after the other."""

from __future__ import annotations

from typing import Any

from generator.engine.phases import Resolution
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION
from tests.rules.europe.building import Years, position, verdict

Played = Resolution[EuropeState]

_YEARS = Years(EDITION)
sheets, at, through = _YEARS.sheets, _YEARS.at, _YEARS.through


def given(*, phase: str = "movement", year: int = 1620, **parts: Any) -> EuropeState:
    """A position before the orders of a year, with no relations but those that are named."""
    return position(EDITION, phase=phase, year=year, **parts)


def said(played: Played, order: str, power: str = "") -> str:
    """All that the verdict on an order says."""
    return "; ".join(reason.text for reason in verdict(played, order, power).reasons)
