"""One phase under way: a copy of the state that the rules work on, and their verdicts and
events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.docket import Docket
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.rulings import Kinds
from generator.rulesets.europe.state.standing import Standing
from generator.rulesets.europe.state.state import EuropeState, Stand, arrange

if TYPE_CHECKING:
    from generator.engine.movement import Movement
    from generator.engine.orders import AnyOrder
    from generator.engine.retreats import Fate
    from generator.engine.units import Unit
    from generator.rulesets.europe.state.state import Displaced
    from generator.rulesets.europe.turn.edition import Edition


class Turn(Docket):
    """The phase that `before` waits for, being resolved.

    The contents of the state are here in mutable form under the same names (`stands` is a list).
    Steps change it, settle entries and report events; some set the next phase with `go`. Code that
    changes captures, statuses, relations, eliminated or founded calls `politics_changed`. `author`
    is set where the sheet of one power is only tried: only the verdicts on it are wanted then, and
    a phase may leave out all else; unless it is tried `alone`, to see its effect if no one else
    writes one.
    """

    def __init__(
        self,
        edition: Edition,
        before: EuropeState,
        book: OrderBook,
        rulings: Sequence[Ruling] = (),
        chance: Chance | None = None,
        author: str = "",
        *,
        alone: bool = False,
    ) -> None:
        secret = edition.course[before.moment.phase].secret
        super().__init__(book, edition.rulebook.cites, tuple(before.facts.powers), secret)
        self.edition = edition
        self.before = before
        self.facts = before.facts
        self.board = before.facts.board
        self.options = dict(before.options)
        self.moment = before.moment
        self.year = before.moment.year
        self.rulings = rulings
        self.kinds: Kinds = {}  # set when rulings are first read
        self.chance = chance
        self.missing = book.missing
        self.author = author
        self.alone = alone
        self.stands: list[Stand] = list(before.stands)
        self.infs: dict[str, dict[str, int]] = {s: dict(row) for s, row in before.infs.items()}
        self.statuses = dict(before.statuses)
        self.captures = dict(before.captures)
        self.markers = dict(before.markers)
        self.extra_units = dict(before.extra_units)
        self.extra_infs = dict(before.extra_infs)
        self.treasury = dict(before.treasury)
        self.relations = dict(before.relations)
        self.changes = list(before.changes)
        self.loans = list(before.loans)
        self.eliminated = dict(before.eliminated)
        self.founded = list(before.founded)
        self.displaced = before.displaced
        self.contested = before.contested
        self.scores = before.scores
        self.totals = dict(before.totals)
        self.parts = dict(before.parts)
        self.ending = before.ending
        self.setup = before.setup
        # Results of one step of a phase for those after it.
        self.weighed: dict[str, AnyOrder] = {}
        self.moved: Movement
        self.fates: tuple[tuple[Displaced, Fate], ...] = ()
        self.retreated: list[tuple[Displaced, Unit]] = []
        self.barred: dict[str, tuple[str, str]] = {}
        self.fresh: set[str] = set()
        self.debtors: frozenset[str] = frozenset()
        self._standing: Standing | None = before.standing
        self._next: Moment | None = None

    def vary(
        self, options: Mapping[str, Any] | None = None, setup: Mapping[str, Any] | None = None
    ) -> None:
        """Play on with other options, or with other tables of the game's own."""
        self.options = self.options if options is None else dict(options)
        self.setup = self.setup if setup is None else MappingProxyType(dict(setup))
        self.facts = self.edition.facts_for(self.options, self.setup)
        self.board = self.facts.board
        self.politics_changed()

    @property
    def standing(self) -> Standing:
        """The politics as they are now."""
        if self._standing is None:
            self._standing = Standing(
                self.facts,
                self.captures,
                self.statuses,
                self.relations,
                self.eliminated,
                tuple(self.founded),
            )
        return self._standing

    def politics_changed(self) -> None:
        """Forget the standing: it is computed again on the next access."""
        # The old one must not see later changes through the tables that it shares.
        self.captures = dict(self.captures)
        self.statuses = dict(self.statuses)
        self.relations = dict(self.relations)
        self.eliminated = dict(self.eliminated)
        self._standing = None

    @property
    def joint(self) -> bool:
        """Whether the phase has politics first, and the movement that goes by them after."""
        phase = self.edition.course[self.moment.phase]
        return phase.units == "movement" and "politics" in phase.traits

    @property
    def foresees(self) -> bool:
        """Whether the statuses that orders to units go by are known: not while a sheet is tried for
        a phase in which they are settled first, unless no one else writes one (`alone`)."""
        return self.alone or not (self.author and self.joint)

    @property
    def living(self) -> tuple[str, ...]:
        return tuple(power for power in self.facts.powers if power not in self.eliminated)

    @property
    def states(self) -> tuple[str, ...]:
        return (*self.facts.minors, *self.founded)

    def go(self, phase: str, year: int | None = None) -> None:
        """Set the next phase."""
        self._next = self.edition.moment_of(self.year if year is None else year, phase)

    @property
    def coming(self) -> Moment | None:
        """The phase that comes next, None before `go` was called."""
        return self._next

    def state(self) -> EuropeState:
        """The state as it is now, waiting for the phase that comes next."""
        if self._next is None:
            raise BrokenPromise(f"{self.moment}: no phase follows")
        freeze = MappingProxyType
        facts = self.facts
        return replace(
            self.before,
            moment=self._next,
            facts=facts,
            setup=self.setup,
            options=freeze(self.options),
            units=freeze(arrange(facts, self.living, self.stands)),
            infs=freeze({state: freeze(self._row(state)) for state in self.states}),
            statuses=freeze({state: self.statuses[state] for state in self.states}),
            captures=freeze({code: self.captures[code] for code in sorted(self.captures)}),
            markers=freeze({s: self.markers[s] for s in self.states if s in self.markers}),
            extra_units=freeze({s: n for s, n in self.extra_units.items() if n}),
            extra_infs=freeze({p: n for p, n in self.extra_infs.items() if n}),
            treasury=freeze(
                {p: self.treasury.get(p, 0) for p in self.living if facts.treasury.kept}
            ),
            relations=freeze({pair: self.relations[pair] for pair in sorted(self.relations)}),
            changes=tuple(self.changes),
            loans=tuple(self.loans),
            eliminated=freeze(self.eliminated),
            founded=tuple(self.founded),
            displaced=self.displaced,
            contested=self.contested,
            scores=self.scores,
            totals=freeze(self.totals),
            parts=freeze(self.parts),
            ending=self.ending,
        )

    def _row(self, state: str) -> dict[str, int]:
        """The INFs in a state as files have them: powers in order, without those that have no
        INFs."""
        row = self.infs.get(state, {})
        if len(row) < 2 and 0 not in row.values():
            return row
        return {power: row[power] for power in self.facts.powers if row.get(power)}

    def resolution(self) -> Resolution[EuropeState]:
        """The result of adjudicating the phase."""
        return Resolution(self.moment, self.verdicts(), tuple(self.events), self.state())


def refuse_rest(turn: Turn) -> None:
    """Settle every entry that has no verdict yet: the phase has nothing to do with its order."""
    for entry in turn.entries:
        if entry.verdict is not None:
            continue
        if entry.order is None:
            turn.settle(entry, "illegal", ("unreadable", entry.unread))
        else:
            turn.settle(entry, "illegal", ("wrong-phase", _right_phase(turn, entry.order)))


def _right_phase(turn: Turn, order: Any) -> str:
    course = turn.edition.course
    now = course[turn.moment.phase]
    taker = course.taker_of(order, but=now.slug)
    if taker is None:
        return f"this order has no place in the phase of {now.business}"
    phase, step = taker
    return f"{step.does} in the phase of {phase.business}, and this is {now.business}"
