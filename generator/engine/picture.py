"""The contents of the map of a moment, as neutral values: the ruleset gives, pages draw."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, field

from generator.engine.orders.values import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome

CenterSign = Literal["double", "triangle", "dot", "star", "star-double", "crown", "open"]
"""How a center, or a place with a value, looks where it is not a plain disc."""


class UnitSign(Struct, frozen=True):
    """A unit on the map. `state` is its situation: "dislodged" beside its conqueror, and so on.

    `owner` is "" for a unit of no power: a minor state's, marked by the two letters of `label`.
    `flag` shows how such a unit came to its strength, `attrition` that it can no longer move,
    `letter` what kind of unit it is where a ruleset has several.
    """

    owner: str
    unit: Unit
    state: Literal["normal", "dislodged", "evicted", "built", "removed"] = "normal"
    label: str = ""
    flag: Literal["", "diamond", "shield"] = ""
    attrition: bool = False
    letter: str = ""


class Paint(Struct, frozen=True):
    """How a province is painted where that is not its owner's plain color.

    `power` gives the color of a captured or aligned province or a vassal; `native` is the power
    that lost it, or ""; `state` the minor state that it belongs to, or "". `hatched` gives it
    stripes for another reason, which the picture's word for "hatched" explains. Places beyond a
    board are painted if someone is at home there.
    """

    kind: Literal["own", "captured", "aligned", "vassal", "unaligned", "neutral", "impassable"]
    power: str = ""
    native: str = ""
    state: str = ""
    hatched: bool = False


class MarkSign(Struct, frozen=True):
    """A small sign on a province, said in `title`. A "text" is a disc in the color of `power`;
    the text of dice is their number."""

    kind: Literal[
        "catholic", "protestant", "islamic", "tolerant", "revolt", "quelled",
        "catholic-dice", "protestant-dice", "text",
    ]  # fmt: skip
    title: str
    text: str = ""
    power: str = ""


class HomeSign(Struct, frozen=True):
    """The home of a power beyond a side of the board (`at`): a few words in `lines`, and the number
    on its counter."""

    at: str
    power: str
    lines: tuple[str, ...]
    count: int = 0


SignKind = Literal[
    "hold", "move", "support-hold", "support-move", "convoy",
    "retreat", "disband", "build", "remove",
]  # fmt: skip
_SIGNS: Final[Mapping[type, SignKind]] = MappingProxyType({
    Hold: "hold", Move: "move", SupportHold: "support-hold", SupportMove: "support-move",
    Convoy: "convoy", Retreat: "retreat", Disband: "disband", Build: "build", Remove: "remove",
})  # fmt: skip


class OrderSign(Struct, frozen=True):
    """An order on the map, with its outcome. `number` is the verdict's place in the phase, from 1.

    `target` is where the unit goes, or the place of the unit that it supports or convoys; `to` is
    where that one goes. `via` are the seas of the route that was used or tried.
    """

    number: int
    owner: str
    kind: SignKind
    at: str
    outcome: Outcome
    target: str = ""
    to: str = ""
    via: tuple[str, ...] = ()
    strength: int = 1


def sign_of(order: Any) -> tuple[SignKind | None, str, str]:
    """The kind, the `target` and the `to` of an order's sign; no kind for what is not drawn."""
    target = to = ""
    match order:
        case Move() | Retreat():
            target = order.to
        case SupportHold():
            target = order.supported.at
        case SupportMove():
            target, to = order.supported.at, order.to
        case Convoy():
            target, to = order.army.at, order.to
    return _SIGNS.get(type(order)), target, to


class Picture(Struct, frozen=True):
    """One map. `land` has the owners of provinces, `centers` those of centers (None: no one).

    `fills` paints provinces that `land` does not. `values` are the numbers on centers and on
    places with a value; `center_kinds` is how they look, where not as a plain disc. `markers`
    are small signs. `corner` are lines at the top left. `style` is "pieces" where units have
    distinct signs, "blocks" where armies are squares and fleets narrow rectangles, and centers are
    black for every owner. `powers` are those that the legend explains, None for all of the
    ruleset's. `captions` are a few letters in the midst of places without names, in one line or
    several; `stacks` are counters there: which power has how many, in this order. `words` are the
    legend's words for a kind of center, paint or mark that is something else here; "text U" is a
    mark with that text. `colors` are those of kinds of marks, "#rrggbb", where the game has its
    own. `homes` are those beyond the sides of the board. `notes` are below the legend.
    """

    board: str
    title: str
    subtitle: str
    land: Mapping[str, str]
    centers: Mapping[str, str | None]
    units: tuple[UnitSign, ...] = ()
    orders: tuple[OrderSign, ...] = ()
    fills: Mapping[str, Paint] = field(default_factory=lambda: MappingProxyType({}))
    values: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    center_kinds: Mapping[str, CenterSign] = field(default_factory=lambda: MappingProxyType({}))
    markers: Mapping[str, tuple[MarkSign, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    corner: tuple[str, ...] = ()
    style: Literal["pieces", "blocks"] = "pieces"
    powers: tuple[str, ...] | None = None
    description: str = ""
    captions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    stacks: Mapping[str, tuple[tuple[str, int], ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    words: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    colors: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    homes: tuple[HomeSign, ...] = ()
    notes: tuple[str, ...] = ()
