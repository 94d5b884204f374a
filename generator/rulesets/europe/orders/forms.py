"""Forms of orders: what a line may look like, and the value that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

__all__ = ["Form"]


class Form(Struct, frozen=True):
    """One way to write an order.

    `pattern` has words in capitals, alternatives with `|` inside parentheses, slots in braces and
    optional parts in brackets: `LOAN {amount:number} TO {to:power} [INTEREST {interest:number}]`.
    Kinds of slots: number (a whole number, also negative), year, power, powers (one or more, with
    commas or `and`), state, states, place, unit (`A BUR`, `F IRE (EC)`, also `BUR` alone), units,
    type (army or fleet: "A" or "F"), coast, text (in quotes, or the rest of the line). Colons and
    letter case never matter; commas and brackets may stand before a word. `make` gets the slots
    that were filled by name and returns the order, or a tuple of orders (an empty one for a line
    that only says "none"); it may raise GameError with what is wrong. `example` is shown in hints.
    """

    pattern: str
    make: Callable[[Mapping[str, Any]], Any]
    example: str
