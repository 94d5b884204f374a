"""What a ruleset is to the rest of the program: one protocol, also for games unlike Diplomacy.

A ruleset has its own state, its own order values and its own phases. The program around it only
stores documents, passes texts in and verdicts, events and pictures out. Nothing here asks for a
province board, for units or for a fixed list of phases: hex boards, dice, hands of cards and
battles in rounds are states and phases like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, runtime_checkable

from msgspec import Struct, field

from generator.engine.phases import Document, Moment, OrderBook, Resolution, Ruling, Setup
from generator.engine.rulebook import Rulebook

if TYPE_CHECKING:
    # Checking orders draws neither maps nor lots, and has to start at once.
    from generator.engine.chance import Chance
    from generator.engine.picture import Picture

S = TypeVar("S")


class PowerFacts(Struct, frozen=True):
    """A power's name and look. `color` is "#rrggbb"; `letter` tells it apart without color.

    `tint` is the color of the states that follow it, "" where a ruleset has none. `short` is what
    it is called where there is little room, "" where that is its name.
    """

    id: str
    name: str
    adjective: str
    color: str
    letter: str
    tint: str = ""
    short: str = ""


class Option(Struct, frozen=True):
    """A choice that the rulebook leaves open. `choices` maps each value to what it means; it is
    empty where any value of the default's type will do, a number from `least` to `most`. `holds`
    says more of texts and lists ("color"). `opening`: the choice shapes the opening, and no ruling
    changes it in play."""

    id: str
    title: str
    default: Any
    choices: Mapping[Any, str]
    rule: str = ""
    least: int | None = None
    most: int | None = None
    holds: str = ""
    opening: bool = False


class Ending(Struct, frozen=True):
    """How a game ended. `powers` are the winner, or all who share the draw."""

    kind: Literal["victory", "draw", "ended"]
    powers: tuple[str, ...]
    text: str


class Schedule(Struct, frozen=True):
    """The phases of a year that take orders in one game, in their order. `round` is the number of
    the year where the rules count Rounds, and 0 where they do not."""

    phases: tuple[str, ...]
    round: int = 0


@runtime_checkable
class Scheduling(Protocol):
    """A ruleset whose years have other phases from game to game, by the options of the game."""

    def schedule(self, state: Any) -> Schedule: ...


@runtime_checkable
class Refereed(Protocol):
    """A ruleset with phases in which nobody but the referee decides: a game waits for him there."""

    def waits_for_referee(self, state: Any) -> bool: ...


class Ruleset(Protocol[S]):
    """A ruleset. Every method is pure: values in, values out."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rulebook(self) -> Rulebook: ...
    @property
    def powers(self) -> Mapping[str, PowerFacts]: ...
    @property
    def options(self) -> Mapping[str, Option]: ...
    @property
    def draws_lots(self) -> bool:
        """Whether chance decides anything, ever: then pages say where the draws come from."""
        ...

    def names(self) -> Mapping[str, str]:
        """Codes of places to names for people."""
        ...

    def opening(self, setup: Setup) -> S:
        """The first state. Raises GameError or FileError where `setup` asks for the impossible."""
        ...

    def moment(self, state: S) -> Moment:
        """The phase that `state` waits for."""
        ...

    def phase_title(self, moment: Moment) -> str:
        """The phase for people: "Spring 1901, movement"."""
        ...

    def awaits(self, state: S) -> tuple[str, ...]:
        """The powers from whom orders are due, in the order of `powers`; empty: none decides."""
        ...

    def ending(self, state: S) -> Ending | None:
        """How the game ended, or None while it runs."""
        ...

    def read(self, state: S, texts: Mapping[str, str]) -> OrderBook:
        """Read and check the order texts of all powers. Never raises on any text."""
        ...

    def order_in(self, before: S, text: str) -> Any:
        """The order that a recorded verdict of the phase `before` waits for gives in canonical
        notation; None for text that is no order."""
        ...

    def adjudicate(
        self, state: S, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[S]:
        """Resolve the phase that `state` waits for. GameError: a ruling does not apply."""
        ...

    def dump(self, state: S) -> Document:
        """The state as tables, in stable order. `load` reads it back."""
        ...

    def load(self, document: Document) -> S:
        """The state that `dump` wrote. Raises FileError for anything else."""
        ...

    def picture(self, state: S) -> Picture:
        """The map of the position that waits for orders."""
        ...

    def picture_of(self, before: S, resolution: Resolution[S]) -> Picture:
        """The map of a phase: the position before it, the orders and their outcomes."""
        ...

    def summary(self, before: S, resolution: Resolution[S]) -> tuple[str, ...]:
        """What changed in the phase, in one to three sentences."""
        ...

    def standings(self, state: S) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Counts of each power as (label, {power: number}), the most telling count first."""
        ...


@runtime_checkable
class Governed(Protocol):
    """A ruleset in which rulings may change the state before the orders of a phase meet it."""

    def governed(self, state: Any, rulings: Sequence[Ruling]) -> Any:
        """The state with the rulings that are applied before the phase. GameError: one does not
        apply."""
        ...


class Confided(Struct, frozen=True):
    """What one power knows of a state beyond what everybody does: `lines` in words, and `tables`,
    its own part of the private document. Of others it has nothing."""

    lines: tuple[str, ...] = ()
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))


@runtime_checkable
class Confiding(Protocol):
    """A ruleset in whose states a power has secrets of its own, such as objectives."""

    def confided(self, state: Any, power: str) -> Confided: ...


@runtime_checkable
class Odd(Protocol):
    """A ruleset that says what is strange about a position, though it can be played."""

    def oddities(self, state: Any) -> tuple[str, ...]: ...
