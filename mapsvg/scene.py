"""What one map shows, as values: owners, pieces, orders and what became of them.

A place is a province code, with a coast where it matters ("SPA/SC"). A power is a style key: a slug
that the palette or the scene itself gives a color ("austria").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from mapsvg.geometry import Geometry

UnitKind = Literal["A", "F"]
UnitState = Literal["normal", "dislodged", "built", "removed"]
OrderKind = Literal[
    "move",
    "convoyed",
    "hold",
    "support_hold",
    "support_move",
    "convoy",
    "retreat",
    "disband",
    "build",
    "remove",
]
Outcome = Literal["success", "bounce", "cut", "disrupted", "dislodged", "void", "illegal", "excess"]
FillKind = Literal["own", "captured", "aligned", "vassal", "unaligned", "neutral"]

PATTERN_NAMES = (
    "plain",
    "upright",
    "level",
    "rising",
    "falling",
    "grid",
    "lattice",
    "dots",
    "dashes",
)
UNIT_KINDS: tuple[UnitKind, ...] = get_args(UnitKind)
UNIT_STATES: tuple[UnitState, ...] = get_args(UnitState)
ORDER_KINDS: tuple[OrderKind, ...] = get_args(OrderKind)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
FILL_KINDS: tuple[FillKind, ...] = get_args(FillKind)

_NEEDS_TARGET = frozenset({"move", "convoyed", "support_hold", "support_move", "convoy", "retreat"})
_NEEDS_AUX = frozenset({"support_move", "convoy"})


class SceneError(ValueError):
    """A scene that cannot be drawn on its board; the message lists every problem, one a line."""


@dataclass(frozen=True, slots=True)
class PowerStyle:
    """How a power is named and told apart.

    color: "#rrggbb" of its pieces, or "" for the palette's own. letter: one to three characters on
    its pieces where patterns are drawn, or "" for the first two of its name. pattern: one of
    PATTERN_NAMES, or "" for the palette's own.
    """

    name: str
    color: str = ""
    letter: str = ""
    pattern: str = ""

    @property
    def sign(self) -> str:
        """What stands on a piece when colors are not enough."""
        return self.letter or self.name[:2]


@dataclass(frozen=True, slots=True)
class Fill:
    """How a province is painted when it is more than simply owned.

    captured: hatched with the native power's color. aligned, vassal: tints of the power.
    unaligned and neutral have no power.
    """

    kind: FillKind
    power: str = ""
    native: str = ""


@dataclass(frozen=True, slots=True)
class UnitPiece:
    """One army or fleet. `label` is drawn on the piece (a minor state's two letters)."""

    kind: UnitKind
    at: str
    power: str
    strength: int = 1
    label: str = ""
    state: UnitState = "normal"

    @property
    def province(self) -> str:
        return province_of(self.at)


@dataclass(frozen=True, slots=True)
class OrderMark:
    """One order and what became of it.

    unit: place of the ordered unit (of the new one for a build). target: where it moves or
    retreats to, the place of the unit that it supports to hold, or where the supported or convoyed
    unit goes. aux: place of the supported or convoyed unit. via: fleets' places, in order. text:
    the order and its verdict in words, shown as a tooltip and read aloud.
    """

    id: str
    kind: OrderKind
    power: str
    unit: str
    target: str = ""
    aux: str = ""
    via: tuple[str, ...] = ()
    strength: int = 1
    outcome: Outcome = "success"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A small disc with one or two characters at a province's free spot; `power` colors it."""

    at: str
    text: str
    power: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a map of one moment shows.

    owners: {province: power}. fills: {province: Fill}, before owners. centers: {province: owner or
    None}. values: {province: number on its center}. powers: {power: PowerStyle} in the order of the
    legend. description: the alternative text. notes: lines at the end of the legend.
    """

    board: str
    title: str = ""
    subtitle: str = ""
    owners: Mapping[str, str] = field(default_factory=dict)
    fills: Mapping[str, Fill] = field(default_factory=dict)
    centers: Mapping[str, str | None] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    units: tuple[UnitPiece, ...] = ()
    orders: tuple[OrderMark, ...] = ()
    markers: tuple[Marker, ...] = ()
    powers: Mapping[str, PowerStyle] = field(default_factory=dict)
    description: str = ""
    notes: tuple[str, ...] = ()

    def name_of(self, power: str) -> str:
        """The power's name, or its key where the scene gives none."""
        style = self.powers.get(power)
        return style.name if style else power

    def powers_shown(self) -> tuple[str, ...]:
        """Every power of the scene: those of `powers` in their order, then others by key."""
        others = {
            *self.owners.values(),
            *(fill.power for fill in self.fills.values()),
            *(fill.native for fill in self.fills.values()),
            *(owner for owner in self.centers.values() if owner),
            *(unit.power for unit in self.units),
            *(order.power for order in self.orders),
            *(marker.power for marker in self.markers),
        }
        others.discard("")
        return (*self.powers, *sorted(others.difference(self.powers)))


def province_of(place: str) -> str:
    """The province of a place: "SPA/SC" -> "SPA"."""
    return place.partition("/")[0]


def check_scene(scene: Scene, geometry: Geometry) -> None:
    """Raises SceneError, naming every unknown province, coast, word and repeated id, if any."""
    problems = [
        *_unknown_places(scene, geometry),
        *_unknown_words(scene),
        *_unsafe_names(scene),
        *_repeats(scene),
    ]
    if problems:
        raise SceneError("\n".join(dict.fromkeys(problems)))


def _unknown_places(scene: Scene, geometry: Geometry) -> Iterable[str]:
    board = geometry.board
    named = [("owners", code) for code in scene.owners]
    named += [("fills", code) for code in scene.fills]
    named += [("centers", code) for code in scene.centers]
    named += [("values", code) for code in scene.values]
    named += [("unit", unit.at) for unit in scene.units]
    named += [("marker", marker.at) for marker in scene.markers]
    for order in scene.orders:
        what = f"order {order.id}"
        named.append((what, order.unit))
        named += [(what, place) for place in (order.target, order.aux, *order.via) if place]
    for what, place in named:
        code, _, coast = place.partition("/")
        province = geometry.provinces.get(code)
        if province is None:
            yield f"{what}: the board {board} has no province {code!r}"
        elif coast and coast not in province.coasts:
            coasts = ", ".join(province.coasts) or "no named coasts"
            yield f"{what}: {code} has no coast {coast!r} ({coasts})"


def _unknown_words(scene: Scene) -> Iterable[str]:
    for unit in scene.units:
        if unit.kind not in UNIT_KINDS:
            yield f"unit {unit.at}: unknown kind {unit.kind!r} ({', '.join(UNIT_KINDS)})"
        if unit.state not in UNIT_STATES:
            yield f"unit {unit.at}: unknown state {unit.state!r} ({', '.join(UNIT_STATES)})"
        if unit.strength < 1:
            yield f"unit {unit.at}: strength {unit.strength} is below 1"
    for order in scene.orders:
        if order.kind not in ORDER_KINDS:
            yield f"order {order.id}: unknown kind {order.kind!r} ({', '.join(ORDER_KINDS)})"
        if order.outcome not in OUTCOMES:
            yield f"order {order.id}: unknown outcome {order.outcome!r} ({', '.join(OUTCOMES)})"
        if order.kind in _NEEDS_TARGET and not order.target:
            yield f"order {order.id}: {order.kind} has no target"
        if order.kind in _NEEDS_AUX and not order.aux:
            yield f"order {order.id}: {order.kind} has no aux"
    for code, fill in scene.fills.items():
        if fill.kind not in FILL_KINDS:
            yield f"fills: {code}: unknown kind {fill.kind!r} ({', '.join(FILL_KINDS)})"


def _unsafe_names(scene: Scene) -> Iterable[str]:
    """Names that become ids, classes and colors of the picture, and so must be plain."""
    for key in scene.powers_shown():
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", key):
            yield f"power {key!r}: a power's key is a slug like 'austria'"
    for order in scene.orders:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", order.id):
            yield f"order {order.id!r}: an id has only letters, digits, '_', '.' and '-'"
    for key, style in scene.powers.items():
        if style.color and not re.fullmatch(r"#[0-9a-fA-F]{6}", style.color):
            yield f"power {key}: {style.color!r} is no color like '#a3170d'"
        if style.pattern and style.pattern not in PATTERN_NAMES:
            yield f"power {key}: unknown pattern {style.pattern!r} ({', '.join(PATTERN_NAMES)})"


def _repeats(scene: Scene) -> Iterable[str]:
    ids = Counter(order.id for order in scene.orders)
    yield from (f"two orders have the id {one!r}" for one, count in ids.items() if count > 1)
    slots = Counter((unit.province, unit.state == "dislodged") for unit in scene.units)
    for (province, dislodged), count in slots.items():
        if count > 1:
            yield f"two {'dislodged ' if dislodged else ''}units stand in {province}"
