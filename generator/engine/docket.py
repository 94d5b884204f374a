"""The docket of a phase: orders on their way to a verdict, and the events reported meanwhile.

    docket = Docket(book, rulebook.cites, ("austria", "france"), secret=frozenset({"illegal"}))
    for entry in docket.entries_of(Move):
        docket.settle(entry, "bounce", ("bounce-attack", "2 against 2"))
    docket.report(STANDOFF, "bounce-attack", "a standoff leaves Burgundy empty", provinces=["BUR"])
    docket.verdicts()

Invariants: an entry is settled once for good, and each has its verdict when the phase is over.
Verdicts come power by power, in the order in which the sheets have them; those that no one wrote
an entry for (a unit without an order) come after them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct

from generator.engine.board import province_of
from generator.engine.errors import BrokenPromise, Complaint
from generator.engine.events import EventKind
from generator.engine.phases import OrderBook
from generator.engine.rulings import ruling_note
from generator.engine.verdicts import Event, Extent, Outcome, Reason, Verdict

_UNREAD: Final = "this cannot be read as an order"


class Entry(Struct, eq=False):
    """One order of a sheet.

    `written` is the player's text, `order` what it was read as or None; then `unread` is why.
    `ruling` is the number of the ruling that it rests on, or 0. `fault` is what was complained
    about the text. `Docket.settle` fills in the verdict.
    """

    power: str
    written: str
    order: Any
    line: int = 0
    column: int = 0
    ruling: int = 0
    verdict: Verdict | None = None
    unread: str = _UNREAD
    fault: Complaint | None = None


class Docket:
    """The entries of all sheets, their verdicts, and the events of a phase.

    cites: returns the id of the rule that explains a cause; `str` where reasons are rules
    themselves. powers: in the order in which verdicts are listed. secret: by default only its
    author learns of an entry with such an outcome. unread: the message about a text without an
    order.
    """

    def __init__(
        self,
        book: OrderBook,
        cites: Callable[[str], str],
        powers: Sequence[str],
        secret: Collection[Outcome] = (),
        unread: str = _UNREAD,
    ) -> None:
        self.cites = cites
        self.entries: list[Entry] = [
            Entry(
                power,
                written.text,
                written.order,
                written.line,
                written.column,
                unread=written.unread(unread),
                fault=written.fault,
            )
            for power, sheet in book.sheets.items()
            for written in sheet.orders
        ]
        self.events: list[Event] = []
        self._powers = powers
        self._secret_outcomes = secret
        self._others: list[Verdict] = []

    def entries_of(self, *kinds: type) -> list[Entry]:
        """The entries without a verdict whose order is of one of these kinds, as written."""
        return [
            entry
            for entry in self.entries
            if entry.verdict is None and isinstance(entry.order, kinds)
        ]

    def settle(
        self,
        entry: Entry,
        outcome: Outcome,
        *reasons: tuple[str, str] | Reason,
        known_to: Iterable[str] | None = None,
        strength: int = 0,
        extent: Extent = "",
    ) -> None:
        """Give an entry its verdict. A reason is (cause, text), or ready with its rule's id.

        `known_to` is who may know of it (empty: everyone) where that does not follow from the
        outcome.
        """
        said = tuple(
            reason if isinstance(reason, Reason) else Reason(self.cites(reason[0]), reason[1])
            for reason in reasons
        )
        canonical = entry.written if entry.order is None else str(entry.order)
        written = "" if entry.written.strip() == canonical else entry.written
        if known_to is None:
            known_to = (entry.power,) if outcome in self._secret_outcomes else ()
        note = ruling_note(entry.ruling)
        entry.verdict = Verdict(
            entry.power, canonical, outcome, said, written, note, tuple(known_to), strength,
            entry.ruling, entry.order, extent,
        )  # fmt: skip

    def add_verdict(self, verdict: Verdict) -> None:
        """A verdict for which no one wrote an entry."""
        self._others.append(verdict)

    def report(
        self,
        kind: EventKind,
        cause: str,
        text: str,
        powers: Iterable[str] | None = None,
        provinces: Iterable[str] | None = None,
        weight: int | None = None,
        known_to: Iterable[str] = (),
        **data: Any,
    ) -> None:
        """Report an event. `cause` becomes the rule; `data` are its figures, for pages.

        Unless others are given, it concerns the powers that its figures name, in their order, and
        the place of their `province` or `unit`. Without a `weight` it has that of its kind.
        """
        if powers is None:
            figures = (value for value in data.values() if isinstance(value, str | list | dict))
            named = chain.from_iterable([one] if isinstance(one, str) else one for one in figures)
            powers = dict.fromkeys(one for one in named if one in self._powers)
        if provinces is None:
            place = data["unit"].split()[1] if "unit" in data else ""
            place = data.get("province", province_of(place))
            provinces = [place] if place else []
        rule = self.cites(cause)
        self.events.append(kind.event(rule, text, powers, provinces, weight, known_to, data))

    def unsay(self, *kinds: EventKind, where: Callable[[Event], bool] = lambda event: True) -> None:
        """Remove events of these kinds that a ruling has made untrue: a phase is reported as it
        is after the ruling."""
        slugs = {kind.slug for kind in kinds}
        self.events = [
            event for event in self.events if event.kind not in slugs or not where(event)
        ]

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts. BrokenPromise: an entry has none."""
        by_power: dict[str, list[Verdict]] = {power: [] for power in self._powers}
        for entry in self.entries:
            if entry.verdict is None:
                raise BrokenPromise(f"{entry.power}: {entry.written} has no verdict")
            by_power.setdefault(entry.power, []).append(entry.verdict)
        for verdict in self._others:
            by_power.setdefault(verdict.power, []).append(verdict)
        return tuple(verdict for several in by_power.values() for verdict in several)
