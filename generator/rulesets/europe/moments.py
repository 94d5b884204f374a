"""The phases of a year: their order and their names."""

from __future__ import annotations

from typing import Final

from generator.engine.phases import Moment

__all__ = ["PHASES", "phase_title"]

_TITLES: Final = {
    "diplomatic": "{year}, diplomacy",
    "movement": "{year}, orders and adjudication",
    "retreats": "{year}, retreats",
    "adjustment": "{year}, map adjustment",
    "builds": "{year}, builds and transactions",
    "scoring": "{year}, scoring",
    "vote": "{year}, vote on the tie",
}

PHASES: Final = tuple(_TITLES)
"""The phases of a year, numbered from 1. Orders and their adjudication are one. Retreats are
played when a unit has a choice, the vote when a tied game must go on or end."""


def phase_title(moment: Moment) -> str:
    return _TITLES[moment.phase].format(year=moment.year)
