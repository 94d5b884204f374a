"""Retreats that occupy nothing: by option, who stands where is tested before units retreat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final

from generator.engine.errors import FileError
from generator.engine.knobs import Table, knob
from generator.engine.units import Unit
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.feature import Feature
from generator.rulesets.europe.state import Displaced
from generator.rulesets.europe.turn import Turn

__all__ = ["LateArrivals", "has_just_retreated"]

_KEY: Final = "late_arrivals"


def has_just_retreated(turn: Turn, province: str) -> bool:
    """Whether the unit in a province came by a retreat of this year that occupies nothing."""
    return province in turn.parts.get(_KEY, ())


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

    def after_retreats(self, turn: Turn, made: Sequence[tuple[Displaced, Unit]]) -> None:
        if not turn.facts.of(LateArrivalRules).occupy:
            land = (unit.province for _, unit in made if unit.province in turn.facts.provinces)
            turn.parts[_KEY] = tuple(sorted(land))

    def after_adjustment(self, turn: Turn) -> None:
        turn.parts[_KEY] = ()
