"""Captures declined: a unit may stay on foreign land without taking it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power, Province
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

Waivers = Mapping[Power, tuple[Province, ...]]
"""Powers with the provinces that neither they nor their states will capture this year."""

_KEY: Final = "waivers"


class WaiveCapture(Struct, frozen=True):
    """`WAIVE CAPTURE ERF`, given with the orders for units."""

    province: str

    def __str__(self) -> str:
        return f"WAIVE CAPTURE {self.province}"


_FORMS: Final = (
    Form(
        "WAIVE [CAPTURE] [OF] {place:place}",
        lambda slots: WaiveCapture(str(slots["place"]).partition("/")[0]),
        "WAIVE CAPTURE LOR",
    ),
)


WAIVED: Final = EventKind("capture-waived", section="Captures declined", topics=("war",), weight=6)


class CaptureWaivers(Feature):
    """Reads orders to decline a capture and keeps them until captures are booked.

    `phases` take such orders, each before the step that it names; captures are booked in `booked`,
    and waivers are secret until then.
    """

    key = _KEY
    part = Waivers
    events = (WAIVED,)

    def __init__(self, phases: Mapping[str, str], booked: str) -> None:
        self.forms = MappingProxyType(dict.fromkeys(phases, _FORMS))
        self._phases = phases
        self._booked = booked

    def is_secret(self, facts: Facts) -> bool:
        return True

    def confided(self, state: EuropeState, power: str) -> tuple[Waivers, tuple[str, ...]]:
        waived: Waivers = state.parts[_KEY]
        own = {power: waived[power]} if power in waived else {}
        name = state.facts.board.name_of
        lines = (f"{name(code)} will not be captured this year" for code in own.get(power, ()))
        return MappingProxyType(own), tuple(lines)

    def steps(self) -> tuple[Added, ...]:
        take = Step("waivers", self._take_waivers, (WaiveCapture,), "captures are declined")
        return (
            *(Added(phase, take, before=step) for phase, step in self._phases.items()),
            Added(self._booked, Step("forget waivers", self._forget), before="markers"),
        )

    def _take_waivers(self, turn: Turn) -> None:
        waived: dict[str, tuple[str, ...]] = dict(turn.parts[_KEY])
        for entry in turn.entries_of(WaiveCapture):
            code = entry.order.province
            if code not in turn.facts.provinces:
                text = f"{turn.board.name_of(code)} is no land that can be captured"
                turn.settle(entry, "illegal", ("capture-automatic", text))
            elif turn.moment.phase == self._booked and not _stands(turn, entry.power, code):
                name, where = turn.facts.name_of(entry.power), turn.board.name_of(code)
                text = f"no unit of {name} or its states stands in {where}"
                turn.settle(entry, "illegal", ("capture-waived", text))
            else:
                waived[entry.power] = tuple(dict.fromkeys((*waived.get(entry.power, ()), code)))
                text = f"{turn.board.name_of(code)} will not be captured this year"
                turn.settle(entry, "success", ("capture-waived", text), known_to=(entry.power,))
        turn.parts[_KEY] = MappingProxyType(waived)

    def _forget(self, turn: Turn) -> None:
        """Reveal the secret waivers now that they have counted."""
        waived: Waivers = turn.parts[_KEY]
        for power, provinces in waived.items():
            for code in provinces:
                said = f"{turn.facts.name_of(power)} declines to capture {turn.board.name_of(code)}"
                turn.report(WAIVED, "capture-waived", said, provinces=[code], power=power)
        turn.parts[_KEY] = MappingProxyType({})

    def captures(self, turn: Turn, side: str, province: str) -> bool:
        return province not in turn.parts[_KEY].get(side, ())


def _stands(turn: Turn, power: str, province: str) -> bool:
    """Whether a unit of a power, or of a state on its side, is in a province."""
    side_of = turn.standing.side_of
    return any(unit.province == province and side_of(one) == power for one, unit in turn.stands)
