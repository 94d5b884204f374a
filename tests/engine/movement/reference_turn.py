"""What each order is worth before strengths are counted, in plain words, for the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.board import Board, province_of
from generator.engine.movement.policy import STANDARD_POLICY, MovementPolicy
from generator.engine.orders.values import Convoy, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Unit


class Turn:
    """The position, and what each order is worth before strengths are counted.

    `moves` maps provinces of moving units to where they go (moves that take part); `tried` also
    has the unmatched ones. `supports` are the matched supports, `convoys` the legal convoys.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[tuple[str, Unit]],
        orders: Sequence[UnitOrder | None],
        policy: MovementPolicy = STANDARD_POLICY,
    ) -> None:
        self.board = board
        self.policy = policy
        self.units = units
        self.at = {unit.province: unit for _, unit in units}
        self.owner = {unit.province: owner for owner, unit in units}
        self.order = {
            unit.province: order
            for (_, unit), order in zip(units, orders, strict=True)
            if order is not None
        }
        self.fleets = {p for p in self.at if self.kind(p) == "sea"}
        self.convoys = {p: o for p, o in self.order.items() if self.is_legal_convoy(p, o)}
        self.moves: dict[str, str] = {}
        self.tried: dict[str, str] = {}
        self.travels: set[str] = set()
        for province, order in self.order.items():
            if isinstance(order, Move):
                self.judge_move(province, order)
        self.carriers = {army: self.carriers_of(army) for army in self.travels}
        for army in sorted(self.travels):
            if not self.is_chain(self.carriers[army], army, province_of(self.tried[army])):
                del self.moves[army]
        self.supports = {p: o for p, o in self.order.items() if self.is_matched_support(p, o)}

    # --- the board in words

    def kind(self, province: str) -> str:
        return self.board.provinces[province].kind

    def fleet_reach(self, place: str) -> set[str]:
        return set(self.board.fleet_from(place))

    def shores(self, province: str) -> set[str]:
        """The seas beside a province, whichever coast."""
        coasts = [f"{province}/{coast}" for coast in self.board.provinces[province].coasts]
        seas = {to for place in (province, *coasts) for to in self.fleet_reach(place)}
        return {sea for sea in seas if self.kind(province_of(sea)) == "sea"}

    def can_reach(self, province: str, target: str) -> bool:
        """Whether the unit could go to that province by itself."""
        unit = self.at[province]
        if unit.kind == "A":
            return target in self.board.army_from(province)
        return target in {province_of(to) for to in self.fleet_reach(unit.at)}

    def is_chain(self, seas: set[str], start: str, end: str) -> bool:
        """Whether fleets in these seas join two coasts: flood from one and see."""
        if self.kind(start) != "coastal" or self.kind(end) != "coastal":
            return False
        flooded: set[str] = set()
        edge = self.shores(start) & seas
        while edge:
            flooded |= edge
            edge = {to for sea in edge for to in self.fleet_reach(sea)} & seas - flooded
        return bool(flooded & self.shores(end))

    def routes(self, start: str, end: str) -> Iterator[frozenset[str]]:
        """All chains of fleets without repeats, as sets of seas."""

        def onward(path: tuple[str, ...]) -> Iterator[frozenset[str]]:
            if path[-1] in self.shores(end):
                yield frozenset(path)
                return
            for sea in self.fleet_reach(path[-1]) & self.fleets - set(path):
                yield from onward((*path, sea))

        for sea in self.shores(start) & self.fleets:
            yield from onward((sea,))

    def is_needed(self, sea: str, start: str, end: str) -> bool:
        """Whether some chain has this fleet and would break without it."""
        return any(
            sea in route and not self.is_chain(set(route) - {sea}, start, end)
            for route in self.routes(start, end)
            if all(not self.is_chain(set(route) - {other}, start, end) for other in route)
        )

    # --- which orders count

    def is_legal_convoy(self, province: str, order: UnitOrder) -> bool:
        if not isinstance(order, Convoy) or self.kind(province) != "sea":
            return False
        start, end = order.army.province, province_of(order.to)
        army = self.at.get(start)
        return (
            army is not None
            and army.kind == "A"
            and start != end
            and self.kind(start) == self.kind(end) == "coastal"
            and self.is_needed(province, start, end)
            and self.may_help(province, start, end, convoy=True)
        )

    def may_help(self, helper: str, helped: str, to: str, *, convoy: bool = False) -> bool:
        """Whether the policy lets the unit in one province help the unit in another."""
        stands = ((self.owner[at], self.at[at]) for at in (helper, helped))
        return self.policy.may_help(*stands, to, convoy=convoy) is None

    def may_follow(self, province: str) -> bool:
        """Whether the policy lets a moving unit enter its target, which the unit there leaves."""
        target = province_of(self.moves[province])
        stands = ((self.owner[at], self.at[at]) for at in (province, target))
        return self.policy.may_follow(*stands) is None

    def judge_move(self, province: str, order: Move) -> None:
        target = province_of(order.to)
        if target == province:
            return
        if self.at[province].kind == "F":
            reach = self.fleet_reach(self.at[province].at)
            places = [to for to in reach if to == order.to]
            if not places and order.to == target:
                places = [to for to in reach if province_of(to) == target]
            if len(places) == 1:
                self.moves[province] = self.tried[province] = places[0]
            return
        by_land = self.can_reach(province, target)
        chain = self.is_chain(self.fleets, province, target)
        meant = by_land and any(
            self.owner[fleet] == self.owner[province]
            for fleet in self.convoys
            if self.names_journey(fleet, province, target)
        )
        if (not by_land or order.via) and not chain:
            return
        self.moves[province] = self.tried[province] = target
        if not by_land or order.via or meant:
            self.travels.add(province)

    def names_journey(self, fleet: str, start: str, end: str) -> bool:
        order = self.convoys[fleet]
        assert isinstance(order, Convoy)
        return order.army.province == start and province_of(order.to) == end

    def carriers_of(self, army: str) -> set[str]:
        return {f for f in self.convoys if self.names_journey(f, army, self.tried[army])}

    def is_matched_support(self, province: str, order: UnitOrder) -> bool:
        if not isinstance(order, SupportHold | SupportMove):
            return False
        other = order.supported.province
        if other not in self.at or other == province:
            return False
        if isinstance(order, SupportHold):
            return (
                self.can_reach(province, other)
                and other not in self.tried
                and self.may_help(province, other, other)
            )
        target = province_of(order.to)
        return (
            self.can_reach(province, target)
            and self.could_arrive(other, order.to, province)
            and province_of(self.tried.get(other, "")) == target
            and (self.at[other].kind == "A" or order.to in (target, self.tried[other]))
            and self.may_help(province, other, target)
        )

    def could_arrive(self, province: str, place: str, without: str) -> bool:
        """Whether a unit could come to a place, not carried by the fleet `without`."""
        target = province_of(place)
        if self.at[province].kind == "F" and place != target:
            return place in self.fleet_reach(self.at[province].at)
        return self.can_reach(province, target) or (
            self.at[province].kind == "A"
            and target != province
            and self.is_chain(self.fleets - {without}, province, target)
        )
