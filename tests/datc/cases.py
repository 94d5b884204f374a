"""The Diplomacy Adjudicator Test Cases 3.0 as data: one TOML file a section, one table a case.

A case lists, for each power, its orders with what becomes of them:

    orders.france = ["F MAR S F GAS - SPA/NC: success", "F GAS - SPA/NC: success"]

The unit stands where the order says. `[F SPA/SC] F SPA/NC - LYO: success` is an order that names
its unit wrongly, `[] F LON - NTH: illegal` one for a unit that the power does not have, and
`[F LON]` a unit without an order. `dislodged` gives each dislodged unit with the places it may
retreat to (`A YOR: EDI`, `A GRE: nowhere`), `after` the position at the end of the case.

A retreat case adds `standing`, the position between movement and retreats, and `retreats`, the
orders of its second half. A build case has `centers`, `units`, `due` (builds, or removals when
negative), `builds`, and `disorder`, the units that the civil disorder rule takes.

`choice` names what was chosen where DATC offers alternatives.

public.toml has more cases in the same form, each with the `address` where it was published.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

Units = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Line:
    """One order as written, with its outcome word."""

    power: str
    order: str
    outcome: str


@dataclass(frozen=True, slots=True)
class DatcCase:
    """One case. Powers are in capitals, as `theatrum resolve` takes them; units are sorted."""

    id: str
    section: str
    title: str
    phase: Literal["movement", "retreat", "build"]
    choice: str
    note: str
    units: Units
    lines: tuple[Line, ...]
    after: Units
    dislodged: Units = field(default_factory=dict)
    retreats: dict[str, list[str]] = field(default_factory=dict)
    standing: Units = field(default_factory=dict)
    retreat_lines: tuple[Line, ...] = ()
    centers: Units = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    disorder: Units = field(default_factory=dict)
    address: str = ""

    def movement(self) -> dict[str, Any]:
        """The movement phase of a movement or retreat case, as `theatrum resolve` takes it."""
        return {
            "id": self.id,
            "phase": "movement",
            "units": self.units,
            "orders": _orders(self.lines),
        }

    def retreat(self) -> dict[str, Any]:
        """The second half of a retreat case."""
        return {
            "id": self.id,
            "phase": "retreat",
            "units": self.standing,
            "orders": _orders(self.retreat_lines),
            "dislodged": self.dislodged,
            "retreats": self.retreats,
        }

    def build(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "phase": "build",
            "units": self.units,
            "orders": _orders(self.lines),
            "centers": self.centers,
        }


def _orders(lines: tuple[Line, ...]) -> Units:
    orders: Units = {}
    for line in lines:
        orders.setdefault(line.power, []).append(line.order)
    return orders


def _by_power(table: Mapping[str, list[str]]) -> Units:
    return {power.upper(): sorted(units) for power, units in table.items()}


def _lines(table: Mapping[str, list[str]]) -> tuple[tuple[Line, ...], Units]:
    """The orders of a phase and the units that they are for."""
    lines: list[Line] = []
    units: Units = {}
    for slug, entries in table.items():
        power = slug.upper()
        for entry in entries:
            named, order = "", entry
            if entry.startswith("["):
                named, _, order = entry[1:].partition("]")
            else:
                named = " ".join(entry.split()[:2])
            if named:
                units.setdefault(power, []).append(named)
            if order:
                text, _, outcome = order.strip().rpartition(": ")
                lines.append(Line(power, text, outcome))
    return tuple(lines), {power: sorted(own) for power, own in units.items()}


def _dislodged(table: Mapping[str, list[str]]) -> tuple[Units, dict[str, list[str]]]:
    units: Units = {}
    retreats: dict[str, list[str]] = {}
    for slug, entries in table.items():
        power = slug.upper()
        for entry in entries:
            unit, _, places = entry.partition(": ")
            units.setdefault(power, []).append(unit)
            retreats[f"{power}: {unit}"] = [] if places == "nowhere" else places.split()
        units[power].sort()
    return units, retreats


def _read_case(section: str, case_id: str, table: Mapping[str, Any]) -> DatcCase:
    orders, units = _lines(table.get("orders", {}))
    dislodged, retreats = _dislodged(table.get("dislodged", {}))
    phase: Literal["movement", "retreat", "build"] = "movement"
    if "due" in table:
        phase = "build"
        orders, _ = _lines(table.get("builds", {}))
        units = _by_power(table.get("units", {}))
    elif "retreats" in table:
        phase = "retreat"
    return DatcCase(
        id=case_id,
        section=section,
        title=table["title"],
        phase=phase,
        choice=table.get("choice", ""),
        note=table.get("note", ""),
        units=units,
        lines=orders,
        after=_by_power(table.get("after", {})),
        dislodged=dislodged,
        retreats=retreats,
        standing=_by_power(table.get("standing", {})),
        retreat_lines=_lines(table.get("retreats", {}))[0],
        centers=_by_power(table.get("centers", {})),
        due={power.upper(): due for power, due in table.get("due", {}).items()},
        disorder=_by_power(table.get("disorder", {})),
        address=table.get("address", ""),
    )


@cache
def datc_cases() -> tuple[DatcCase, ...]:
    """All cases, in DATC's order."""
    return _read("6*.toml")


@cache
def public_cases() -> tuple[DatcCase, ...]:
    """The positions that others have published."""
    return _read("public.toml")


def _read(names: str) -> tuple[DatcCase, ...]:
    cases: list[DatcCase] = []
    for path in sorted(Path(__file__).parent.glob(names)):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        section = document["section"]
        cases += [
            _read_case(section, key, table)
            for key, table in document.items()
            if isinstance(table, dict)
        ]
    return tuple(cases)
