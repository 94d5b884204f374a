"""Random positions with orders that get in each other's way: for comparing adjudicators.

Targets lean toward occupied provinces and toward where others go; supports, convoys and heads-on
are given for what others do; paradoxes are planted. Same generator state, same positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from generator.engine.board import Board, province_of
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Unit

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@dataclass
class Position:
    """Units with their owners, and the orders parallel to them."""

    units: list[tuple[str, Unit]] = field(default_factory=list)
    orders: list[UnitOrder | None] = field(default_factory=list)

    def text(self) -> str:
        """One line a unit, for reading a disagreement."""
        pairs = zip(self.units, self.orders, strict=True)
        return "\n".join(f"{owner}: {unit} | {order}" for (owner, unit), order in pairs)


class _Maker:
    def __init__(self, rng: Random, board: Board, strengths: int) -> None:
        self.rng = rng
        self.board = board
        self.strengths = strengths
        self.powers = POWERS[: rng.randint(2, 7)]
        self.units: dict[str, tuple[str, Unit]] = {}
        self.orders: dict[str, UnitOrder] = {}
        self.region = self.some_region() if rng.random() < 0.4 else board.codes

    def some_region(self) -> tuple[str, ...]:
        """A sea with what lies within two steps: paradoxes that meet each other."""
        seas = [code for code in self.board.codes if self.is_sea(code)]
        sea = self.rng.choice(seas)
        near = {province_of(place) for place in self.board.fleet_from(sea)}
        far = {province_of(place) for p in near for place in self.board.fleet_from(p)}
        return tuple(sorted({sea} | near | far))

    def add(self, province: str, kind: str = "", owner: str = "") -> Unit | None:
        """A unit in an empty province that can hold one."""
        rng, one = self.rng, self.board.provinces[province]
        if province in self.units or one.kind == "impassable":
            return None
        able = {"sea": "F", "inland": "A", "coastal": "AF"}[one.kind]
        kind = kind or (rng.choice(able) if rng.random() < 0.5 else able[0])
        if kind not in able:
            return None
        at = province
        if kind == "F" and one.coasts:
            at = f"{province}/{rng.choice(sorted(one.coasts))}"
        strength = rng.choice((1, 1, rng.randint(1, self.strengths)))
        unit = Unit("F" if kind == "F" else "A", at, strength)
        self.units[province] = (owner or rng.choice(self.powers), unit)
        return unit

    def is_sea(self, province: str) -> bool:
        return self.board.provinces[province].kind == "sea"

    def is_coast(self, province: str) -> bool:
        return self.board.provinces[province].kind == "coastal"

    def reach(self, unit: Unit) -> list[str]:
        """The places that a unit may go to by itself."""
        if unit.kind == "A":
            return list(self.board.army_from(unit.province))
        return list(self.board.fleet_from(unit.at))

    def coasts_of(self, sea: str) -> list[str]:
        near = {province_of(place) for place in self.board.fleet_from(sea)}
        return sorted(code for code in near if self.is_coast(code))

    def plant_paradox(self) -> None:
        """A convoyed army that attacks the supporter of an attack on its own carrier."""
        rng, board = self.rng, self.board
        sea = rng.choice([code for code in self.region if self.is_sea(code)])
        coasts = self.coasts_of(sea)
        if len(coasts) < 2:
            return
        start, end = rng.sample(coasts, 2)
        near = [p for p in map(province_of, board.fleet_from(sea)) if p not in (start, end)]
        if not near:
            return
        origin = rng.choice(near)
        carrier, army = self.add(sea, "F"), self.add(start, "A")
        supporter, attacker = self.add(end, "F"), self.add(origin, "F")
        if carrier and army:
            via = rng.random() < 0.5
            self.orders[start] = Move(army.piece, end, via)
            self.orders[sea] = Convoy(carrier.piece, army.piece, end)
        if supporter and attacker:
            self.orders[origin] = Move(attacker.piece, sea)
            self.orders[end] = SupportMove(supporter.piece, attacker.piece, sea)

    def plant_ring(self) -> None:
        """Units that follow each other round, as far as the ways exist."""
        at = start = self.rng.choice(self.region)
        for _ in range(self.rng.randint(1, 5)):
            unit = self.add(at)
            if unit is None:
                return
            ways = [to for to in self.reach(unit) if province_of(to) not in self.units]
            home = [to for to in self.reach(unit) if province_of(to) == start]
            if home and self.rng.random() < 0.5:
                self.orders[at] = Move(unit.piece, home[0])
                return
            if not ways:
                return
            to = self.rng.choice(ways)
            self.orders[at] = Move(unit.piece, to)
            at = province_of(to)

    def crowd(self, count: int) -> None:
        """Fill up to `count` units, near the others more often than not."""
        rng = self.rng
        for _ in range(4 * count):
            if len(self.units) >= count:
                return
            if self.units and rng.random() < 0.7:
                around = rng.choice(sorted(self.units))
                sides = {province_of(p) for p in self.reach(self.units[around][1])}
                sides &= set(self.region)
                if sides:
                    self.add(rng.choice(sorted(sides)))
                    continue
            self.add(rng.choice(self.region))

    def order_moves(self, share: float) -> None:
        rng = self.rng
        wanted = [
            province_of(order.to) for order in self.orders.values() if isinstance(order, Move)
        ]
        for province, (_, unit) in self.units.items():
            if province in self.orders or rng.random() > share:
                continue
            to = self.aim(unit, wanted)
            if to:
                via = unit.kind == "A" and rng.random() < 0.15
                self.orders[province] = Move(unit.piece, to, via)
                wanted.append(province_of(to))

    def aim(self, unit: Unit, wanted: list[str]) -> str:
        rng = self.rng
        if unit.kind == "A" and self.is_coast(unit.province) and rng.random() < 0.35:
            to = self.overseas(unit.province)
            if to:
                return to
        ways = self.reach(unit)
        lively = [to for to in ways if province_of(to) in self.units or province_of(to) in wanted]
        if lively and rng.random() < 0.75:
            return rng.choice(lively)
        return rng.choice(ways) if ways else ""

    def overseas(self, start: str) -> str:
        """A coast that the fleets at sea join to this one, or ""."""
        seas = {code for code in self.units if self.is_sea(code)}
        edge = [sea for sea in sorted(seas) if start in self.coasts_of(sea)]
        reached: set[str] = set()
        while edge:
            sea = edge.pop()
            reached.add(sea)
            near = {province_of(place) for place in self.board.fleet_from(sea)}
            edge += sorted(near & seas - reached - set(edge))
        goals = sorted({coast for sea in reached for coast in self.coasts_of(sea)} - {start})
        lively = [coast for coast in goals if coast in self.units]
        if lively and self.rng.random() < 0.6:
            return self.rng.choice(lively)
        return self.rng.choice(goals) if goals else ""

    def order_the_rest(self) -> None:
        for province, (_, unit) in self.units.items():
            if province not in self.orders:
                order = self.help_someone(unit)
                if order is not None:
                    self.orders[province] = order

    def help_someone(self, unit: Unit) -> UnitOrder | None:
        rng, draw = self.rng, self.rng.random()
        moves = [(p, o) for p, o in self.orders.items() if isinstance(o, Move)]
        near = {province_of(to) for to in self.reach(unit)}
        if self.is_sea(unit.province) and draw < 0.6:
            journeys = [
                (p, o)
                for p, o in moves
                if self.units[p][1].kind == "A" and self.is_coast(province_of(o.to))
            ]
            far = [(p, o) for p, o in journeys if o.via or o.to not in self.board.army_from(p)]
            if far or journeys:
                at, order = rng.choice(far or journeys)
                return Convoy(unit.piece, self.units[at][1].piece, order.to)
        targets = [(p, o) for p, o in moves if province_of(o.to) in near and p != unit.province]
        if targets and draw < 0.85:
            at, order = rng.choice(targets)
            return SupportMove(unit.piece, self.units[at][1].piece, order.to)
        standing = [p for p in sorted(near) if p in self.units and p not in dict(moves)]
        if standing and draw < 0.95:
            return SupportHold(unit.piece, self.units[rng.choice(standing)][1].piece)
        return Hold(unit.piece) if draw < 0.98 else None

    def spoil(self) -> None:
        """A few orders that cannot be, or that fit nothing."""
        rng, codes = self.rng, self.board.places
        for province, (_, unit) in self.units.items():
            if rng.random() < 0.03:
                other = self.units[rng.choice(sorted(self.units))][1].piece
                to = rng.choice(codes)
                self.orders[province] = rng.choice(
                    (
                        Move(unit.piece, to, rng.random() < 0.5),
                        SupportHold(unit.piece, other),
                        SupportMove(unit.piece, other, to),
                        Convoy(unit.piece, other, to),
                    )
                )

    def position(self) -> Position:
        """All units with their orders, sorted by province."""
        made = Position()
        for province in sorted(self.units):
            made.units.append(self.units[province])
            made.orders.append(self.orders.get(province))
        return made


def random_position(rng: Random, board: Board, strengths: int = 1) -> Position:
    """A position of 4 to 50 units of strength 1 to `strengths`."""
    maker = _Maker(rng, board, strengths)
    count = rng.choice((rng.randint(4, 14), rng.randint(14, 34), rng.randint(34, 50)))
    for _ in range(rng.randint(0, 1 + count // 10)):
        maker.plant_paradox()
    for _ in range(rng.randint(0, 2)):
        maker.plant_ring()
    maker.crowd(count)
    maker.order_moves(rng.choice((0.35, 0.5, 0.65)))
    maker.order_the_rest()
    maker.spoil()
    return maker.position()


def ring_position(rng: Random, board: Board, strengths: int = 1) -> Position:
    """A ring of armies that follow each other, one or two of them supported, among other units.

    Now and then one of the armies does something else.
    """
    maker = _Maker(rng, board, strengths)
    path: list[str] = []
    while len(path) < 3 or path[0] not in board.army_from(path[-1]):
        ways = board.army_from(path[-1]) if path else board.codes
        ways = tuple(to for to in ways if to not in path and not maker.is_sea(to))
        if not ways or len(path) == 6:
            path = []
            continue
        path.append(rng.choice(ways))
    for at, to in zip(path, [*path[1:], path[0]], strict=True):
        unit = maker.add(at, "A")
        assert unit is not None
        if rng.random() < 0.95:
            maker.orders[at] = Move(unit.piece, to, rng.random() < 0.05)
    for place in rng.sample(range(len(path)), rng.choice((1, 1, 2))):
        to = path[(place + 1) % len(path)]
        helper = maker.add(rng.choice(board.army_from(to)), "A")
        if helper:
            order = SupportMove(helper.piece, maker.units[path[place]][1].piece, to)
            maker.orders[helper.province] = order
    maker.crowd(len(maker.units) + rng.randint(0, 6))
    maker.order_moves(rng.choice((0, 0, 0.3)))
    maker.order_the_rest()
    return maker.position()
