"""Retreats that occupy nothing: by option, who stands where is tested before units retreat."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.course import Added, Step
from generator.engine.knobs import Table, knob
from generator.engine.shapes import Record
from generator.rulesets.europe.state.named import Province
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

_KEY: Final = "late_arrivals"


class LateArrivalRules(Table, frozen=True):
    """The table `late_arrivals`."""

    occupy: Annotated[bool, knob("Units occupy land that they retreat to", "E19D-CAP-2")] = True


class Arrivals(Record, frozen=True):
    """Where units have retreated to this year, if they do not occupy land by it."""

    provinces: tuple[Province, ...] = ()


class LateArrivals(Feature):
    """Remembers late arrivals until map adjustment is over."""

    key = _KEY
    part = Arrivals
    tables = MappingProxyType({"late_arrivals": LateArrivalRules})

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
            turn.parts[_KEY] = Arrivals(tuple(sorted(land)))

    def _forget(self, turn: Turn) -> None:
        turn.parts[_KEY] = Arrivals()

    def occupies(self, turn: Turn, province: str) -> bool:
        """A unit that came by a retreat of this year does not."""
        return province not in turn.parts[_KEY].provinces
