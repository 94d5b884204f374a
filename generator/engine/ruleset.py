"""The base class of all rulesets, also for games unlike Diplomacy.

A ruleset has its own state, its own order values and its own phases. The program around it only
stores documents, passes texts in and verdicts, events and pictures out. Nothing here asks for a
province board, for units or for a fixed list of phases: hex boards, dice, hands of cards and
battles in rounds are states and phases like any other.

A ruleset defines the abstract methods. The others have a default for games with nothing of the
kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from msgspec import Struct, field

from generator.engine.offers import NO_BUDGET, Budget
from generator.engine.phases import Document, Moment, OrderBook, Resolution, Ruling, Setup, Sheet
from generator.engine.rulebook import Option, PowerFacts, Rulebook

if TYPE_CHECKING:
    # Checking orders draws neither maps nor lots, and has to start at once.
    from generator.engine.briefing import Brief, Placing
    from generator.engine.chance import Chance
    from generator.engine.chronicle import (
        Gazetteer,
        InfluenceChange,
        LedgerLine,
        Measure,
        RecordLine,
        Snapshot,
    )
    from generator.engine.naming import Shape
    from generator.engine.offers import Offer
    from generator.engine.picture import Picture
    from generator.engine.primer import Primer
    from generator.engine.report import Section
    from generator.engine.verdicts import Event, Remedy

S = TypeVar("S")


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended. `powers` are the winner, or all who share the draw."""

    kind: Literal["victory", "draw", "ended"]
    powers: tuple[str, ...]
    text: str


class Schedule(Struct, frozen=True):
    """The phases of a year that take orders in one game, in their order. `round` is the number of
    the year where the rules count Rounds, and 0 where they do not."""

    phases: tuple[str, ...]
    round: int = 0


class Confided(Struct, frozen=True):
    """One power's knowledge of a state beyond what everyone knows: `lines` in words, and `tables`,
    its own part of the private document. It has nothing of other powers."""

    lines: tuple[str, ...] = ()
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))


class Ruleset(ABC, Generic[S]):
    """A ruleset. Every method is pure: values in, values out."""

    # --- what it is

    @property
    @abstractmethod
    def id(self) -> str: ...
    @property
    @abstractmethod
    def title(self) -> str: ...
    @property
    @abstractmethod
    def rulebook(self) -> Rulebook: ...
    @property
    @abstractmethod
    def powers(self) -> Mapping[str, PowerFacts]: ...
    @property
    @abstractmethod
    def options(self) -> Mapping[str, Option]: ...

    @property
    def articled(self) -> tuple[str, ...]:
        """The names that take "the" in a sentence."""
        return ()

    def in_words(self, order: str) -> str:
        """An order in plain words, where its canonical notation is a code; "" for all others."""
        return ""

    @property
    def draws_lots(self) -> bool:
        """Whether chance decides anything, ever: then pages explain the origin of draws."""
        return False

    @property
    def fact_tables(self) -> Mapping[str, Any]:
        """The tables of its file of facts, unchanged; empty where trials cannot set
        them."""
        return {}

    _last_adjusted: tuple[Mapping[str, Any], Ruleset[S]] | None = None

    def adjusted(self, tables: Mapping[str, Any]) -> AbstractContextManager[Ruleset[S]]:
        """The ruleset with these tables instead of `fact_tables`, inside a `with`, while
        no other thread plays it. Raises FileError for tables that it cannot be played with."""
        # A trial plays many games with the same tables, and boards are kept as long as the program
        # runs: a new one for each game would be kept for each game.
        if self._last_adjusted is None or self._last_adjusted[0] is not tables:
            self._last_adjusted = (tables, self.with_tables(tables))
        return nullcontext(self._last_adjusted[1])

    def with_tables(self, tables: Mapping[str, Any]) -> Ruleset[S]:
        """Another ruleset, made of these tables; FileError for tables that it cannot be."""
        return self

    def with_defaults(self, defaults: Mapping[str, Any]) -> Ruleset[S]:
        """Another ruleset, with other defaults of its options; GameError for what they cannot
        be."""
        return self

    def options_setting(self, path: str) -> tuple[str, ...]:
        """The options of a game that decide the entry of that path in `fact_tables`, so that
        changing the entry would change nothing."""
        return ()

    @abstractmethod
    def names(self) -> Mapping[str, str]:
        """Codes of places to names for people."""

    # --- a game and its phases

    @abstractmethod
    def opening(self, setup: Setup) -> S:
        """The first state. Raises GameError or FileError where `setup` asks for the impossible."""

    @abstractmethod
    def moment(self, state: S) -> Moment:
        """The phase that `state` waits for."""

    @abstractmethod
    def phase_title(self, moment: Moment) -> str:
        """The phase for people: "Spring 1901, movement"."""

    def schedule(self, state: S) -> Schedule | None:
        """The phases of a year; None where they are the same in every game."""
        return None

    @abstractmethod
    def awaits(self, state: S) -> tuple[str, ...]:
        """The powers from whom orders are due, in the order of `powers`; empty: none decides."""

    def waits_for_referee(self, state: S) -> bool:
        """Whether only the referee decides in this phase: a game waits for him there."""
        return False

    @abstractmethod
    def ending(self, state: S) -> Ending | None:
        """How the game ended, or None while it runs."""

    @abstractmethod
    def dump(self, state: S) -> Document:
        """The state as tables, in stable order. `load` reads it back."""

    @abstractmethod
    def load(self, document: Document) -> S:
        """The state that `dump` wrote. Raises FileError for anything else."""

    def shape(self, options: Mapping[str, Any]) -> Shape | None:
        """How positions are written in a game with these options, so that names may stand for
        codes in them; None: with codes only. Never raises."""
        return None

    def oddities(self, state: S) -> tuple[str, ...]:
        """Oddities of a position that can be played."""
        return ()

    # --- orders and their results

    @abstractmethod
    def read(self, state: S, texts: Mapping[str, str]) -> OrderBook:
        """Read and check the order texts of all powers. Never raises on any text."""

    @abstractmethod
    def order_in(self, before: S, text: str) -> Any:
        """The order that a recorded verdict of the phase `before` waits for gives in canonical
        notation; None for text that is not an order."""

    def subject(self, order: Any) -> Hashable:
        """The subject of an order: of two with the same subject, the later one corrects the
        other."""
        from generator.engine.corrections import subject_of

        return subject_of(order)

    def budget(self, state: S, sheet: Sheet) -> Budget:
        """The cost of the orders of a sheet, for the phase that `state` waits for."""
        return NO_BUDGET

    def offers(self, state: S) -> tuple[Offer, ...]:
        """The orders that can be given by pointing at the map, in the phase that `state` waits for.
        As the only order of a sheet, each is read without an error. They are public: nothing secret
        shows in them."""
        return ()

    def governed(self, state: S, rulings: Sequence[Ruling]) -> S:
        """The state with the rulings that are applied before the orders of a phase meet it.
        GameError: one does not apply."""
        return state

    @abstractmethod
    def adjudicate(
        self, state: S, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[S]:
        """Resolve the phase that `state` waits for. GameError: a ruling does not apply."""

    def answer(self, case: Mapping[str, Any], *, verdicts: bool = True) -> dict[str, Any] | None:
        """The answer to one case of `theatrum resolve`; None: cases have the form that they have
        in most rulesets (see `answers`). TheatrumError: it is not valid input."""
        return None

    # --- for players

    def primer(self) -> Primer:
        """How its orders are written, and what rulings do."""
        from generator.engine.primer import Primer

        return Primer((), {}, {})

    def duties(self, state: S, power: str) -> tuple[str, ...]:
        """The orders that a power owes, in a few words each ("5 INFs to place"); only what is
        public."""
        return ()

    def advice(self, state: S, power: str) -> str:
        """A power's decisions beyond the usual orders of a phase: one sentence without a
        full stop, or ""; only what is public."""
        return ""

    def brief(self, state: S, power: str) -> Brief:
        """A power's view of a position. `state` has only what is public."""
        from generator.engine.briefing import Brief

        return Brief()

    def placing(self, state: S, power: str) -> Placing | None:
        """The influence that a power may place in the phase that `state` waits for; None for
        nothing to place. `state` has only what is public."""
        return None

    def confided(self, state: S, power: str) -> Confided:
        """The secrets of a power that a state holds, such as objectives."""
        return Confided()

    # --- for everyone

    @abstractmethod
    def picture(self, state: S) -> Picture:
        """The map of the position that waits for orders."""

    @abstractmethod
    def picture_of(self, before: S, resolution: Resolution[S]) -> Picture:
        """The map of a phase: the position before it, the orders and their outcomes."""

    @abstractmethod
    def summary(self, before: S, resolution: Resolution[S]) -> tuple[str, ...]:
        """The changes of the phase, in one to three sentences."""

    def report(self, before: S, resolution: Resolution[S]) -> tuple[Section, ...]:
        """The events of the phase, in the order of the rulebook; secret ones come last."""
        return ()

    def remedies(
        self, before: S, resolution: Resolution[S], rulings: Sequence[Ruling] = ()
    ) -> Mapping[int, Remedy]:
        """A remedy for each order that failed, by the number of its verdict (from 1). `rulings` are
        those of the phase.

        Only public verdicts of `resolution` and public rulings are used: no secret is mentioned,
        changed or given away. Empty where the public orders do not lead to the outcomes of the
        phase, and for phases in which nothing is looked for.
        """
        return {}

    @abstractmethod
    def standings(self, state: S) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Counts of each power as (label, {power: number}), the most telling count first."""

    def sheets(self, state: S) -> tuple[Section, ...]:
        """A position in tables: units, and what else a referee would compare with a list."""
        return ()

    def tables(self, state: S) -> tuple[Section, ...]:
        """The position beyond the map and the standings, in the order of the rulebook: only
        what is public."""
        return ()

    def gazetteer(self, state: S) -> Gazetteer:
        """The names and words of the game that a state is of. A part that is empty has no page."""
        from generator.engine.chronicle import Gazetteer

        return Gazetteer()

    def snapshot(self, state: S) -> Snapshot:
        """The public figures of a state, for the pages that follow a game through the years."""
        from generator.engine.chronicle import Snapshot

        return Snapshot()

    def with_scores(self, snapshot: Snapshot, resolution: Resolution[S]) -> Snapshot:
        """The snapshot after a phase, with scores that no state has and only the events of the
        phase show. `resolution` has only what is public."""
        return snapshot

    def with_secrets(self, snapshot: Snapshot, state: S) -> Snapshot:
        """The snapshot of a state with its secret figures: the game is over."""
        return snapshot

    def influence_changes(self, resolution: Resolution[S]) -> Sequence[InfluenceChange]:
        """The public gains and losses of influence in a phase."""
        return ()

    def minors_of(self, state: S, event: Event) -> tuple[str, ...]:
        """The minor states that an event is about: their biographies have it."""
        return ()

    def ledger(self, resolution: Resolution[S]) -> Sequence[LedgerLine]:
        """Every sum of money in the events of a phase, in order. `resolution` has only what is
        public."""
        return ()

    def records(self, resolution: Resolution[S]) -> Sequence[RecordLine]:
        """The lines that a phase adds to the lists of the gazetteer (`Gazetteer.records`).
        `resolution` has only its public part."""
        return ()

    def measures(self, state: S) -> tuple[Measure, ...]:
        """All that powers vote for (`Gazetteer.measures` is the word for it), in the order of the
        rulebook; only what is public."""
        return ()
