"""What the orders of one sheet cost, what is left, and what comes of it if nothing else changes.

A ruleset with money or influence finds it by trying the sheet alone, as if nobody else had written
one. So it says nothing of the sheets of others, and nothing that their author may not know.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from generator.engine.phases import Sheet


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


@runtime_checkable
class Budgeting(Protocol):
    """A ruleset whose orders cost something."""

    def budget(self, state: Any, sheet: Sheet) -> Budget:
        """The budget of a sheet for the phase that `state` waits for."""
        ...


def budget_of(ruleset: object, state: Any, sheet: Sheet | None) -> Budget:
    """The budget of a sheet; an empty one where there is no sheet, or orders cost nothing."""
    if sheet is None or not isinstance(ruleset, Budgeting):
        return NO_BUDGET
    return ruleset.budget(state, sheet)
