"""Captures declined: by option, a unit may stand on foreign land without taking it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.forms.pattern import Form
from generator.engine.knobs import Table, knob
from generator.rulesets.europe.state.named import Power, Province
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

__all__ = ["CaptureWaivers", "WaiveCapture"]

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
        "WAIVE CAPTURE [OF] {place:place}",
        lambda slots: WaiveCapture(str(slots["place"]).partition("/")[0]),
        "WAIVE CAPTURE ERF",
    ),
)


class WaiverRules(Table, frozen=True):
    """The table `capture`."""

    waive: Annotated[bool, knob("A unit may decline a capture", "E19-CAP-3")] = False


class CaptureWaivers(Feature):
    """Reads orders to decline a capture and keeps them until map adjustment is over."""

    key = _KEY
    part = Waivers
    forms = MappingProxyType({"movement": _FORMS})
    tables = MappingProxyType({"capture": WaiverRules})

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(
                "movement", Step("waivers", self._take_waivers, (WaiveCapture,)), before="orders"
            ),
            Added("adjustment", Step("waivers", self._forget), before="markers"),
        )

    def _take_waivers(self, turn: Turn) -> None:
        waived: dict[str, tuple[str, ...]] = {}
        for entry in turn.entries_of(WaiveCapture):
            code = entry.order.province
            if not turn.facts.of(WaiverRules).waive:
                text = "captures are made by themselves and cannot be declined in this game"
                turn.settle(entry, "illegal", ("capture-automatic", text))
            elif code not in turn.facts.provinces:
                text = f"{turn.board.name_of(code)} is no land that can be captured"
                turn.settle(entry, "illegal", ("capture-automatic", text))
            else:
                waived[entry.power] = tuple(dict.fromkeys((*waived.get(entry.power, ()), code)))
                text = f"{turn.board.name_of(code)} will not be captured this year"
                turn.settle(entry, "success", ("capture-waived", text))
        turn.parts[_KEY] = MappingProxyType(waived)

    def _forget(self, turn: Turn) -> None:
        turn.parts[_KEY] = MappingProxyType({})

    def captures(self, turn: Turn, side: str, province: str) -> bool:
        return province not in turn.parts[_KEY].get(side, ())
