"""Positions of the cases: as `theatrum new --from` reads them, with `options`; and in a movement
phase the units that the orders name stand on the board, besides those that the position lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.phases import Setup
from generator.rulesets.standard import RULESET, StandardState

_ORDERED = re.compile(r"([AF] ([A-Z]{3})(?:/[NSEW]C)?) .+")


def open_position(
    position: Mapping[str, Any], sheets: Mapping[str, Sequence[str]]
) -> StandardState:
    """The state that a position and the first orders describe."""
    options = position.get("options", {})
    table = {"year": 1901, "phase": "spring-movement", "units": {}, **position}
    table.pop("options", None)
    units = {power: list(own) for power, own in table["units"].items()}
    standing = {unit[2:5] for own in units.values() for unit in own}
    for power, orders in sheets.items() if table["phase"].endswith("movement") else ():
        for unit in map(_ORDERED.fullmatch, orders):
            if unit is not None and unit[2] not in standing:
                standing.add(unit[2])
                units.setdefault(power, []).append(unit[1])
    return RULESET.opening(Setup(options, {**table, "units": units}))
