"""One phase under way: its entries, and the position that its rules make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.docket import Docket, Entry
from generator.engine.orders import read_order
from generator.engine.orders.values import AnyOrder
from generator.engine.phases import OrderBook
from generator.engine.retreats import Stranded
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.votes import is_vote

_UNREAD: Final = "cannot be read"


class Turn(Docket):
    """The phase that `before` waits for, being resolved.

    Steps settle the entries and say what stands where afterwards: `units`, `dislodged` and
    `contested`, as in a state. `votes` are the entries that `take_votes` has put aside.
    """

    def __init__(self, before: StandardState, book: OrderBook) -> None:
        powers = tuple(facts.powers())
        super().__init__(book, facts.rulebook().cites, powers, unread=_UNREAD)
        rank = {power: number for number, power in enumerate(powers)}
        self.entries.sort(key=lambda entry: (rank.get(entry.power, len(rank)), entry.power))
        for entry in self.entries:
            # What is no order of its phase may be one of a movement phase: then it can be refused
            # for what it says.
            if entry.order is None and not is_vote(entry.written):
                order = read_order(entry.written, facts.board(), "movement")
                entry.order = order if isinstance(order, AnyOrder) else None
        self.before = before
        self.votes: list[Entry] = []
        self.units: Mapping[str, tuple[Unit, ...]] = before.units
        self.dislodged: tuple[Stranded, ...] = ()
        self.contested: tuple[str, ...] = ()

    @property
    def open(self) -> list[Entry]:
        """The entries without a verdict."""
        return [entry for entry in self.entries if entry.verdict is None]

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts; those on votes come last."""
        on_votes = (entry.verdict for entry in self.votes if entry.verdict is not None)
        return (*super().verdicts(), *on_votes)
