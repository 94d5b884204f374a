"""A second adjudicator for standard movement: slow, plain, and made another way.

It shares nothing with the resolver but the board's adjacency and the order values. Legality is
read off the position in words; the equations are those of DATC chapter 5, for units of any
strength, asked of plain truth values. A move is decided when it ends the same way whatever becomes
of the moves that it reads: all ways are tried. Moves that wait for each other are decided by
listing every consistent answer. Where there is not exactly one, the convoys in the circle are
undone (Szykman); without a convoy it is a ring, and the answer with the most moves holds. Of a
policy it asks who may help whom and who may follow whom; in a circle that has not exactly one
answer, those fail who may not follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.engine.board import Board, province_of
from generator.engine.movement.policy import STANDARD_POLICY, MovementPolicy
from generator.engine.orders.values import SupportHold, SupportMove, UnitOrder
from generator.engine.units import Unit
from tests.engine.movement.reference_turn import Turn


@dataclass(frozen=True)
class Answer:
    """Where each unit stands afterwards (None: dislodged), and what a dislodged one may do."""

    places: tuple[str | None, ...]
    dislodged: frozenset[int]
    contested: frozenset[str]
    retreats: dict[int, tuple[str, ...]]


def adjudicate(
    board: Board,
    units: Sequence[tuple[str, Unit]],
    orders: Sequence[UnitOrder | None],
    policy: MovementPolicy = STANDARD_POLICY,
) -> Answer:
    """The position after movement by the 2023 rules with Szykman's rule for paradoxes."""
    turn = Turn(board, units, orders, policy)
    return _answer(turn, Circles(turn))


def _answer(turn: Turn, circles: Circles) -> Answer:
    gone = {p: to for p, to in turn.moves.items() if circles.succeeds(p)}
    by = {province_of(to): p for p, to in gone.items()}
    places = tuple(
        gone.get(unit.province, None if unit.province in by else unit.at) for _, unit in turn.units
    )
    full = {province_of(place) for place in places if place}
    contested = frozenset(
        province_of(to)
        for p, to in turn.moves.items()
        if province_of(to) not in full and circles.prevent(p) > 0 and not circles.is_contingent(p)
    )
    dislodged = frozenset(index for index, place in enumerate(places) if place is None)
    retreats = {}
    for index in dislodged:
        unit = turn.units[index][1]
        attacker = by[unit.province]
        closed = full | contested
        if attacker not in turn.travels:
            closed = closed | {attacker}
        if unit.kind == "A":
            reach = set(turn.board.army_from(unit.province))
        else:
            reach = turn.fleet_reach(unit.at)
        retreats[index] = tuple(sorted(to for to in reach if province_of(to) not in closed))
    return Answer(places, dislodged, contested, retreats)


class Doubt(Exception):
    """Raised where a question reads a move that is not decided."""

    def __init__(self, province: str) -> None:
        self.province = province


class Circles:
    """Which moves succeed. See the module's first lines.

    `known` are decided moves, `assumed` the guesses of the moment, `undone` the fleets whose
    convoys a paradox undid, `carrying` the fleets that the questions of the moment asked about.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.known: dict[str, bool] = {}
        self.assumed: dict[str, bool] = {}
        self.undone: set[str] = set()
        self.carrying: set[str] = set()
        self.into: dict[str, list[str]] = {}
        for province, to in turn.moves.items():
            self.into.setdefault(province_of(to), []).append(province)
        while len(self.known) < len(turn.moves):
            if not self.decide_the_plain():
                self.decide_a_circle()

    def succeeds(self, province: str) -> bool:
        if province in self.known:
            return self.known[province]
        if province in self.assumed:
            return self.assumed[province]
        raise Doubt(province)

    def open(self) -> list[str]:
        return [province for province in self.turn.moves if province not in self.known]

    def decide_the_plain(self) -> bool:
        """Decide the moves that end the same way whatever becomes of the others."""
        plain = {}
        for province in self.open():
            seen = set()
            for result in self.results(province):
                seen.add(result)
                if len(seen) == 2:
                    break
            self.assumed.clear()
            if len(seen) == 1:
                plain[province] = seen.pop()
        self.known.update(plain)
        return bool(plain)

    def results(self, province: str) -> Iterator[bool]:
        """The results of a move for every way to decide the open moves that it reads."""
        try:
            yield self.wins(province)
        except Doubt as doubt:
            for guess in (True, False):
                self.assumed[doubt.province] = guess
                yield from self.results(province)
            del self.assumed[doubt.province]

    def decide_a_circle(self) -> None:
        """Decide moves that wait for each other, and for no others."""
        reads: dict[str, set[str]] = {}
        asked: dict[str, set[str]] = {}
        for province in self.open():
            reads[province] = set()
            self.carrying.clear()
            for _ in self.results(province):
                reads[province] |= self.assumed.keys()
            asked[province] = set(self.carrying)
        grown = True
        while grown:
            grown = False
            for province, own in reads.items():
                more = set().union(own, *(reads[other] for other in own))
                grown = grown or more != own
                reads[province] = more
        circle = min((sorted({p} | own) for p, own in reads.items()), key=len)
        answers = list(self.consistent(circle))
        if len(answers) == 1:
            self.known.update(answers[0])
            return
        agreed = (
            {p: won for p, won in answers[0].items() if all(a[p] == won for a in answers)}
            if answers
            else {}
        )
        if agreed:
            self.known.update(agreed)
            return
        contingent = [province for province in circle if self.is_contingent(province)]
        if contingent:
            self.known.update(dict.fromkeys(contingent, False))
            return
        fleets = set().union(*(asked[province] for province in circle))
        convoys = {f for f in fleets - self.undone if set(circle) & set(self.into.get(f, ()))}
        if convoys:
            self.undone |= convoys
        else:
            assert answers, "only a convoy can contradict itself"
            self.known.update(max(answers, key=lambda answer: sum(answer.values())))

    def consistent(self, circle: list[str]) -> Iterator[dict[str, bool]]:
        """Every way to decide a circle that agrees with itself."""
        for province in circle:
            try:
                if self.wins(province) != self.assumed.get(province, self.wins(province)):
                    return
            except Doubt:
                continue
        left = [province for province in circle if province not in self.assumed]
        if not left:
            yield dict(self.assumed)
            return
        for guess in (True, False):
            self.assumed[left[0]] = guess
            yield from self.consistent(circle)
        del self.assumed[left[0]]

    # --- the equations of DATC chapter 5

    def strength(self, province: str) -> int:
        return self.turn.at[province].strength

    def target(self, province: str) -> str:
        return province_of(self.turn.moves[province])

    def leaves(self, province: str) -> bool:
        return province in self.turn.moves and self.succeeds(province)

    def is_dislodged(self, province: str) -> bool:
        """Asked of units that do not move."""
        return any(self.succeeds(mover) for mover in self.into.get(province, ()))

    def arrives(self, province: str) -> bool:
        """Whether a path leads the unit to its target."""
        turn = self.turn
        if province not in turn.travels:
            return True
        fleets = turn.carriers[province] - self.undone
        self.carrying |= fleets
        standing = {fleet for fleet in sorted(fleets) if not self.is_dislodged(fleet)}
        return turn.is_chain(standing, province, self.target(province))

    def supporters(self, province: str, moving: bool) -> list[str]:
        return [
            p
            for p, order in self.turn.supports.items()
            if isinstance(order, SupportMove if moving else SupportHold)
            and order.supported.province == province
        ]

    def support(self, province: str) -> int:
        order = self.turn.supports[province]
        directed = province_of(order.to) if isinstance(order, SupportMove) else ""
        if self.is_dislodged(province):
            return 0
        loss = sum(
            self.strength(attacker)
            for attacker in self.into.get(province, ())
            if attacker != directed
            and self.turn.owner[attacker] != self.turn.owner[province]
            and self.arrives(attacker)
        )
        return max(0, self.strength(province) - loss)

    def full(self, province: str) -> int:
        """A move's strength with all its supports: defend strength."""
        return self.strength(province) + sum(map(self.support, self.supporters(province, True)))

    def opponent(self, province: str) -> str | None:
        """The unit met head to head."""
        other = self.target(province)
        travels = self.turn.travels
        if other in self.turn.moves and self.target(other) == province:
            return None if {other, province} & travels else other
        return None

    def is_contingent(self, province: str) -> bool:
        """Whether a move is to a province that a unit is to leave, and may not follow that one."""
        return (
            self.target(province) in self.turn.moves
            and self.opponent(province) is None
            and not self.turn.may_follow(province)
        )

    def attack(self, province: str) -> int:
        owner, target = self.turn.owner, self.target(province)
        if not self.arrives(province):
            return 0
        if target not in self.turn.at:
            return self.full(province)
        if self.opponent(province) is None and self.leaves(target):
            return 0 if self.is_contingent(province) else self.full(province)
        if owner[target] == owner[province]:
            return 0
        return self.strength(province) + sum(
            self.support(p) for p in self.supporters(province, True) if owner[p] != owner[target]
        )

    def hold(self, province: str) -> int:
        if province not in self.turn.at or self.leaves(province):
            return 0
        if province in self.turn.tried:
            return self.strength(province)
        return self.strength(province) + sum(map(self.support, self.supporters(province, False)))

    def prevent(self, province: str) -> int:
        opponent = self.opponent(province)
        if not self.arrives(province) or (opponent is not None and self.leaves(opponent)):
            return 0
        return self.full(province)

    def wins(self, province: str) -> bool:
        attack, opponent = self.attack(province), self.opponent(province)
        against = self.hold(self.target(province)) if opponent is None else self.full(opponent)
        rivals = [p for p in self.into[self.target(province)] if p != province]
        return attack > against and all(attack > self.prevent(rival) for rival in rivals)
