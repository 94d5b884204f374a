"""How long a tied game goes on beyond its last year, and who decides it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.errors import FileError
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.feature import Feature
from generator.rulesets.europe.state import EuropeState
from generator.rulesets.europe.turn import Turn

__all__ = ["Extension", "extend_until", "extended_until", "voters"]


class Extension(Feature):
    """Remembers the year that an extension was agreed to last to; 0 without one."""

    key = "extension"

    def opening(self, facts: Facts, options: Mapping[str, Any]) -> int:
        return 0

    def dump(self, part: int) -> Mapping[str, Any]:
        return {"until": part} if part else {}

    def load(self, tables: Mapping[str, Any], facts: Facts) -> int:
        until = tables.get("until", 0)
        if type(until) is not int:
            raise FileError(f"until is not a year: {until!r}")
        return until


def extend_until(turn: Turn, year: int) -> None:
    """Let the game go on to the end of a year, unless it goes on longer already."""
    turn.parts[Extension.key] = max(year, extended_until(turn))


def extended_until(turn: Turn) -> int:
    """The last year that was agreed on, 0 if the game was never extended."""
    until: int = turn.parts.get(Extension.key) or 0
    return until


def voters(state: EuropeState) -> tuple[str, ...]:
    """The powers that decide how a tied game goes on, in order."""
    if state.facts.victory.voters == "tied":
        from generator.rulesets.europe.scores import leaders_of

        return leaders_of(state)
    return state.living
