"""Features: what some editions have and others lack. An edition lists those it plays with.

A feature may remember something (its part of the state), read orders of its own, and step in at
fixed points of the year. All its methods have a default that does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct

from generator.engine.errors import BrokenPromise
from generator.engine.movement import Movement
from generator.engine.movement.policy import No
from generator.engine.orders import AnyOrder
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.orders.forms import Form
from generator.rulesets.europe.ruling_kinds import Kind
from generator.rulesets.europe.state import Displaced, EuropeState, Stand
from generator.rulesets.europe.turn import Turn
from generator.rulesets.europe.values import Declare, DiplomaticAttack, PlaceInfs

__all__ = ["Command", "Feature", "Offer", "Refusal"]


class Command(Struct, frozen=True):
    """Who orders the units of a state in secret, "" if nobody may; `why`, as cause and sentence,
    is what all others are told who try."""

    power: str
    why: tuple[str, str]


class Offer(Struct, frozen=True):
    """Points of strength for sale.

    `deliver` puts them on the board. `words` say what the buyer does ("builds an army in Paris"),
    `sort` is "unit", "bolster" or a feature's own word. `state` is the state that gets it, "" for
    the buyer itself; only then it counts as the buyer's own strength. `bolsters`: not for a power
    that gave up strength in the same phase.
    """

    sort: str
    cause: str
    words: str
    unit: Unit
    points: int
    deliver: Callable[[], None]
    state: str = ""
    bolsters: bool = False

    @property
    def units(self) -> int:
        """How many units more there are afterwards."""
        return 1 if self.sort == "unit" else 0


class Refusal(Struct, frozen=True):
    outcome: Outcome
    cause: str
    text: str


class Feature:
    """The base of all features.

    `tables` are those of its rules in facts.toml, by their names. `key` names the part of the
    state, "" for a feature that remembers nothing. `secret`: its part is kept from the
    public state and stays with the referee. `purchases` are the types of its orders by which powers
    buy strength in the builds phase; `offer` says what they buy. `draws_lots`: chance decides
    something in it.
    """

    key: ClassVar[str] = ""
    tables: ClassVar[Mapping[str, type[Struct]]] = MappingProxyType({})
    secret: ClassVar[bool] = False
    draws_lots: ClassVar[bool] = False
    purchases: ClassVar[tuple[type, ...]] = ()

    def opening(self, facts: Facts, options: Mapping[str, Any]) -> Any:
        """The part at the start of a game."""
        return None

    def dump(self, part: Any) -> Mapping[str, Any]:
        """The part as TOML-able tables in stable order; empty if there is nothing to remember."""
        return {}

    def load(self, tables: Mapping[str, Any], facts: Facts) -> Any:
        """The part that `dump` wrote. Raises FileError."""
        return None

    def forms(self, phase: str) -> tuple[Form, ...]:
        """The order forms that this feature adds to a phase."""
        return ()

    def open_year(self, turn: Turn) -> None:
        """The start of a year (`turn.year` is the new one), after declarations took effect."""

    def open_phase(self, turn: Turn) -> None:
        """Any phase, before anything else of it; settles entries that count in every phase."""

    def close_phase(self, turn: Turn) -> None:
        """Any phase, when everything else is over."""

    def reveal(self, turn: Turn) -> None:
        """The game is over with this phase: what was secret may be told."""

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        """Why a power may not place INFs in a state, beyond the family's own reasons."""
        return None

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        return None

    def bar_declaration(self, turn: Turn, power: str, order: Declare) -> No | None:
        return None

    def diplomacy(self, turn: Turn) -> None:
        """The diplomatic phase, after attacks and before declarations; settles its entries."""

    def after_declarations(self, turn: Turn) -> None:
        """The diplomatic phase, when the declarations that passed wait in `turn.changes`."""

    def command(self, turn: Turn, state: str, wrote: Collection[str]) -> Command | None:
        """Who orders the units of a state of `Minor.handled`, if not the power that it is aligned
        with. `wrote` are the powers that gave orders for it in this phase."""
        return None

    def before_movement(self, turn: Turn) -> None:
        """The movement phase, before orders are resolved; settles its entries."""

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        """Why a unit may not be given an order that others could have: cause and sentence."""
        return None

    def after_movement(self, turn: Turn, movement: Movement) -> None:
        """The movement phase, when everything stands in its new place."""

    def bar_retreat(self, turn: Turn, stand: Stand, cause: str) -> tuple[str, str] | None:
        """Why a unit that was dislodged or evicted (`cause`) may not retreat wherever it stands."""
        return None

    def after_retreats(self, turn: Turn, made: Sequence[tuple[Displaced, Unit]]) -> None:
        """The retreat phase, when everything is over: the units that retreated, as they stand."""

    def after_reductions(self, turn: Turn) -> None:
        """The builds phase, when powers have given up units and before any are built."""

    def after_adjustment(self, turn: Turn) -> None:
        """Map adjustment, when nothing changes any more and before markers are set."""

    def on_elimination(self, turn: Turn, power: str) -> None:
        """A power has just fallen."""

    def income(self, turn: Turn, power: str) -> tuple[tuple[str, str, int], ...]:
        """More income of a power: (cause, what for, TP)."""
        return ()

    def offer(self, turn: Turn, power: str, order: Any) -> Offer | Refusal:
        """What an order of its `purchases` would buy, or why it buys nothing."""
        raise BrokenPromise(f"{type(self).__name__} has purchases and says not what they buy")

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, str, int], ...]:
        """More points of a power: (item, cause, points)."""
        return ()

    def rulings(self) -> Mapping[str, Kind]:
        """The kinds of ruling that this feature adds."""
        return {}

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        """Lines for the corner of the map."""
        return ()

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        """What is in effect this year, for the report of the diplomatic phase."""
        return ()
