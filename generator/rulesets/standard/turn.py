"""One phase under way: its entries, and the position that its rules make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.engine.docket import Docket, Entry
from generator.engine.orders import Assignment, Stray, assign_entries, read_order
from generator.engine.orders.values import AnyOrder, Waive
from generator.engine.phases import OrderBook
from generator.engine.retreats import Stranded
from generator.engine.units import Unit
from generator.engine.verdicts import NO_ORDER, Verdict
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.votes import is_vote


class Turn(Docket):
    """The phase that `before` waits for, being resolved.

    Steps settle the entries and set the positions that result: `units`, `dislodged` and
    `contested`, as in a state. `votes` are the entries that `take_votes` has removed.
    """

    def __init__(self, before: StandardState, book: OrderBook) -> None:
        facts = before.facts
        powers = tuple(facts.powers)
        super().__init__(book, facts.rulebook.cites, powers, unread="cannot be read")
        rank = {power: number for number, power in enumerate(powers)}
        self.entries.sort(key=lambda entry: (rank.get(entry.power, len(rank)), entry.power))
        for entry in self.entries:
            # A line that is not an order of its phase may be one of a movement phase: then its
            # content can be the reason for the refusal.
            if entry.order is None and not is_vote(entry.written):
                order = read_order(entry.written, facts.board, "movement")
                entry.order = order if isinstance(order, AnyOrder) else None
        self.before = before
        self.votes: list[Entry] = []
        self.units: Mapping[str, tuple[Unit, ...]] = before.units
        self.dislodged: tuple[Stranded, ...] = ()
        self.contested: tuple[str, ...] = ()

    @property
    def facts(self) -> Facts:
        return self.before.facts

    @property
    def open(self) -> list[Entry]:
        """The entries without a verdict."""
        return [entry for entry in self.entries if entry.verdict is None]

    def choose_orders(
        self, stands: Sequence[tuple[str, Unit]], is_legal: Callable[[int, AnyOrder], bool]
    ) -> Assignment[Entry]:
        """The entry that counts for each unit, and the entries that do not count."""
        return assign_entries(stands, self.open, is_legal, board=self.facts.board)

    def refuse_stray(self, given: Assignment[Entry], stray: Stray[Entry]) -> None:
        """The verdict on an entry that counts for no unit."""
        cause = stray.cause or "duplicate-order"
        self.settle(stray.written, "illegal", (cause, self._stray_words(given, stray)))

    def _stray_words(self, given: Assignment[Entry], stray: Stray[Entry]) -> str:
        """Why a line does not count."""
        order = stray.written.order
        if order is None:
            return stray.written.unread
        if isinstance(order, Waive) or stray.cause == "unreadable":
            return "not an order for this phase"
        where = self.facts.place(order.unit.province)
        if stray.cause == "no-such-unit":
            return f"there is no unit in {where}"
        if stray.cause == "foreign-unit":
            return f"the unit in {where} belongs to another power"
        if not stray.cause:
            return f"the unit in {where} has the same order already"
        if given.written[stray.unit] is not None:
            return f"the unit in {where} has another order, which counts"
        return f"the unit in {where} has several different orders: none counts"

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts; those on votes come last."""
        on_votes = (entry.verdict for entry in self.votes if entry.verdict is not None)
        return (*super().verdicts(), *on_votes)


def note_without(given: Assignment[Entry], index: int) -> str:
    """The note on a unit for which no entry counts."""
    named = any(stray.unit == index for stray in given.strays)
    return "no order that counts" if named else NO_ORDER
