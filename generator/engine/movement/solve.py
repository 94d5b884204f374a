"""The resolver: which moves succeed. One mechanism for units of any strength.

Structure. Every question about strength (attack, hold, defend, prevent: DATC chapter 5; support
given; whether a convoy holds) is answered by two numbers, the least and the most that it can be
while some moves are undecided. `settle` goes through the undecided moves again and again:

    decide(move):  most of its attack  <= least that is against it   ->  FAILS
                   least of its attack >  most that is against it    ->  SUCCEEDS
                   otherwise                                         ->  OPEN, for now

Each decision tightens the bounds of others. Most orders are decided at the first look. The rest
wait for each other in a circle, a knot; `knots.py` unties knots.

Invariants.
- least <= most, and deciding a move only ever tightens bounds. So the order of the questions does
  not matter, and a decision is final.
- `state[i]` is OPEN only for legal moves that take part. Every other unit has FAILS: it stays.
- `given[i]` is noted only when no attack can change that support any more.
- Reading an open move goes through `leaves`, which notes it while `reads` is recording. A new
  question that looks at `state` directly would hide a dependency from the knots.

Why bounds and not guesses with backtracking: without a knot the work grows with the number of
orders, and paradoxes show as what they are, knots with no solution or with several.

Example. France: A PAR - BUR, A MAR S A PAR - BUR. Germany: A BUR H. Units 0, 1, 2.

    into     {BUR: [0]}         helpers  {0: [1]}         holders  {}
    attack(0) is (2, 2), hold(BUR) is (1, 1), so state becomes [SUCCEEDS, FAILS, FAILS]

In the ring A ANK - CON, A CON - SMY, A SMY - ANK each attack is (0, 1) against a hold of (0, 1):
nothing is decided, and the three moves are a knot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from generator.engine.movement.judgment import (
    CONVOY,
    ILLEGAL,
    LEGAL,
    MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    OrderCase,
)
from generator.engine.movement.routes import bits, is_carried

OPEN: Final = 0
SUCCEEDS: Final = 1
FAILS: Final = 2

Bounds = tuple[int, int]


class Solver:
    """The decisions of one case. `state[i]` of a move that takes part is OPEN, SUCCEEDS or FAILS.

    `into[p]` lists the moves that take part and go to province p. `broken` holds fleets (as a set
    of seas) whose convoys a paradox undid, `stopped` armies that it kept at home, `held_back`
    contingent attacks that failed to untie a knot, `rings` the moves that succeed only together.
    `undecided` are the moves that bounds did not decide; `knots.solve_case` decides those too. With
    `among` only the orders of those units take part.
    """

    def __init__(self, case: OrderCase, among: Iterable[int] | None = None) -> None:
        self.case = case
        count = len(case.units)
        self.state = [FAILS] * count
        self.into: dict[int, list[int]] = {}
        self.helpers: dict[int, list[int]] = {}
        self.holders: dict[int, list[int]] = {}
        self.broken = 0
        self.stopped: set[int] = set()
        self.held_back: set[int] = set()
        self.rings: list[tuple[int, ...]] = []
        self.strength = [unit.strength for _, unit in case.units]
        # Bounds of supports that no attack can change any more, and the ones still in question.
        self.given: dict[int, int] = {}
        self._reads: set[int] | None = None
        self._routes_read: set[int] = set()
        self._collect(range(count) if among is None else among)
        self.undecided = self.settle(self._first_look())

    # --- setting up

    def _collect(self, among: Iterable[int]) -> None:
        case = self.case
        kind, status, target = case.kind, case.status, case.target
        for index in among:
            if status[index] != LEGAL:
                continue
            order_kind = kind[index]
            if order_kind == MOVE:
                self.into.setdefault(target[index], []).append(index)
            elif order_kind == SUPPORT_MOVE:
                self.helpers.setdefault(case.other[index], []).append(index)
            elif order_kind == SUPPORT_HOLD:
                self.holders.setdefault(case.other[index], []).append(index)

    def _first_look(self) -> list[int]:
        """Decide the moves that no one contests; return the others."""
        case = self.case
        occupant, by_convoy, state = case.occupant, case.by_convoy, self.state
        rest: list[int] = []
        for to, movers in self.into.items():
            if len(movers) == 1 and occupant[to] < 0 and not by_convoy[movers[0]]:
                state[movers[0]] = SUCCEEDS
            else:
                for index in movers:
                    state[index] = OPEN
                rest += movers
        return rest

    # --- strengths as bounds (least, most)

    def leaves(self, index: int) -> int:
        """Whether the unit leaves its province: SUCCEEDS, FAILS (it stays) or OPEN."""
        state = self.state[index]
        if state == OPEN and self._reads is not None:
            self._reads.add(index)
        return state

    def carried(self, index: int) -> Bounds:
        """Whether a convoyed army's chain holds, as 0 or 1."""
        case = self.case
        if index in self.stopped:
            return 0, 0
        seas = case.carriers[index] & ~self.broken
        sure = seas
        for sea in bits(seas):
            fall = self._dislodged(sea)
            if fall != (0, 0):
                sure &= ~(1 << sea)
                if fall[0]:
                    seas &= ~(1 << sea)
        start, to = case.province[index], case.target[index]
        if sure == seas:
            stands = int(is_carried(case.board, seas, start, to))
            return stands, stands
        if self._reads is not None:
            self._routes_read.add(index)
        return int(is_carried(case.board, sure, start, to)), int(
            is_carried(case.board, seas, start, to)
        )

    def _dislodged(self, province: int, without: int = -1) -> Bounds:
        """Whether some move into an occupied province succeeds, as 0 or 1.

        Asked only of units that do not move.
        """
        most = 0
        for mover in self.into.get(province, ()):
            if mover == without:
                continue
            state = self.leaves(mover)
            if state == SUCCEEDS:
                return 1, 1
            if state == OPEN:
                most = 1
        return 0, most

    def support(self, index: int) -> Bounds:
        """The strength that a matched support gives after all attacks on it."""
        known = self.given.get(index)
        if known is not None:
            return known, known
        case = self.case
        here = case.province[index]
        attackers = self.into.get(here)
        full = self.strength[index]
        if not attackers:
            self.given[index] = full
            return full, full
        units, policy = case.units, case.policy
        least = most = full
        settled = True
        directed = case.target[index]
        for attacker in attackers:
            if case.by_convoy[attacker] and self._may_not_cut(attacker, index):
                continue
            state = self.leaves(attacker)
            if state == SUCCEEDS:
                self.given[index] = 0
                return 0, 0
            if state == OPEN:
                least = 0
                settled = False
            if case.province[attacker] == directed:
                continue
            loss = policy.cut(units[attacker], units[index])
            if not loss:
                continue
            if case.by_convoy[attacker]:
                stands = self.carried(attacker)
                if stands[0]:
                    most -= loss
                    least -= loss
                elif stands[1]:
                    least -= loss
                    settled = False
            else:
                most -= loss
                least -= loss
        if most <= 0:
            self.given[index] = 0
            return 0, 0
        if settled:
            self.given[index] = most
        return max(0, least), most

    def _may_not_cut(self, attacker: int, supporter: int) -> bool:
        """Whether an older paradox rule keeps a convoyed army from cutting this support."""
        rule = self.case.options.paradox
        if rule in ("szykman", "all-hold"):
            return False
        case = self.case
        sea = case.target[supporter]
        if rule == "1982":
            # Whatever the support is for, and whomever the fleet there carries: DATC 6.F.18-24.
            fleet = case.occupant[sea]
            return fleet >= 0 and case.kind[fleet] == CONVOY and case.status[fleet] == LEGAL
        carriers = case.carriers[attacker]
        if case.kind[supporter] != SUPPORT_MOVE or not carriers >> sea & 1:
            return False
        start, to = case.province[attacker], case.target[attacker]
        return not is_carried(case.board, carriers & ~(1 << sea), start, to)

    def _helped(self, index: int) -> Bounds:
        """A move's own strength with all its supports."""
        least = most = self.strength[index]
        helpers = self.helpers.get(index)
        if not helpers:
            return least, most
        for helper in helpers:
            low, high = self.support(helper)
            least += low
            most += high
        return least, most

    def _against(self, index: int, victim: int) -> Bounds:
        """A move's strength toward dislodging a unit."""
        case = self.case
        units, policy = case.units, case.policy
        if not policy.may_dislodge(units[index], units[victim]):
            return 0, 0
        least = most = self.strength[index]
        for helper in self.helpers.get(index, ()):
            if policy.support_counts(units[helper], units[victim]):
                low, high = self.support(helper)
                least += low
                most += high
        return least, most

    def opponent(self, index: int) -> int:
        """The unit that a move meets head to head, or -1."""
        case = self.case
        other = case.occupant[case.target[index]]
        if (
            other >= 0
            and case.kind[other] == MOVE
            and case.status[other] == LEGAL
            and case.target[other] == case.province[index]
            and not case.by_convoy[index]
            and not case.by_convoy[other]
        ):
            return other
        return -1

    def attack(self, index: int) -> Bounds:
        """Attack strength against the unit that is, or may be, in the target."""
        case = self.case
        victim = case.occupant[case.target[index]]
        if victim < 0:
            return self._helped(index)
        if self.opponent(index) >= 0:
            return self._against(index, victim)
        vacates = self._vacates(victim)
        if vacates == SUCCEEDS:
            return self._helped(index)
        if vacates == FAILS:
            return self._against(index, victim)
        return self._against(index, victim)[0], self._helped(index)[1]

    def _vacates(self, index: int) -> int:
        """SUCCEEDS if the unit leaves by its own move, FAILS if it stays, otherwise OPEN."""
        case = self.case
        if case.kind[index] != MOVE or case.status[index] != LEGAL:
            return FAILS
        return self.leaves(index)

    def hold(self, province: int) -> Bounds:
        """Hold strength of a province: 0 if empty or left, without support if it tried to leave."""
        case = self.case
        index = case.occupant[province]
        if index < 0:
            return 0, 0
        full = self.strength[index]
        if case.kind[index] == MOVE and case.status[index] != ILLEGAL:
            if case.status[index] != LEGAL:
                return full, full
            state = self.leaves(index)
            if state == SUCCEEDS:
                return 0, 0
            return (full if state == FAILS else 0), full
        least = most = full
        holders = self.holders.get(index)
        if not holders:
            return full, full
        for holder in holders:
            low, high = self.support(holder)
            least += low
            most += high
        return least, most

    def prevent(self, index: int) -> Bounds:
        """The strength with which a move keeps others out of its target."""
        least, most = self._helped(index)
        if self.case.by_convoy[index]:
            low, high = self.carried(index)
            if not high:
                return 0, 0
            if not low:
                least = 0
        opponent = self.opponent(index)
        if opponent >= 0:
            state = self.leaves(opponent)
            if state == SUCCEEDS:
                return 0, 0
            if state == OPEN:
                least = 0
        return least, most

    def defend(self, index: int) -> Bounds:
        """The strength of a move against the unit that it meets head to head."""
        return self._helped(index)

    def decide(self, index: int) -> int:
        """Whether a move succeeds by the present bounds: SUCCEEDS, FAILS or OPEN."""
        case = self.case
        sure = True
        if case.by_convoy[index]:
            low, high = self.carried(index)
            if not high:
                return FAILS
            sure = bool(low)
        to = case.target[index]
        if case.occupant[to] < 0:
            least, most = self._helped(index)
            low = high = 0
        else:
            least, most = self.attack(index)
            opponent = self.opponent(index)
            low, high = self.hold(to) if opponent < 0 else self._helped(opponent)
        if most <= low:
            return FAILS
        if least <= high:
            sure = False
        for rival in self.into[to]:
            if rival == index:
                continue
            low, high = self.prevent(rival)
            if most <= low:
                return FAILS
            if least <= high:
                sure = False
        return SUCCEEDS if sure else OPEN

    # --- deciding

    def settle(self, rest: list[int]) -> list[int]:
        """Decide moves by their bounds until nothing changes; return those still open."""
        state = self.state
        while rest:
            left: list[int] = []
            for index in rest:
                decided = self.decide(index)
                if decided == OPEN:
                    left.append(index)
                else:
                    state[index] = decided
            if len(left) == len(rest):
                return rest
            left.reverse()
            rest = left
        return rest

    def reads(self, index: int) -> tuple[set[int], set[int]]:
        """The open moves that a move waits for, and the armies whose convoys are in doubt."""
        self._reads, self._routes_read = set(), set()
        self.decide(index)
        reads, routes = self._reads, self._routes_read
        self._reads, self._routes_read = None, set()
        return reads, routes


class ContingentSolver(Solver):
    """The solver of a case with contingent attacks: moves that may dislodge the unit in their
    target, and may not follow it. A separate class, so that other cases do not pay for them."""

    def attack(self, index: int) -> Bounds:
        case = self.case
        if index not in case.contingent:
            return super().attack(index)
        victim = case.occupant[case.target[index]]
        vacates = self._vacates(victim)
        if vacates == SUCCEEDS:
            return 0, 0
        least, most = self._against(index, victim)
        return (least if vacates == FAILS else 0), most
