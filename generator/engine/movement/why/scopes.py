"""The scope of an order: the provinces whose contests can affect it.

An order depends on what happens in its province of destination (or, if it does not move, in its
own), that on the moves and supports there, those on what happens to their units, and so on. A
change outside these provinces changes nothing for the order; and to see what a change inside them
does, only the orders directed there need to be resolved.
"""

from __future__ import annotations

from itertools import chain

from generator.engine.movement.judgment import (
    CONVOY,
    ILLEGAL,
    LEGAL,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    OrderCase,
)
from generator.engine.movement.knots import solve_case
from generator.engine.movement.result import Movement, resolve_movement
from generator.engine.movement.routes import bits
from generator.engine.orders.values import UnitOrder


class Scopes:
    """The scopes of the orders of one resolved movement. Sets of provinces are ints."""

    def __init__(self, movement: Movement) -> None:
        self.case: OrderCase = movement.case
        case, solver = self.case, movement.solver
        self.helpers = solver.helpers
        self.holders = solver.holders
        self.arrivals: dict[int, list[int]] = {}
        # For each province the moves and supports, matched or not, that are directed there.
        self._acting: dict[int, list[int]] = {}
        for index, kind in enumerate(case.kind):
            if case.status[index] == ILLEGAL:
                continue
            if kind == MOVE:
                self.arrivals.setdefault(case.target[index], []).append(index)
            if kind in (MOVE, SUPPORT_HOLD, SUPPORT_MOVE):
                self._acting.setdefault(case.target[index], []).append(index)
        self._steps: dict[int, int] = {}
        self._closed: dict[int, int] = {}
        self._acting_in: dict[int, frozenset[int]] = {}

    def moves(self, index: int) -> bool:
        """Whether a unit has an order to move that is not ignored."""
        return self.case.kind[index] == MOVE and self.case.status[index] != ILLEGAL

    def focus(self, goal: int) -> int:
        """The province in which an order succeeds or fails."""
        case = self.case
        return case.target[goal] if self.moves(goal) else case.province[goal]

    def scope(self, goal: int) -> int:
        """All provinces whose contests can affect an order."""
        case = self.case
        start = 1 << self.focus(goal)
        other = case.other[goal]
        if other >= 0 and (case.kind[goal] == CONVOY or case.status[goal] != LEGAL):
            start |= 1 << case.province[other] | 1 << case.target[other] | 1 << case.target[goal]
        return self._close(start)

    def _close(self, start: int) -> int:
        """The provinces with all those that they depend on."""
        known = self._closed.get(start)
        if known is None:
            known = todo = start
            while todo:
                low = todo & -todo
                fresh = self._step(low.bit_length() - 1) & ~known
                known |= fresh
                todo = (todo ^ low) | fresh
            self._closed[start] = known
        return known

    def _step(self, here: int) -> int:
        """The provinces that a contest reads: where its units might go, and who helps them."""
        known = self._steps.get(here)
        if known is not None:
            return known
        case = self.case
        province = case.province
        found = 0
        stayer = case.occupant[here]
        if stayer >= 0:
            if self.moves(stayer):
                found |= 1 << case.target[stayer]
            for helper in self.holders.get(stayer, ()):
                found |= 1 << province[helper]
        for mover in self.arrivals.get(here, ()):
            for helper in self.helpers.get(mover, ()):
                found |= 1 << province[helper]
            for fleet in case.ferries.get(mover, ()):
                found |= 1 << province[fleet]
        self._steps[here] = found
        return found

    # --- trying another order

    def changed(self, scope: int, index: int, order: UnitOrder | None) -> Movement:
        """The movement with another order for one unit, None for a hold; `order` is no move.

        Only decisions inside `scope` are certain to be right.
        """
        case = self.case
        judged = None
        if not case.ferries or case.options.adjacent_convoy != "2000":
            judged = case.with_order(index, order)
        if judged is None:
            return self.replayed(index, order)
        new, touched = judged
        # The new order, and orders that count because of it, depend on further provinces.
        start = scope
        for unit in touched:
            if new.status[unit] == LEGAL and new.kind[unit] != MOVE:
                start |= 1 << new.province[unit]
        among = self._acting_within(self._close(start)).union(touched)
        return Movement(new, solve_case(new, sorted(among)))

    def _acting_within(self, scope: int) -> frozenset[int]:
        """The moves and supports that are directed into a scope; many orders share one."""
        known = self._acting_in.get(scope)
        if known is None:
            acting = (self._acting.get(here, ()) for here in bits(scope))
            known = self._acting_in[scope] = frozenset(chain.from_iterable(acting))
        return known

    def replayed(self, index: int, order: UnitOrder | None) -> Movement:
        """The whole movement with another order for one unit."""
        case = self.case
        orders = list(case.orders)
        orders[index] = order
        return resolve_movement(case.board, case.units, orders, case.policy, case.options)
