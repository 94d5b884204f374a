"""Which of the orders that were written count, and in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.engine.board import Board
from generator.engine.docket import Entry
from generator.engine.movement import MovementOptions, judge_orders
from generator.engine.orders import Assignment, Stray, assign_entries
from generator.engine.orders.values import AnyOrder, UnitOrder, Waive
from generator.engine.units import Unit
from generator.engine.verdicts import NO_ORDER
from generator.rulesets.standard import facts
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.words import place

Stand = tuple[str, Unit]


def movement_options(values: Mapping[str, Any]) -> MovementOptions:
    """The engine's options for the option values of a game."""
    return MovementOptions(
        paradox=values.get("convoy-paradox", "szykman"),
        adjacent_convoy=values.get("adjacent-convoy", "2023"),
    )


def is_legal_alone(
    board: Board, stands: Sequence[Stand], index: int, order: AnyOrder, options: MovementOptions
) -> bool:
    """Whether a movement order is possible, whatever the others are ordered to do."""
    orders: list[Any] = [None] * len(stands)
    orders[index] = order
    judged = judge_orders(board, stands, orders, options=options)
    return isinstance(order, UnitOrder) and judged[index].status != "illegal"


def choose_orders(
    turn: Turn, stands: Sequence[Stand], is_legal: Callable[[int, AnyOrder], bool]
) -> Assignment[Entry]:
    """The entry that counts for each unit, and those that count for none."""
    return assign_entries(stands, turn.open, is_legal, board=facts.board())


def refuse_stray(turn: Turn, given: Assignment[Entry], stray: Stray[Entry]) -> None:
    """The verdict on an entry that counts for no unit."""
    cause = stray.cause or "duplicate-order"
    turn.settle(stray.written, "illegal", (cause, _stray_words(given, stray)))


def note_without(given: Assignment[Entry], index: int) -> str:
    """What is noted of a unit for which no entry counts."""
    named = any(stray.unit == index for stray in given.strays)
    return "no order that counts" if named else NO_ORDER


def _stray_words(given: Assignment[Entry], stray: Stray[Entry]) -> str:
    """Why a line does not count."""
    order = stray.written.order
    if order is None:
        return stray.written.unread
    if isinstance(order, Waive) or stray.cause == "unreadable":
        return "not an order for this phase"
    where = place(order.unit.province)
    if stray.cause == "no-such-unit":
        return f"there is no unit in {where}"
    if stray.cause == "foreign-unit":
        return f"the unit in {where} belongs to another power"
    if not stray.cause:
        return f"the unit in {where} has the same order already"
    if given.written[stray.unit] is not None:
        return f"the unit in {where} has another order, which counts"
    return f"the unit in {where} has several different orders: none counts"
