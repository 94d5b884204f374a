"""Resolving movement: from a position with orders to who is where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.movement.judgment import CONVOY, HOLD, ILLEGAL, LEGAL, MOVE, VOID, OrderCase
from generator.engine.movement.knots import solve_case
from generator.engine.movement.policy import STANDARD_POLICY, MovementOptions, MovementPolicy, Stand
from generator.engine.movement.routes import bits, shortest_route
from generator.engine.movement.solve import SUCCEEDS, Solver
from generator.engine.orders.values import UnitOrder
from generator.engine.units import Unit
from generator.engine.verdicts import Outcome

_OPTIONS = MovementOptions()


class Dislodged(Struct, frozen=True):
    """A dislodged unit. `attacker_from` is the province its attacker came from, None by convoy.

    `by` is the attacker's index.
    """

    index: int
    owner: str
    unit: Unit
    attacker_from: str | None
    by: int


class Movement:
    """A resolved movement phase. Tuples run parallel to `units`, and are made when asked for."""

    def __init__(self, case: OrderCase, solver: Solver) -> None:
        self.case = case
        self.solver = solver
        self.board: Board = case.board
        self.units: Sequence[Stand] = case.units
        self.orders: Sequence[UnitOrder | None] = case.orders
        state = solver.state
        places: list[str | None] = [unit.at for _, unit in case.units]
        names = case.board.places
        # The unit that a successful move drives out has no move of its own that succeeded.
        driven: dict[int, int] = {}
        for to, movers in solver.into.items():
            for index in movers:
                if state[index] == SUCCEEDS:
                    places[index] = names[case.to_place[index]]
                    victim = case.occupant[to]
                    if victim >= 0 and state[victim] != SUCCEEDS:
                        places[victim] = None
                        driven[victim] = index
        self.places: tuple[str | None, ...] = tuple(places)
        self._driven = driven

    @cached_property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """The dislodged units, in the order of `units`."""
        case = self.case
        found = []
        for victim, by in sorted(self._driven.items()):
            owner, unit = case.units[victim]
            origin = None if case.by_convoy[by] else case.board.codes[case.province[by]]
            found.append(Dislodged(victim, owner, unit, origin, by))
        return tuple(found)

    @cached_property
    def contested(self) -> frozenset[str]:
        """Provinces that a standoff left empty."""
        case, solver = self.case, self.solver
        state, codes = solver.state, case.board.codes
        return frozenset(
            codes[to]
            for to, movers in solver.into.items()
            # A single mover enters an empty province.
            if len(movers) > 1
            and not any(state[index] == SUCCEEDS for index in movers)
            and ((stayer := case.occupant[to]) < 0 or state[stayer] == SUCCEEDS)
            # Moves that may not follow are kept out by that, and not by each other.
            and any(
                solver.prevent(index)[1] > 0 for index in movers if index not in case.contingent
            )
        )

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The result of each order; no order counts as a hold."""
        return tuple(self.outcome(index) for index in range(len(self.units)))

    def driven_by(self, index: int) -> int:
        """The unit that dislodged this one, or -1."""
        return self._driven.get(index, -1)

    def outcome(self, index: int) -> Outcome:
        """The result of one order."""
        case, solver = self.case, self.solver
        if case.status[index] == ILLEGAL:
            return "illegal"
        if case.status[index] == VOID:
            return "void"
        kind = case.kind[index]
        if kind == MOVE:
            if solver.state[index] == SUCCEEDS:
                return "success"
            if case.by_convoy[index] and not solver.carried(index)[1]:
                return "disrupted"
            return "bounce"
        if kind == HOLD:
            return "dislodged" if index in self._driven else "success"
        if kind == CONVOY:
            if index in self._driven:
                return "dislodged"
            undone = solver.broken >> case.province[index] & 1
            return "disrupted" if undone or case.other[index] in solver.stopped else "success"
        return "success" if solver.support(index)[1] > 0 else "cut"

    def route(self, index: int) -> tuple[str, ...]:
        """The seas of a convoyed move: those that carried it, or those that were meant to."""
        case, solver = self.case, self.solver
        if not case.by_convoy[index]:
            return ()
        codes = case.board.codes
        start, to = case.province[index], case.target[index]
        seas = case.carriers.get(index, 0)
        standing = 0
        for sea in bits(seas & ~solver.broken):
            if case.occupant[sea] not in self._driven:
                standing |= 1 << sea
        route = shortest_route(case.board, standing, start, to)
        route = route or shortest_route(case.board, seas, start, to) or tuple(bits(seas))
        return tuple(codes[sea] for sea in route)

    def strength(self, index: int) -> int:
        """The strength of a unit's order after supports: of its attack, hold, support or convoy."""
        case, solver = self.case, self.solver
        if case.status[index] != LEGAL:
            return solver.strength[index]
        if case.kind[index] == MOVE:
            return solver.defend(index)[1]
        if case.kind[index] in (HOLD, CONVOY):
            return solver.strength[index]
        return solver.support(index)[1]


def resolve_movement(
    board: Board,
    units: Sequence[Stand],
    orders: Sequence[UnitOrder | None],
    policy: MovementPolicy = STANDARD_POLICY,
    options: MovementOptions = _OPTIONS,
) -> Movement:
    """Resolve the movement of all units at once.

    `orders` runs parallel to `units`; None is a hold. No two units may share a province.
    """
    marches: frozenset[int] = frozenset()
    while True:
        case = OrderCase(board, units, orders, policy, options, marches)
        movement = Movement(case, solve_case(case))
        if options.adjacent_convoy != "2000":
            return movement
        fallen = {
            index
            for index in case.carriers
            if case.board.army_mask[case.province[index]] >> case.target[index] & 1
            and case.by_convoy[index]
            and not movement.solver.carried(index)[1]
        }
        if not fallen - marches:
            return movement
        marches |= fallen
