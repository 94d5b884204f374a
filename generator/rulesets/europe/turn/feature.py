"""Features: what some editions have and others lack. An edition lists those it plays with.

A feature may remember something (its part of the state), read orders of its own, add steps to the
year, and answer questions that the family's steps ask. All its methods have a default that does
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from generator.engine.course import Added, Phase
from generator.engine.errors import BrokenPromise
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.movement.policy import No
from generator.engine.orders import AnyOrder
from generator.engine.picture import UnitSign
from generator.engine.rulings import RulingKind
from generator.engine.shapes import as_tables, read_shape
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.turn.turn import Turn

__all__ = ["Command", "Feature", "Offer", "Refusal", "first"]

T = TypeVar("T")


def first(answers: Iterable[T | None]) -> T | None:
    """The first answer of the features to a question, None where no feature has one."""
    return next((answer for answer in answers if answer is not None), None)


class Command(Struct, frozen=True):
    """Who orders the units of a state in secret, "" if nobody may; `why`, as cause and sentence,
    is the refusal given to anyone else who orders them."""

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
    state, "" for a feature that remembers nothing, and `part` is its type, as it stands in the
    state's file (see `shapes`): a Record, or a mapping by the names of powers or states.
    `secret`: its part is kept from the public state and stays with the referee. `forms` are the
    ways to write its orders, by the phases that take them; those under START in every phase.
    `purchases` are the types of its orders by which powers buy strength in the builds phase;
    `offer` says what they buy. `draws_lots`: chance decides something in it. `events` are the kinds
    of events that it reports.
    """

    key: ClassVar[str] = ""
    part: ClassVar[Any] = None
    tables: ClassVar[Mapping[str, type[Struct]]] = MappingProxyType({})
    secret: ClassVar[bool] = False
    draws_lots: ClassVar[bool] = False
    forms: ClassVar[Mapping[str, tuple[Form, ...]]] = MappingProxyType({})
    purchases: ClassVar[tuple[type, ...]] = ()
    events: ClassVar[tuple[EventKind, ...]] = ()

    def opening(self, facts: Facts, options: Mapping[str, Any]) -> Any:
        """The part at the start of a game."""
        return self.load({}, facts)

    def dump(self, part: Any) -> Mapping[str, Any]:
        """The part as tables for TOML in stable order; empty if there is nothing to remember."""
        tables: Mapping[str, Any] = as_tables(part)
        return tables

    def load(self, tables: Mapping[str, Any], facts: Facts) -> Any:
        """The part that `dump` wrote. Raises FileError."""
        return read_shape(tables, self.part, facts, self.key)

    def steps(self) -> tuple[Added, ...]:
        """The steps that this feature adds to the year (see `course` for the parts of it)."""
        return ()

    def phases(self) -> tuple[Phase, ...]:
        """The phases that this feature adds at the end of the year."""
        return ()

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        """Why a power may not place INFs in a state, beyond the family's own reasons."""
        return None

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        return None

    def bar_declaration(self, turn: Turn, power: str, order: Declare) -> No | None:
        return None

    def command(self, turn: Turn, state: str, wrote: Collection[str]) -> Command | None:
        """Who orders the units of a state of `Minor.handled`, if not the power that it is aligned
        with. `wrote` are the powers that gave orders for it in this phase."""
        return None

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        """Why a unit may not be given an order that others could have: cause and sentence."""
        return None

    def bar_retreat(self, turn: Turn, stand: Stand, cause: str) -> tuple[str, str] | None:
        """Why a unit that was dislodged or evicted (`cause`) may not retreat wherever it stands."""
        return None

    def occupies(self, turn: Turn, province: str) -> bool:
        """Map adjustment: whether the unit in a province can take or keep it."""
        return True

    def captures(self, turn: Turn, side: str, province: str) -> bool:
        """Map adjustment: whether a side takes a province that it could capture."""
        return True

    def bar_removal(self, turn: Turn, stand: Stand) -> tuple[str, str] | None:
        """Why no order can remove a unit of a minor state: cause and sentence."""
        return None

    def bar_bolster(self, turn: Turn, stand: Stand) -> tuple[str, str] | None:
        """Why a unit cannot be bolstered: cause and sentence."""
        return None

    def on_bolster(self, turn: Turn, stand: Stand) -> None:
        """A unit has just been bolstered."""

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

    def withholds_scores(self, turn: Turn) -> bool:
        """Whether the scores of this year stay with the referee."""
        return False

    def ruled_to_go_on(self, turn: Turn) -> bool:
        """Scoring: whether the game goes on whatever the scores say."""
        return False

    def settle_tie(self, turn: Turn, said: str) -> bool:
        """The scores leave a tie at the end of the game (`said`): whether the feature has said how
        it goes on. Where none does, the game is drawn."""
        return False

    def rulings(self) -> Mapping[str, RulingKind]:
        """The kinds of ruling that this feature adds."""
        return {}

    def unit_sign(self, state: EuropeState, sign: UnitSign) -> UnitSign:
        """The sign of a power's unit on the map, with what is special about the unit."""
        return sign

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        """Lines for the corner of the map."""
        return ()

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        """What is in effect this year, for the report of the diplomatic phase."""
        return ()
