"""The parts of movement that a ruleset may change: its policy, and the options that DATC leaves
open."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, get_args

from msgspec import Struct, field

from generator.engine.errors import GameError
from generator.engine.units import Unit

Stand = tuple[str, Unit]
"""A unit on the board with its owner."""

ParadoxRule = Literal["szykman", "all-hold", "1982", "2000"]
AdjacentConvoy = Literal["2023", "2000", "via"]


class No(Struct, frozen=True):
    """A refusal: the rule that refuses, and one sentence with the facts."""

    rule: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


class MovementOptions(Struct, frozen=True):
    """Where the rulebooks differ (the numbers are DATC's).

    `paradox` (4.A.2), the result of convoy orders whose success would undo itself:
    "szykman": they fail; "all-hold": every move of the paradox fails; "1982": a convoyed army
    never cuts a support of what happens in a sea where a fleet convoys; "2000": it does not cut a
    support against a fleet that carries it, unless another route works without that fleet. Szykman
    decides whatever the last two leave open.

    `adjacent_convoy` (4.A.3), when an army travels to a neighbor by convoy: "2023": when ordered
    by convoy, or when a fleet of its own power has a legal convoy order for it, and then never by
    land; "2000": so, but it marches when no convoy can carry it; "via": only when ordered.
    """

    paradox: ParadoxRule = "szykman"
    adjacent_convoy: AdjacentConvoy = "2023"

    def __post_init__(self) -> None:
        if self.paradox not in get_args(ParadoxRule):
            raise GameError("there is no such paradox rule", text=repr(self.paradox))
        if self.adjacent_convoy not in get_args(AdjacentConvoy):
            raise GameError("there is no such convoy rule", text=repr(self.adjacent_convoy))


class MovementPolicy(Protocol):
    """The questions of movement to a ruleset. Strength of attack, hold and support is
    `Unit.strength`."""

    def may_enter(self, mover: Stand, province: str) -> No | None:
        """None if the mover is entitled to move to `province`; asked of legal moves only."""
        ...

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        """None if a move may enter a province that the unit there leaves by its own order.

        Asked where both moves are legal. A move that may not follow is a contingent attack: it
        may dislodge the unit if that stays, and bounces if it leaves. In any case it cuts support
        and keeps other movers out as any attack does.
        """
        ...

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        """None if one unit may support (or, with `convoy`, convoy) another.

        `to` is the province where the helped unit is to go; its own if it is supported to hold.
        Asked of supports and convoys that are legal, whether or not they fit the other's order. A
        refused one is void: it gives no strength, cannot be cut, and carries no one; the helper
        holds and can be supported to hold.
        """
        ...

    def may_dislodge(self, attacker: Stand, victim: Stand) -> bool:
        """Whether this attack may dislodge that unit. If not, it still keeps other movers out."""
        ...

    def cut(self, attacker: Stand, supporter: Stand) -> int:
        """The strength that an attack takes from a support, 0 or more; several attacks add up.

        Asked only where the attack does not come from where the support is directed. A dislodged
        supporter gives nothing in any case.
        """
        ...

    def support_counts(self, supporter: Stand, victim: Stand) -> bool:
        """Whether a support helps to dislodge that unit. It helps against rival movers always."""
        ...


class PolicyWords(Protocol):
    """A ruleset's reasons where its policy spares a unit. None leaves the reason to the engine,
    which speaks of units of one side."""

    def spared(self, attacker: Stand, victim: Stand, *, cut: bool) -> No | None:
        """Why an attack may not dislodge that unit; with `cut`, why it does not cut its support."""
        ...

    def withheld(self, supporter: Stand, victim: Stand) -> No | None:
        """Why a support does not help to dislodge that unit."""
        ...


class StandardPolicy:
    """Diplomacy's own: no unit dislodges, cuts or helps to dislodge a unit of its own power.

    A policy that inherits `may_follow` or `may_help` from here is never asked that question.
    """

    __slots__ = ()

    def may_enter(self, mover: Stand, province: str) -> No | None:
        return None

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        return None

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        return None

    def may_dislodge(self, attacker: Stand, victim: Stand) -> bool:
        return attacker[0] != victim[0]

    def cut(self, attacker: Stand, supporter: Stand) -> int:
        return attacker[1].strength if attacker[0] != supporter[0] else 0

    def support_counts(self, supporter: Stand, victim: Stand) -> bool:
        return supporter[0] != victim[0]


STANDARD_POLICY: Final[MovementPolicy] = StandardPolicy()
