"""The content of one map, as values: owners, pieces, orders and their outcomes.

    Scene(
        "standard",
        title="First game", subtitle="1901 spring",
        powers={"austria": PowerStyle("Austria", "#a3170d")},    # in the order of the legend
        owners={"VIE": "austria"},                               # land; `fills` come before them
        centers={"VIE": "austria", "SER": None},
        units=(UnitPiece("A", "VIE", "austria"),),
        orders=(OrderMark("o1", "move", "austria", "VIE", "TRI", outcome="bounce"),),
        markers=(Marker("VIE", "revolt", "1650"),),
    )

A place is a province code, with a coast where it matters ("SPA/SC"). A power is a style key: a slug
that the palette or the scene itself gives a color ("austria").

Invariants (`mapsvg.checks` refuses other scenes): every place is one of the board; no two orders
have the same id; a province holds one unit, and one more that has lost its place there; it has two
markers and one stack at most. An order may refer to something that is not there: it may have failed
for that very reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct, field

UnitKind = Literal["A", "F"]
UnitState = Literal["normal", "dislodged", "evicted", "built", "removed"]
UnitFlag = Literal["", "diamond", "shield"]
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
FillKind = Literal["own", "captured", "aligned", "vassal", "unaligned", "neutral", "impassable"]
MarkerKind = Literal[
    "catholic",
    "protestant",
    "islamic",
    "tolerant",
    "revolt",
    "quelled",
    "catholic-dice",
    "protestant-dice",
    "text",
]
CenterKind = Literal["disc", "double", "triangle", "dot", "star", "star-double", "crown", "open"]
CenterLook = Literal["owned", "plain"]
PieceLook = Literal["signs", "blocks"]

UNIT_KINDS: tuple[UnitKind, ...] = get_args(UnitKind)
UNIT_STATES: tuple[UnitState, ...] = get_args(UnitState)
ORDER_KINDS: tuple[OrderKind, ...] = get_args(OrderKind)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
FILL_KINDS: tuple[FillKind, ...] = get_args(FillKind)
UNIT_FLAGS: tuple[UnitFlag, ...] = get_args(UnitFlag)
MARKER_KINDS: tuple[MarkerKind, ...] = get_args(MarkerKind)
CENTER_KINDS: tuple[CenterKind, ...] = get_args(CenterKind)


class SceneError(ValueError):
    """A scene that cannot be drawn on its board; the message lists every problem, one a line."""


class PowerStyle(Struct, frozen=True):
    """The name and the distinguishing marks of a power.

    color: "#rrggbb" of its pieces, or "" for the palette's own. letter: one to three characters on
    its pieces where patterns are drawn, or "" for the first two of its name. tint: "#rrggbb" of its
    aligned minor states, or "" for a mixture.
    """

    name: str
    color: str = ""
    letter: str = ""
    tint: str = ""

    @property
    def sign(self) -> str:
        """The mark on a piece when colors are not enough."""
        return self.letter or self.name[:2]


class Fill(Struct, frozen=True):
    """How a province is painted when it is more than simply owned.

    captured: the captor's color. aligned, vassal: tints of the power, a vassal with a heavy rim.
    unaligned, neutral and impassable have no power. native: a power whose color hatches it, for
    whatever kind: what a minor state has captured is painted like that state. state: the minor
    state that holds it, any word; a border between two states is heavier than one within. Of
    captured land it is the state that lost it, and hatches it in gray. hatched: gray stripes for
    another reason, which the scene's word for "hatched" gives. Land beyond the board is only
    painted by its own fill.
    """

    kind: FillKind
    power: str = ""
    native: str = ""
    state: str = ""
    hatched: bool = False


class UnitPiece(Struct, frozen=True):
    """One army or fleet; without a power it is a minor state's, and silver.

    label: on the piece (a minor state's two letters). letter: on the piece (a special unit's
    kind). flag: how the strength of a bolstered minor unit is shown. attrition: a white cross.
    """

    kind: UnitKind
    at: str
    power: str
    strength: int = 1
    label: str = ""
    state: UnitState = "normal"
    flag: UnitFlag = ""
    attrition: bool = False
    letter: str = ""

    @property
    def province(self) -> str:
        return province_of(self.at)

    @property
    def is_aside(self) -> bool:
        """Whether it has lost its place and is shown beside it, if another has taken it."""
        return self.state in ("dislodged", "evicted")


class OrderMark(Struct, frozen=True):
    """One order and its outcome.

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


class Marker(Struct, frozen=True):
    """A small sign at a province: the first takes its first slot, the next its second.

    text: one or two characters of a "text" disc, whose color is the power's; the year in which a
    revolt ends; how many dice of a faith there are.
    """

    at: str
    kind: MarkerKind
    text: str = ""
    power: str = ""
    title: str = ""


class Stack(Struct, frozen=True):
    """How many counters each power has at a place, in the order in which they are drawn."""

    at: str
    counts: tuple[tuple[str, int], ...]


class Tile(Struct, frozen=True):
    """A power's home beyond a side of the board. at: that side. lines: the words in it, three at
    most. count: the number on its counter, 0 to 99."""

    at: str
    power: str
    lines: tuple[str, ...] = ()
    count: int = 0


class Scene(Struct, frozen=True):
    """Everything that a map of one moment shows.

    owners: {province: power}. fills: {province: Fill}, before owners. centers: {province: owner or
    None}. values: {province: number on its center, 0 to 99}. powers: {power: PowerStyle} in the
    order of the legend. unlisted: {power: PowerStyle} of others, which the legend leaves out, like
    those that have fallen. description: the alternative text, with what changed since the last map.
    notes: lines at the end of the legend. center_styles: {province: kind}, "disc" where it is
    silent. center_look: whether the heart of a center has its owner's color. pieces: the look of
    armies and fleets. corner: what is in effect, in a strip at the top left. captions: {province: a
    few letters in its midst}, for boards whose places have no names. stacks: counters below them.
    words: {kind of center, fill or marker: what the legend calls it}, where that is not the usual
    word; "text U" is a marker with that text, "hatched" land with stripes. colors: {kind of marker:
    "#rrggbb"}, where it differs from the palette's. tiles: homes beyond the sides of a board of
    hexes.
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
    center_styles: Mapping[str, CenterKind] = field(default_factory=dict)
    center_look: CenterLook = "owned"
    pieces: PieceLook = "signs"
    corner: tuple[str, ...] = ()
    captions: Mapping[str, str] = field(default_factory=dict)
    stacks: tuple[Stack, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    tiles: tuple[Tile, ...] = ()
    unlisted: Mapping[str, PowerStyle] = field(default_factory=dict)

    def style_of(self, power: str) -> PowerStyle | None:
        """The look of a power, also of one that the legend leaves out; None without any."""
        return self.powers.get(power) or self.unlisted.get(power)

    def name_of(self, power: str) -> str:
        """The power's name, or its key where the scene gives none."""
        style = self.style_of(power)
        return style.name if style else power

    def powers_shown(self) -> tuple[str, ...]:
        """Every power of the scene: those of `powers` in their order, then others by key."""
        others = {
            *self.owners.values(),
            *[fill.power for fill in self.fills.values()],
            *[fill.native for fill in self.fills.values()],
            *[owner for owner in self.centers.values() if owner],
            *[unit.power for unit in self.units],
            *[order.power for order in self.orders],
            *[marker.power for marker in self.markers],
            *[power for stack in self.stacks for power, _ in stack.counts],
            *[tile.power for tile in self.tiles],
        }
        others.discard("")
        return (*self.powers, *sorted(others.difference(self.powers)))


@lru_cache(maxsize=4096)
def province_of(place: str) -> str:
    """The province of a place: "SPA/SC" -> "SPA"."""
    return place.partition("/")[0]
