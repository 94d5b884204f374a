"""The possible orders of a position, as data: the choices that a page offers for pointing at, and
what the orders of a sheet cost.

A ruleset that has units or other pieces lists what each of them may do. Nothing here is a judgment:
the ruleset reads what was written, and an order that is not offered may still be written by hand.

A ruleset with money or influence finds the cost by trying only this sheet, as if no one else had
sent one. So it reveals nothing about other sheets, and nothing that its author may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from generator.engine.phases import OrderBook
from generator.engine.retreats import Stranded


class Choice(Struct, frozen=True):
    """One order that is offered. `text` is its canonical notation, `places` the places to point at
    after the piece itself, one after the other: words of the text, in its order.

    `kind` is one of the kinds of `OrderSign`: then the order is drawn on the map. Any other word is
    a kind of order that is not drawn.
    """

    kind: str
    text: str
    places: tuple[str, ...] = ()


class Offer(Struct, frozen=True):
    """The possible orders by pointing at one place.

    `power` writes the orders, "" where every power may. `at` is the place on the map. `unit` is the
    piece that is there, as orders name it; "" for orders to a place (a build), of which a sheet
    may have several.
    """

    power: str
    at: str
    unit: str
    choices: tuple[Choice, ...]


def retreat_choices(stranded: Stranded) -> tuple[Choice, ...]:
    """The orders to a unit that has to leave: each place that it may go to, and its end."""
    piece = stranded.unit.piece
    goes = (Choice("retreat", f"{piece} - {to}", (to,)) for to in stranded.places)
    return (*goes, Choice("disband", f"{piece} D"))


def accepted(
    read: Callable[[Mapping[str, str]], OrderBook], wanted: Mapping[str, Sequence[Choice]]
) -> dict[str, list[Choice]]:
    """Of the choices that are wanted for each power those that its sheet may have as its only line:
    for orders whose legality only the ruleset's reader knows. `read` reads sheets by power."""
    found: dict[str, list[Choice]] = {power: [] for power in wanted}
    for number in range(max(map(len, wanted.values()), default=0)):
        tried = {power: own[number] for power, own in wanted.items() if number < len(own)}
        book = read({power: choice.text for power, choice in tried.items()})
        wrong = {complaint.power for complaint in book.complaints if complaint.severity == "error"}
        for power, choice in tried.items():
            if power not in wrong:
                found[power].append(choice)
    return found


class Price(NamedTuple):
    """The cost of an order of a sheet: `3 TP, 9 TP left`. `order` is its number on the sheet, from
    0."""

    order: int
    text: str


class Budget(Struct, frozen=True):
    """The prices of a sheet, in written order, and a sentence for each thing that it may change:
    how it would be if nothing else changes, and what others would need."""

    prices: tuple[Price, ...] = ()
    forecast: tuple[str, ...] = ()


NO_BUDGET: Final = Budget()
