"""What the orders of one sheet cost, what is left, and what comes of it if nothing else changes.

A ruleset with money or influence finds it by trying the sheet alone, as if nobody else had written
one. So it says nothing of the sheets of others, and nothing that their author may not know.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct


class Price(NamedTuple):
    """What an order of a sheet costs: `3 TP, 9 TP left`. `order` is its number on the sheet, from
    0."""

    order: int
    text: str


class Budget(Struct, frozen=True):
    """The prices of a sheet, in written order, and a sentence for each thing that it may change:
    where it would stand if nothing else changes, and what others would need."""

    prices: tuple[Price, ...] = ()
    forecast: tuple[str, ...] = ()


NO_BUDGET: Final = Budget()
