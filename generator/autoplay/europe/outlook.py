"""How the board looks to one power: what its units may enter, gain and lose, and who threatens.

All values are whole numbers; a point of victory is worth about ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

from generator.autoplay.europe.relations import FAITH, Relations
from generator.autoplay.reach import neighbors, steps
from generator.engine.board import province_of
from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.engine.units import Kind, Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.decree_records import Decree, decrees_in
from generator.rulesets.europe.features.handlers import acting_handler
from generator.rulesets.europe.features.rebellion import foreseen_revolt
from generator.rulesets.europe.playing.play import played_turn
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn

DECAY: Final = (100, 80, 58, 42, 30, 21, 15, 10, 7, 5, 3, 2, 1)
"""The part that counts of a gain so many steps away, in percent."""

POINT: Final = 10
INCOME: Final = 6
HOME: Final = 9
UNIT: Final = 45
STRENGTH: Final = 25
REVOLT: Final = 5
"""The years of revolt after which no one counts on the income of a center any more."""


class Outlook:
    """The state as a power sees it. It changes nothing except its memory of results."""

    def __init__(
        self, edition: Edition, state: EuropeState, relations: Relations, power: str
    ) -> None:
        self.edition = edition
        self.state = state
        self.facts = state.facts
        self.board = state.facts.board
        self.standing = state.standing
        self.relations = relations
        self.power = power
        self.stands = state.stands
        self.passage: Passage = edition.passage(state.standing, state.stands, edition.rulebook)
        self._gains: dict[tuple[str, str], int] = {}
        self._open: dict[tuple[str, str], bool] = {}
        self._ways: dict[tuple[str, Kind, str], dict[str, int]] = {}
        self._hopes: dict[tuple[str, Kind, str], int] = {}
        self._near: dict[str, int] = {}

    @property
    def has_treaties(self) -> bool:
        """Whether alliances are treaties, in which there may be more than two powers."""
        return "treaties" in self.state.parts

    @cached_property
    def obeyed(self) -> tuple[Decree, ...]:
        """The decrees in effect this year that the power obeys: the faithful obey most of them."""
        if "compliance" not in self.state.parts:
            return ()
        draws = self.relations.chance
        return tuple(
            decree
            for decree in decrees_in(self.state)
            if self.power in decree.order.targets
            and draws.branch(f"autoplay obedience {self.power} {decree.number}").number(100) < FAITH
        )

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The provinces that are closed to the power's own units by decrees that it obeys."""
        places: set[str] = set()
        for decree in self.obeyed:
            demand = decree.order.demand
            if demand.sort in ("not_enter", "vacate"):
                state = self.facts.states.get(demand.place)
                places.update(state.provinces if state is not None else (demand.place,))
        return frozenset(places)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The units that the power orders, by their numbers in `stands`: its own first."""
        mine = [i for i, (owner, _) in enumerate(self.stands) if self._commands(owner)]
        return tuple(sorted(mine, key=lambda i: (is_minor(self.stands[i][0]), i)))

    def _commands(self, owner: str) -> bool:
        follows = "succession" in self.state.parts and is_minor(owner)
        if follows and self.facts.states[owner].handled:
            return acting_handler(self.state, owner, (self.power,)) == self.power
        return self.standing.side_of(owner) == self.power

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """The units of sides at war with the power."""
        standing = self.standing
        return tuple(
            i
            for i, (owner, _) in enumerate(self.stands)
            if standing.at_war(self.power, standing.side_of(owner))
        )

    @cached_property
    def home(self) -> tuple[str, ...]:
        return self.facts.powers[self.power].home

    @cached_property
    def crowded(self) -> frozenset[str]:
        """The sites that the power should clear: it could pay for a new unit and has no room."""
        one = self.facts.powers[self.power]
        holders = self.standing.holders
        sites = [c for c in (*one.centers, *one.build_sites) if holders[c] == self.power]
        strength = sum(unit.strength for unit in self.state.units.get(self.power, ()))
        rich = self.state.treasury.get(self.power, 0) >= self.facts.price_at(strength)
        if not rich or any(code not in self.at for code in sites):
            return frozenset()
        return frozenset(sites)

    @cached_property
    def threats(self) -> Mapping[str, int]:
        """The strength of foes that could come to each province at once."""
        found: dict[str, int] = {}
        for index in self.foes:
            unit = self.stands[index][1]
            for province in {province_of(place) for place in neighbors(self.board, unit)}:
                found[province] = found.get(province, 0) + unit.strength
        return found

    def margins(self, state: str) -> tuple[int, ...]:
        """How many INFs more than it takes may be placed to win a state."""
        return 0, 1

    # --- what a place is worth

    def gain(self, owner: str, kind: Kind, province: str) -> int:
        """The worth of a unit of `owner` in a land province after movement."""
        key = (owner, province)
        known = self._gains.get(key)
        if known is None:
            known = self._gains[key] = self._gain(owner, kind, province)
        return known

    def _gain(self, owner: str, kind: Kind, province: str) -> int:
        land = self.facts.provinces.get(province)
        if land is None:
            return 0
        found = check_position(self.state, owner, Unit(kind, province))
        own_home = land.owner == self.power
        worth = POINT + INCOME
        if land.center:
            worth = (POINT + INCOME) * land.center
        worth += self._bonus(province)
        minor = is_minor(owner)
        if found.kind == "evict" or (province in self.forbidden and owner == self.power):
            return -UNIT
        rebels = "rebellion" in self.state.parts
        if found.kind == "capture" and land.center and not minor and rebels:
            # Land in revolt pays nothing meanwhile, and offers no refuge.
            years = foreseen_revolt(self.state, province, self.power)
            worth -= INCOME * land.center * min(years, REVOLT) // REVOLT
        if found.kind == "liberate":
            return worth + HOME * (2 if own_home else 0)
        if found.kind == "capture":
            hostile = self.standing.lords[province] in self.relations.enemies[self.power]
            if minor:
                # A state's capture scores for no one, but the enemy misses it.
                return worth // 3 if hostile else 1
            return worth + worth // 4 if hostile else worth
        if found.kind == "proxy":
            holder = self.standing.holders[province]
            return worth if holder == self.power else 0
        holder = self.standing.holders[province]
        if holder == owner and province in self.state.captures:
            return worth if not minor else worth // 4
        return self._guarding(owner, province)

    def _guarding(self, owner: str, province: str) -> int:
        """The worth of a guard on land of the power's own side."""
        danger = min(3, self.threats.get(province, 0))
        if not danger or self.standing.side_of(self.standing.holders[province]) != self.power:
            return 0
        land = self.facts.provinces[province]
        value = HOME * danger * (land.center + 1 if land.center else 1)
        if is_minor(land.owner) and land.owner == owner:
            value += UNIT // 2
        return value

    def _bonus(self, province: str) -> int:
        """Points that only this power has from a province."""
        return sum(
            POINT * item.points
            for item in self.facts.scoring.items
            if item.province == province and item.power == self.power
        )

    # --- ways

    def may_enter(self, stand: Stand, province: str) -> bool:
        """Whether a unit is entitled to go to a province, by the politics of the year."""
        key = (stand[0], province)
        known = self._open.get(key)
        if known is None:
            closed = province in self.forbidden and stand[0] == self.power
            known = self._open[key] = not closed and self.passage.may_enter(stand, province) is None
        return known

    def ways(self, index: int) -> Mapping[str, int]:
        """How many steps the unit is from each province it could go to, unaided and unhindered."""
        owner, unit = self.stands[index]
        return self.ways_from(owner, unit)

    def ways_from(self, owner: str, unit: Unit) -> Mapping[str, int]:
        """The same for a unit in another place."""
        key = (owner, unit.kind, unit.at)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = self._explore(owner, unit)
        return known

    def _explore(self, owner: str, unit: Unit) -> dict[str, int]:
        places = {unit.at: 0}
        found = {unit.province: 0}
        stand = (owner, unit)
        queue = [(0, unit.at)]
        while queue:
            far, place = heappop(queue)
            if far >= len(DECAY) - 1:
                break
            for to, province in steps(self.board, unit.kind, place):
                if to in places or not self.may_enter(stand, province):
                    continue
                places[to] = far + 1
                found.setdefault(province, far + 1)
                heappush(queue, (far + 1, to))
        return found

    def hope(self, owner: str, kind: Kind, place: str) -> int:
        """The best gain that a unit at a place could still go for, by its distance."""
        key = (owner, kind, place)
        known = self._hopes.get(key)
        if known is None:
            ways = self.ways_from(owner, Unit(kind, place))
            known = max(
                (self.gain(owner, kind, p) * DECAY[far] // 100 for p, far in ways.items() if far),
                default=0,
            )
            self._hopes[key] = known
        return known

    def near(self, province: str) -> int:
        """The strength of the power's units that could come to a province within two steps."""
        known = self._near.get(province)
        if known is None:
            known = self._near[province] = sum(
                self.stands[i][1].strength for i in self.own if self.ways(i).get(province, 9) <= 2
            )
        return known

    # --- the places of units

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The number of the unit in each occupied province."""
        return {unit.province: index for index, (_, unit) in enumerate(self.stands)}

    def is_prey(self, stand: Stand, province: str) -> bool:
        """Whether the unit in a province, if there is one, may be attacked by this unit."""
        index = self.at.get(province)
        return index is None or self.passage.may_dislodge(stand, self.stands[index])


def quiet_turn(edition: Edition, state: EuropeState) -> Turn:
    """The phase that `state` waits for with no one's orders: to count income, prices and dues."""
    return Turn(edition, state, OrderBook({}))


def outcomes(
    edition: Edition, state: EuropeState, power: str, orders: Sequence[Any]
) -> tuple[str, ...]:
    """The outcomes of a power's orders if no one else orders anything."""
    if not orders:
        return ()
    written = tuple(
        WrittenOrder(str(order), line, 1, order) for line, order in enumerate(orders, 1)
    )
    turn = played_turn(edition, state, OrderBook({power: Sheet(power, written)}))
    own = [verdict.outcome for verdict in turn.verdicts() if verdict.power == power]
    return tuple(own[: len(orders)])


def permitted(
    edition: Edition, state: EuropeState, power: str, orders: Sequence[Any]
) -> tuple[Any, ...]:
    """The orders that are not against the rules, each judged beside all the others."""
    judged = outcomes(edition, state, power, orders)
    return tuple(o for o, result in zip(orders, judged, strict=True) if result != "illegal")
