"""Knots: moves that wait for each other, and how they are untied.

Structure. When bounds decide nothing more, each open move reads other open ones. Moves that read
each other in a circle, and no open move outside it, are an innermost knot. `_untie` lists all
consistent ways to decide one knot and takes the first step of these that applies:

    exactly one solution           take it
    several that agree on a move   take what they agree on
    a contingent attack in it      it fails: no one follows a unit that it may not follow
    a doubtful convoy in it        a paradox: the option `paradox` is what fails
    several solutions              a ring: the solution with the most successes
    none                           no one moves; only a policy's own strengths lead here

Then the bounds decide on, and the next knot is untied, until no move is open.

Invariants.
- Each step decides a move or breaks a convoy, so this ends.
- `_solutions` leaves the solver as it found it.
- An innermost knot reads nothing open outside itself, so its solutions are final whatever becomes
  of the rest; the result does not depend on which of several innermost knots comes first.

Why contingent attacks fail together: in the ring A BOH - MUN (supported), A MUN - TYR, A TYR - BOH
let no one follow the unit that leaves Munich. Bohemia would dislodge Munich if that stayed; but
once Bohemia leaves, Tyrolia and then Munich leave, too. So there is no solution; with two such
attacks in one ring there are two, one for each. That they all fail treats them alike, and no one
in the ring moves.

Example: the knot A ANK - CON, A CON - SMY, A SMY - ANK, units 0, 1, 2.

    reads      {0: {1}, 1: {2}, 2: {0}}     so the innermost knot is [0, 1, 2]
    solutions  all succeed, or all fail     a ring: all succeed, and solver.rings is [(0, 1, 2)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.engine.movement.judgment import OrderCase
from generator.engine.movement.routes import bits
from generator.engine.movement.solve import FAILS, OPEN, SUCCEEDS, ContingentSolver, Solver


def solve_case(case: OrderCase, among: Iterable[int] | None = None) -> Solver:
    """The case with every move decided: by bounds first, then knot by knot, innermost first.

    With `among` only the orders of those units take part: enough for what depends on no others.
    """
    solver = (ContingentSolver if case.contingent else Solver)(case, among)
    rest = solver.undecided
    while rest:
        _untie(solver, rest)
        rest = solver.settle([index for index in rest if solver.state[index] == OPEN])
    return solver


def _untie(solver: Solver, rest: list[int]) -> None:
    """Decide at least one open move, or break a convoy, in a knot that waits for no other knot."""
    reads: dict[int, set[int]] = {}
    routes: dict[int, set[int]] = {}
    for index in sorted(rest):
        reads[index], routes[index] = solver.reads(index)
    knot = _innermost(reads)
    solutions = list(_solutions(solver, knot))
    if len(solutions) == 1:
        _take(solver, solutions[0])
        return
    if solutions:
        agreed = {
            index: decided
            for index, decided in solutions[0].items()
            if all(solution[index] == decided for solution in solutions)
        }
        if agreed:
            _take(solver, agreed)
            return
    contingent = [index for index in knot if index in solver.case.contingent]
    if contingent:
        _take(solver, dict.fromkeys(contingent, FAILS))
        solver.held_back.update(contingent)
        return
    armies = sorted({army for index in knot for army in routes[index]})
    fleets = _doubtful_fleets(solver, armies, set(knot))
    if fleets:
        if solver.case.options.paradox == "all-hold":
            _take(solver, dict.fromkeys(knot, FAILS))
            for army in armies:
                solver.stopped.add(army)
                solver.state[army] = FAILS
        else:
            solver.broken |= fleets
    elif solutions:
        best = max(solutions, key=lambda solution: [*solution.values()].count(SUCCEEDS))
        _take(solver, best)
        solver.rings.append(tuple(i for i, decided in best.items() if decided == SUCCEEDS))
    else:
        # No position comes here under the standard policy.
        _take(solver, dict.fromkeys(knot, FAILS))


def _take(solver: Solver, decisions: dict[int, int]) -> None:
    for index, decided in decisions.items():
        solver.state[index] = decided


def _doubtful_fleets(solver: Solver, armies: list[int], knot: set[int]) -> int:
    """The carriers of those armies that the knot's own moves may dislodge."""
    doubtful = 0
    for army in armies:
        for sea in bits(solver.case.carriers[army] & ~solver.broken):
            if any(mover in knot for mover in solver.into.get(sea, ())):
                doubtful |= 1 << sea
    return doubtful


def _solutions(solver: Solver, knot: list[int]) -> Iterator[dict[int, int]]:
    """All consistent ways to decide the moves of a knot. Leaves the solver as it was."""
    state = solver.state
    given = dict(solver.given)
    open_moves = [index for index in knot if state[index] == OPEN]
    trail = {index: state[index] for index in open_moves}

    def restore(to: dict[int, int]) -> None:
        for index, value in to.items():
            state[index] = value
        solver.given.clear()
        solver.given.update(given)

    def search() -> Iterator[dict[int, int]]:
        before = {index: state[index] for index in open_moves}
        if not _propagate(solver, open_moves):
            restore(before)
            return
        undecided = next((index for index in open_moves if state[index] == OPEN), None)
        if undecided is None:
            if all(solver.decide(index) == state[index] for index in open_moves):
                yield {index: state[index] for index in open_moves}
            restore(before)
            return
        reached = {index: state[index] for index in open_moves}
        for guess in (SUCCEEDS, FAILS):
            restore(reached)
            state[undecided] = guess
            yield from search()
        restore(before)

    yield from search()
    restore(trail)


def _propagate(solver: Solver, moves: list[int]) -> bool:
    """Follow a guess through the knot; False where it contradicts itself."""
    changed = True
    while changed:
        changed = False
        for index in moves:
            decided = solver.decide(index)
            if decided == OPEN:
                continue
            if solver.state[index] == OPEN:
                solver.state[index] = decided
                changed = True
            elif solver.state[index] != decided:
                return False
    return True


def _innermost(reads: dict[int, set[int]]) -> list[int]:
    """The moves that wait for each other and for no others; the lowest index among several."""
    reachable: dict[int, set[int]] = {}
    for start in reads:
        seen: set[int] = set()
        stack = [start]
        while stack:
            for index in reads[stack.pop()]:
                if index in reads and index not in seen:
                    seen.add(index)
                    stack.append(index)
        reachable[start] = seen
    knots = [
        sorted({start} | {index for index in seen if start in reachable[index]})
        for start, seen in reachable.items()
        if all(start in reachable[index] for index in seen)
    ]
    return min(knots)
