"""Retreats that occupy nothing: by option, who stands where is tested before units retreat."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from generator.engine.course import Added, Step
from generator.engine.errors import FileError
from generator.engine.knobs import Table, knob
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

__all__ = ["LateArrivals"]

_KEY: Final = "late_arrivals"


class LateArrivalRules(Table, frozen=True):
    """The table `late_arrivals`."""

    occupy: Annotated[bool, knob("Units occupy land that they retreat to", "E19D-CAP-2")] = True


class LateArrivals(Feature):
    """Remembers until map adjustment is over where units have retreated to, if they do
    not occupy land by it."""

    key = _KEY
    tables = MappingProxyType({"late_arrivals": LateArrivalRules})

    def opening(self, facts: Facts, options: Mapping[str, Any]) -> tuple[str, ...]:
        return ()

    def dump(self, part: tuple[str, ...]) -> Mapping[str, Any]:
        return {"provinces": list(part)} if part else {}

    def load(self, tables: Mapping[str, Any], facts: Facts) -> tuple[str, ...]:
        found = tuple(tables.get("provinces", ()))
        for code in found:
            if code not in facts.provinces:
                raise FileError(f"no unit can have retreated to {code}")
        return found

    def steps(self) -> tuple[Added, ...]:
        return (
            Added("retreats", Step("late arrivals", self._note), after="departures"),
            Added("adjustment", Step("late arrivals", self._forget), before="markers"),
        )

    def _note(self, turn: Turn) -> None:
        if not turn.facts.of(LateArrivalRules).occupy:
            land = (
                unit.province for _, unit in turn.retreated if unit.province in turn.facts.provinces
            )
            turn.parts[_KEY] = tuple(sorted(land))

    def _forget(self, turn: Turn) -> None:
        turn.parts[_KEY] = ()

    def occupies(self, turn: Turn, province: str) -> bool:
        """A unit that came by a retreat of this year does not."""
        return province not in turn.parts[_KEY]
