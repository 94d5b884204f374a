"""The single orders that may matter to an order: those to add, to leave out, or to fit it.

Structure. `remedies.py` asks for candidates and tries each by resolving. There are three kinds:

    supports_of, convoys_of   help that could have been given to a unit as it was ordered
    removals                  orders that could have been left out; their units would hold
    matches                   the orders that an unmatched order waited for

The scope of an order are the provinces whose contests can affect it. An order depends on what
happens in its province of destination (or, if it does not move, in its own), that on the moves and
supports there, those on what happens to their units, and so on. A change outside these provinces
changes nothing for the order; and to see what a change inside them does, only the orders directed
there need to be resolved.

Invariants.
- A candidate changes the order of one unit, and never into a move, except in `matches`.
- Only what could matter is listed: an order is decided in a few provinces, its scope, and a change
  that neither comes from there nor goes there, and helps no one who does, changes nothing for it.
- Help is listed only for units that someone may order, and only as the ruleset lets them be
  ordered (`may_order`). Whether it is legal otherwise shows when it is tried.
- The order of the candidates is fixed, since the first that help are the ones named: supports and
  convoys by the index of the unit, removals by nearness.

Example. France: A PAR - BUR, A MAR H. Germany: A BUR H, A MUN - BER, A RUH - MUN. Paris bounces;
its scope is only Burgundy.

    supports_of(0)  [(1, A MAR S A PAR - BUR), (3, A MUN S A PAR - BUR), (4, A RUH S A PAR - BUR)]
    removals(0)     []      no order but its own is directed to Burgundy
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from generator.engine.movement.judgment import (
    CONVOY,
    HOLD,
    ILLEGAL,
    LEGAL,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    OrderCase,
)
from generator.engine.movement.knots import solve_case
from generator.engine.movement.result import Movement, resolve_movement
from generator.engine.movement.routes import bits, route_needs
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder


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
        """The movement with another order for one unit, None for a hold; `order` is never a move.

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


Change = tuple[int, UnitOrder]
"""A unit and its other order."""

MayOrder = Callable[[int, UnitOrder], bool]


class Candidates:
    """The candidates in one resolved movement.

    `sides[i]` is who orders unit i, "" where no one may; `may_order` is what the ruleset lets a
    unit be ordered, apart from the engine's own judgment.
    """

    def __init__(self, scopes: Scopes, sides: Sequence[str], may_order: MayOrder) -> None:
        self.scopes = scopes
        self.case: OrderCase = scopes.case
        self.sides = sides
        self.may_order = may_order
        case = self.case
        board = case.board
        self.pieces = [unit.piece for _, unit in case.units]
        # Where each unit that has an owner could go without a convoy, and so support.
        self._reach = [
            0
            if not sides[index]
            else board.army_mask[at]
            if case.is_army[index]
            else board.fleet_mask[case.place[index]]
            for index, at in enumerate(case.province)
        ]
        self._reaching: dict[int, list[int]] = {}
        self._fleets = [index for index, at in enumerate(case.province) if case.fleets >> at & 1]

    # --- orders to add

    def supports_of(self, unit: int) -> Iterator[Change]:
        """The supports that could have been given to a unit for its order, and were not."""
        case = self.case
        order = case.orders[unit]
        moves = self.scopes.moves(unit)
        # An army that waits for a convoy is helped on land only by the fleets that keep it there.
        unmatched = moves and case.status[unit] != LEGAL
        ferries = case.ferries.get(unit, ())
        to = case.target[unit] if moves else case.province[unit]
        support_kind = SUPPORT_MOVE if moves else SUPPORT_HOLD
        piece = self.pieces[unit]
        for index in self._reaching_to(to):
            given = case.kind[index] == support_kind and case.other[index] == unit
            if index == unit or (given and case.status[index] == LEGAL):
                continue
            if unmatched and index not in ferries:
                continue
            new: UnitOrder
            if moves:
                assert isinstance(order, Move)
                new = SupportMove(self.pieces[index], piece, order.to)
            else:
                new = SupportHold(self.pieces[index], piece)
            if self.may_order(index, new):
                yield index, new

    def _reaching_to(self, to: int) -> list[int]:
        """The units that could go to a province; found when first asked for."""
        known = self._reaching.get(to)
        if known is None:
            known = [index for index, reach in enumerate(self._reach) if reach >> to & 1]
            self._reaching[to] = known
        return known

    def convoys_of(self, army: int) -> Iterator[Change]:
        """The convoys that could have been ordered for an army's move, and were not."""
        case = self.case
        board = case.board
        if case.kind[army] != MOVE or not case.is_army[army]:
            return
        start, to = case.province[army], case.target[army]
        if start == to or not (board.coastal >> start & 1 and board.coastal >> to & 1):
            return
        for fleet in self._fleets:
            sea = case.province[fleet]
            given = case.kind[fleet] == CONVOY and case.other[fleet] == army
            if not self.sides[fleet] or (given and case.target[fleet] == to):
                continue
            if route_needs(board, case.fleets, start, to, sea):
                new = Convoy(self.pieces[fleet], self.pieces[army], board.codes[to])
                if self.may_order(fleet, new):
                    yield fleet, new

    def helped(self, scope: int) -> Iterator[int]:
        """The units that a support or a convoy could help in a scope: who comes, who stays."""
        for here in bits(scope):
            stayer = self.case.occupant[here]
            if stayer >= 0 and not self.scopes.moves(stayer):
                yield stayer
            yield from self.scopes.arrivals.get(here, ())

    # --- orders to leave out

    def removals(self, goal: int, scope: int) -> list[int]:
        """The units whose orders touch a scope, those nearest to the order first.

        Nearest are moves to its focus and the unit there, then moves at those who help it, then
        supports against it; of equally near orders those of others come before its own side's.
        """
        case = self.case
        kind, target, province = case.kind, case.target, case.province
        focus = self.scopes.focus(goal)
        helpers = [*self.scopes.helpers.get(goal, ()), *self.scopes.holders.get(goal, ())]
        close = {province[helper] for helper in (*helpers, *case.ferries.get(goal, ()))}
        found: list[tuple[int, bool, int]] = []
        for index, order_kind in enumerate(kind):
            if index == goal or order_kind == HOLD or case.status[index] == ILLEGAL:
                continue
            at, to = province[index], target[index]
            if order_kind == MOVE:
                # A scope that has a mover's own province has its target, too.
                touches = scope >> to & 1
                near = 0 if focus in (to, at) else 1 if to in close else 3
            elif order_kind == CONVOY:
                touches = scope >> to & 1 or scope >> province[case.other[index]] & 1
                near = 3
            else:
                touches = case.status[index] == LEGAL and scope >> to & 1
                near = 2 if to == focus and index not in helpers else 3
            if touches:
                found.append((near, self.sides[index] == self.sides[goal], index))
        return [index for _, _, index in sorted(found)]

    # --- what an unmatched order waited for

    def matches(self, goal: int) -> list[Change]:
        """The orders that would each have fitted an unmatched one, possible or not."""
        case = self.case
        order, other = case.orders[goal], case.other[goal]
        if case.kind[goal] == MOVE:
            return list(self.convoys_of(goal))
        if isinstance(order, SupportHold):
            return [(other, Hold(self.pieces[other]))]
        if isinstance(order, SupportMove):
            return [(other, Move(self.pieces[other], order.to))]
        assert isinstance(order, Convoy)
        adjacent = case.board.army_mask[case.province[other]] >> case.target[goal] & 1
        return [(other, Move(self.pieces[other], order.to, bool(adjacent)))]
