"""Moments of a game, the orders submitted for them, and the results of adjudicating them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.errors import Complaint
from generator.engine.verdicts import Event, Verdict

S = TypeVar("S")


class Moment(Struct, frozen=True, order=True):
    """One phase of a game.

    `year` is the year of the game, or the round where a ruleset counts rounds. `number` counts the
    phases of the year from 1, `phase` is the ruleset's slug ("spring-movement"): lower case,
    digits and hyphens. A ruleset may open as many phases in a year as play needs (for example, one
    for each battle round); which one comes next is part of the state.
    """

    year: int
    number: int
    phase: str

    @property
    def slug(self) -> str:
        return f"{self.number}-{self.phase}"

    def __str__(self) -> str:
        return f"{self.year} {self.phase}"


_MERELY: Final = ("this is not an order", "this cannot be read as an order")
"""Complaints with no other content than that a text cannot be read."""


class WrittenOrder(Struct, frozen=True):
    """One order on a sheet: its text, its place, and its reading.

    `order` is the ruleset's order value, or None where the text cannot be read; `fault` is what was
    complained about it, where that is known. `number` counts the orders of its sheet from 0: one
    line may make several, which share its place.
    """

    text: str
    line: int
    column: int
    order: Any
    fault: Complaint | None = None
    number: int = -1

    def unread(self, said: str) -> str:
        """The sentence that the text cannot be read, with the cause where it is known."""
        problem = self.fault.problem if self.fault is not None else said
        return said if problem in (said, *_MERELY) else f"{said}: {problem}"


def with_faults(
    orders: Iterable[WrittenOrder], complaints: Iterable[Complaint]
) -> tuple[WrittenOrder, ...]:
    """The orders of a sheet, numbered; each that cannot be read with the first error inside it.

    complaints: those of this sheet, in written order.
    """
    errors = [complaint for complaint in complaints if complaint.severity == "error"]
    errors.sort(key=_place)
    return tuple(
        replace(_with_fault(order, errors), number=number) for number, order in enumerate(orders)
    )


def _place(line: Complaint | WrittenOrder) -> tuple[int, int]:
    return line.line, line.column


def _with_fault(order: WrittenOrder, errors: Sequence[Complaint]) -> WrittenOrder:
    """The order with the first of the sorted errors that is in it, if it has none."""
    if order.order is not None or order.fault is not None:
        return order
    first = bisect_left(errors, _place(order), key=_place)
    fault = errors[first] if first < len(errors) else None
    if fault is None or _place(fault) > (order.line, order.column + len(order.text)):
        return order
    return replace(order, fault=fault)


class Sheet(Struct, frozen=True):
    """All that one power submitted for one phase, in written order."""

    power: str
    orders: tuple[WrittenOrder, ...] = ()


def orders_of(sheets: Mapping[str, Sheet]) -> dict[str, tuple[WrittenOrder, ...]]:
    """The orders of each sheet."""
    return {power: sheet.orders for power, sheet in sheets.items()}


class OrderBook(Struct, frozen=True):
    """The sheets of all powers for one phase, and every complaint about them.

    `missing` lists the powers from whom orders are due and none came.
    """

    sheets: Mapping[str, Sheet]
    complaints: tuple[Complaint, ...] = ()
    missing: tuple[str, ...] = ()


class Ruling(Struct, frozen=True):
    """A referee's recorded decision. It overrides or settles something, and is shown for good.

    `number` counts the rulings of the year from 1. `phase` is the slug of the phase it belongs to.
    `kind` is one of the ruleset's kinds of ruling, `facts` what that kind asks for.
    `rule` is the id of the rule that it overrides or reads, or "".
    """

    number: int
    phase: str
    kind: str
    reason: str
    rule: str = ""
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_secret(self) -> bool:
        return self.facts.get("secret") is True


class Setup(Struct, frozen=True):
    """The start of a game.

    `options` are the ruleset's options that differ from their defaults. `position` overrides any
    part of the opening (the table read from `--from FILE.toml`), or is empty.
    """

    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    position: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


class Document(Struct, frozen=True):
    """A state as TOML-able tables. `public` may be published at once; `private` is keyed by the
    name of a file that stays with the referee (hands, objectives, undisclosed draws)."""

    public: Mapping[str, Any]
    private: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))


class Resolution(Struct, Generic[S], frozen=True):
    """The result of adjudicating a phase. `moment` is the phase that was adjudicated."""

    moment: Moment
    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...]
    state: S
