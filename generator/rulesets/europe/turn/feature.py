"""Features: what some editions have and others lack. An edition lists those it plays with.

A feature may remember something (its part of the state), read its own orders, add steps to the
year, and answer questions that the family's steps ask. All its methods have a default that does
nothing. A question that only one edition answers is a method of `Edition`, which this edition
overrides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct

from generator.engine.course import Added, Phase
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.movement.policy import No
from generator.engine.orders import AnyOrder
from generator.engine.rulings import Kinds
from generator.engine.typed import as_tables, read_shape
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.turn.turn import Turn

if TYPE_CHECKING:
    from generator.engine.report import Section

T = TypeVar("T")


def first(answers: Iterable[T | None]) -> T | None:
    """The first answer of the features to a question, None where no feature has one."""
    return next((answer for answer in answers if answer is not None), None)


Command = tuple[str, tuple[str, str]]
"""The power that orders the units of a state in secret, "" if no one may; and, as cause and
sentence, the refusal given to anyone else who orders them."""

Overruled = tuple[AnyOrder | None, tuple[str, str]]
"""The action of a unit instead of its order (None: it holds), and the reason, as cause and
sentence."""


class StrengthOffer(Struct, frozen=True):
    """Points of strength for sale.

    `deliver` puts them on the board. `words` are the action of the buyer ("builds an army in
    Paris"), `sort` is "unit", "bolster" or a feature's own word. `state` is the state that gets it,
    "" for the buyer itself; only then it counts as the buyer's own strength. `bolsters`: not for a
    power that gave up strength in the same phase.
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

    `tables` are those of its rules in facts.toml, by their names. `key` is the name of its part of
    the state, "" for a feature that remembers nothing, and `part` is its type, as in the state's
    file (see engine/typed.py): a Record, or a mapping by the names of powers or states. `follows`:
    where a position lacks the part, `completed` makes it from the rest. `secret`: its part is kept
    from the public state and stays with the referee. `forms` are the ways to write its orders, by
    the phases that take them; those under START in every phase. `headings` are its own words over a
    part of a sheet (`Decrees:`). `draws_lots`: chance decides something in it. `items` are the
    names of those that it scores. `events` are the kinds of events that it reports, `rulings` the
    kinds of rulings that it adds, and `phases` those that it adds at the end of the year.
    `accounts` are its own in the books, by the names that its events have for them: title, group
    and cause (see `telling/chronicle`).
    """

    key: ClassVar[str] = ""
    part: ClassVar[Any] = None
    tables: ClassVar[Mapping[str, type[Struct]]] = MappingProxyType({})
    follows: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    draws_lots: ClassVar[bool] = False
    items: ClassVar[tuple[str, ...]] = ()
    forms: Mapping[str, tuple[Form, ...]] = MappingProxyType({})
    headings: ClassVar[tuple[str, ...]] = ()
    events: ClassVar[tuple[EventKind, ...]] = ()
    rulings: ClassVar[Kinds] = MappingProxyType({})
    phases: ClassVar[tuple[Phase, ...]] = ()
    accounts: ClassVar[Mapping[str, tuple[str, str, str]]] = MappingProxyType({})

    def dump(self, part: Any) -> Mapping[str, Any]:
        """The part as tables for TOML in stable order; empty if there is nothing to remember."""
        tables: Mapping[str, Any] = as_tables(part)
        return tables

    def load(self, tables: Mapping[str, Any], facts: Facts) -> Any:
        """The part that `dump` wrote. Raises FileError."""
        return read_shape(tables, self.part, facts, self.key)

    def is_secret(self, facts: Facts) -> bool:
        """Whether its part is kept from the public state of a game with these facts."""
        return self.secret

    def confided(self, state: EuropeState, power: str) -> tuple[Any, tuple[str, ...]] | None:
        """The part of the state as this power knows it, if the part is secret, with lines that
        explain it to the power; None if it knows nothing of it. The secrets of others are left
        out."""
        return None

    def flaws(self, state: EuropeState) -> Iterable[str]:
        """The contradictions in its part of a state that was read, and with the rest of the
        state."""
        return ()

    def completed(self, state: EuropeState) -> EuropeState:
        """A state that was read, with what follows from its part. FileError: a contradiction."""
        return state

    def taken(self, given: Mapping[str, Any], state: EuropeState) -> Mapping[str, Any]:
        """The tables of a referee's own position, with the entries of other tables for this feature
        put into its own. `state` is the opening that they replace parts of."""
        return given

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        """A state that a referee's own position makes, whose tables are `given`, with the
        consequences for this feature. FileError: the position could not have come about in play."""
        return state

    def steps(self) -> tuple[Added, ...]:
        """The steps that this feature adds to the year (see `course` for the parts of it)."""
        return ()

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        """Why a power may not place INFs in a state, beyond the family's own reasons."""
        return None

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        return None

    def bar_declaration(self, turn: Turn, power: str, order: Declare) -> No | None:
        return None

    def proviso(self, state: EuropeState, power: str, order: Any) -> str:
        """The sheets of others on which an order of this feature depends, in words for its author;
        "" for none."""
        return ""

    def command(self, turn: Turn, state: str, wrote: Collection[str]) -> Command | None:
        """The commander of the units of a state of `Minor.handled`, if not the power that it is
        aligned with. `wrote` are the powers that gave orders for it in this phase."""
        return None

    def bar_order(self, turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
        """Why a unit may not be given an order that others could have: cause and sentence."""
        return None

    def overrule(
        self, turn: Turn, stands: Sequence[Stand], orders: Sequence[AnyOrder | None]
    ) -> Mapping[int, Overruled]:
        """The units that do not follow the orders that count for them, by their indexes in
        `stands`, to which `orders` runs parallel. Called before any check of who may enter
        where."""
        return {}

    def bar_retreat_to(self, turn: Turn, stand: Stand, province: str) -> tuple[str, str] | None:
        """Why a unit may not retreat to a province that it could enter: cause and sentence."""
        return None

    def captures(self, turn: Turn, side: str, province: str) -> bool:
        """Map adjustment: whether a side takes a province that it could capture."""
        return True

    def on_elimination(self, turn: Turn, power: str) -> None:
        """A power has just fallen."""

    def expires(self, state: EuropeState, power: str) -> Iterable[str]:
        """The events that begin or end for a power in some year. Asked only where its part is
        public."""
        return ()

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        """More points of a power, by the names of the items."""
        return ()

    def withholds_scores(self, turn: Turn) -> bool:
        """Whether the scores of this year stay with the referee."""
        return False

    def ruled_to_go_on(self, turn: Turn) -> bool:
        """Scoring: whether the game continues whatever the scores are."""
        return False

    def settle_tie(self, turn: Turn, said: str) -> bool:
        """The scores leave a tie at the end of the game (`said`): whether the feature has decided
        how it continues. If no feature has, the game is drawn."""
        return False

    def oddities(self, state: EuropeState) -> Iterable[str]:
        """The facts that the referee should know or decide before the game continues."""
        return ()

    def picture_lines(self, state: EuropeState) -> tuple[str, ...]:
        """Lines for the corner of the map."""
        return ()

    def report_lines(self, state: EuropeState) -> tuple[str, ...]:
        """The measures in effect this year, for the report of the diplomatic phase."""
        return ()

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        """Its records of a game, as tables of the moment for the game's front page; those without
        entries are left out. Asked only where its part of the state is public."""
        return ()
