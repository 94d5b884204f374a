"""What a map of a moment shows, as neutral values: the ruleset says it, pages draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from generator.engine.units import Unit
from generator.engine.verdicts import Outcome

__all__ = ["OrderSign", "Picture", "UnitSign"]


@dataclass(frozen=True, slots=True)
class UnitSign:
    """A unit on the map. `state` is how it stands: "dislodged" beside its conqueror, and so on."""

    owner: str
    unit: Unit
    state: Literal["normal", "dislodged", "built", "removed"] = "normal"
    label: str = ""


@dataclass(frozen=True, slots=True)
class OrderSign:
    """An order on the map, with its outcome. `number` is the verdict's place in the phase, from 1.

    `target` is where the unit goes, or the place of the unit that it supports or convoys; `to` is
    where that one goes. `via` are the seas of the route that was used or tried.
    """

    number: int
    owner: str
    kind: Literal[
        "hold", "move", "support-hold", "support-move", "convoy",
        "retreat", "disband", "build", "remove",
    ]  # fmt: skip
    at: str
    outcome: Outcome
    target: str = ""
    to: str = ""
    via: tuple[str, ...] = ()
    strength: int = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """One map. `land` says whose a province is, `centers` whose a center is (None: nobody's).

    `fills` says how a province is filled where that is not its owner's plain color (the Europe
    family's "captured", "aligned", "vassal", "neutral"); `markers` are small signs on provinces.
    """

    board: str
    title: str
    subtitle: str
    land: Mapping[str, str]
    centers: Mapping[str, str | None]
    units: tuple[UnitSign, ...] = ()
    orders: tuple[OrderSign, ...] = ()
    fills: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    markers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    description: str = ""
