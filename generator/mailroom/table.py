"""The facts of a game for reading a letter, and the values that reading gives."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from generator.engine.corrections import subject_of
from generator.engine.errors import Complaint, GameError
from generator.engine.phases import OrderBook, WrittenOrder
from generator.engine.rulebook import PowerFacts
from generator.mailroom.encrypted import HINT, PROBLEM, edge_of
from generator.mailroom.headings import Calendar
from generator.mailroom.prose import ProseJudge


class LetterError(GameError):
    """A letter from which no orders can be taken with certainty."""


class MailTable(Struct, frozen=True):
    """The facts of a game for reading a letter.

    `powers` are those that play. `read` reads a power's text for the phase that is waited for.
    `addresses` are in lower case, several a power; `players` are names. `others` are what other
    games are called, by their folders and by their titles; `examples` are orders of the ruleset, by
    phase; `owners` are further names of those who own land, as minor states do; `subject` finds
    what an order is about.
    """

    slug: str
    title: str
    powers: Mapping[str, PowerFacts]
    calendar: Calendar
    names: Mapping[str, str]
    read: Callable[[str, str], OrderBook]
    addresses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    owners: tuple[str, ...] = ()
    subject: Callable[[Any], Hashable] = subject_of

    def judge(self) -> ProseJudge:
        """The judge of prose, with the names and the orders of the game."""
        powers = (
            name
            for facts in self.powers.values()
            for name in (facts.name, facts.short, facts.adjective)
        )
        return ProseJudge(self.names, self.examples, (*powers, *self.owners))

    def writers(self, addresses: tuple[str, ...]) -> set[str]:
        """The powers that write from one of these addresses."""
        return {power for power, known in self.addresses.items() if set(known) & set(addresses)}


class Reader(Struct, frozen=True):
    """Reads a power's text as the ruleset does, for the phase that is waited for."""

    table: MailTable
    power: str

    def read(self, text: str) -> OrderBook:
        return self.table.read(self.power, text)

    def orders_in(self, book: OrderBook) -> Sequence[WrittenOrder]:
        sheet = book.sheets.get(self.power)
        return sheet.orders if sheet is not None else ()

    def errors_in(self, book: OrderBook) -> list[Complaint]:
        """The complaints about lines that are errors."""
        return [
            complaint
            for complaint in book.complaints
            if complaint.power == self.power and complaint.severity == "error" and complaint.line
        ]

    def lines_of(self, book: OrderBook) -> tuple[set[int], set[int]]:
        """The lines with an order that can be read, and those with something that cannot. An order
        that is only illegal can be read."""
        orders = self.orders_in(book)
        readable = {order.line for order in orders if order.order is not None}
        broken = {order.line for order in orders if order.order is None}
        return readable, broken | ({one.line for one in self.errors_in(book)} - readable)

    def is_readable(self, text: str) -> bool:
        """Whether a text consists of orders only."""
        book = self.read(text)
        return bool(self.lines_of(book)[0]) and not self.errors_in(book)

    def is_written(self, text: str) -> bool:
        """Whether each part of a text is an order, though it may not be legal."""
        orders = self.orders_in(self.read(text))
        return bool(orders) and all(one.order is not None for one in orders)


class Ignored(Struct, frozen=True):
    """A line that was not taken, and why. Line 0 is the subject. `to_fix`: it may hold orders."""

    line: int
    text: str
    why: str
    to_fix: bool = False


def encrypted_line(number: int, text: str, part: str = "") -> Ignored:
    """The line that reports an encrypted text, in the text of a mail or in a part of it."""
    where = f" (in {part})" if part else ""
    return Ignored(number, edge_of(text), f"{PROBLEM}; {HINT}{where}", to_fix=True)


def encrypted_error() -> LetterError:
    """For a mail with nothing else to show whose orders it has."""
    return LetterError(f"the mail has {PROBLEM}", hint=HINT)


class PhaseLines(Struct, frozen=True):
    """The orders for one phase. `numbers` are the lines of the letter that `text` consists of."""

    phase: str
    text: str
    numbers: tuple[int, ...]
