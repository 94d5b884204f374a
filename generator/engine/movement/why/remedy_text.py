"""Remedies in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generator.engine.hindsight import RemedyKind
from generator.engine.movement.judgment import CONVOY, HOLD, MOVE, OrderCase
from generator.engine.movement.why.candidates import Change
from generator.engine.orders.values import Hold, UnitOrder

NO_CHAIN: Final = "No single fleet that was free would have completed the chain."


def remedy_text(
    case: OrderCase,
    goal: int,
    kind: RemedyKind,
    changes: Sequence[Change],
    whose: Sequence[str],
) -> str:
    """The remedy for the order of a unit. `whose` are the orders of the changes, each with the name
    of the side whose it is."""
    named = " or ".join(whose)
    if kind == "matched":
        return _waited(case, changes, named)
    if kind == "without":
        return _without(case, goal, named)
    carried = case.by_convoy[goal] or case.kind[goal] == CONVOY
    if kind == "none":
        more = "support or convoy" if carried else "support"
        return f"Neither one more {more} by a free unit nor one order fewer would have changed it."
    verb = "done" if case.kind[goal] == MOVE else "saved it"
    return f"One more {kind} would have {verb}: {named}."


def _without(case: OrderCase, goal: int, named: str) -> str:
    kind = case.kind[goal]
    if kind == MOVE:
        return f"Without {named} it would have succeeded."
    what = "unit" if kind == HOLD else "convoy" if kind == CONVOY else "support"
    return f"Had {named} not been ordered, the {what} would have stood."


def _waited(case: OrderCase, changes: Sequence[Change], named: str) -> str:
    if len(changes) > 1:
        return f"It waited for one more order: {named}."
    ((index, _),) = changes
    order = case.orders[index]
    unit = case.units[index][1].piece
    if order is None or isinstance(order, Hold):
        return f"It waited for {named}; {unit} held."
    return f"It waited for {named}; instead of it {order} was ordered."


def in_vain(order: UnitOrder) -> str:
    """For an order that was waited for, and that would not have been enough either."""
    return f"It waited for {order}, and even that would not have been enough."


def impossible(order: UnitOrder) -> str:
    """For an order that was waited for, and that nobody could have given."""
    return f"It waited for {order}, an order that could not be given."
