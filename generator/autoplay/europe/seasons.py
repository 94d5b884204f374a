"""How Version 3 of Europe 1615 looks to its players: no wars are declared, all land is open but
that of neutral states, and INFs and votes are spent for one year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from generator.autoplay.europe.influence import choose_attack, choose_placements
from generator.autoplay.europe.marching import plan_march
from generator.autoplay.europe.outlook import HOME, POINT, UNIT, Outlook, permitted
from generator.autoplay.reach import neighbors
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.orders.values import Hold, Move, UnitOrder
from generator.engine.units import Kind, Piece
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.agreement import AgreeStop
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.rounds import EndingRules
from generator.rulesets.europe.features.sanctions import Permit, in_effect
from generator.rulesets.europe.features.waivers import WaiveCapture
from generator.rulesets.europe.features.winter import units_allowed
from generator.rulesets.europe.state.values import (
    BuildUnit,
    BuyUnit,
    DiplomaticAttack,
    DisbandUnit,
    PlaceInfs,
)
from generator.rulesets.europe.steps.statuses import status_of

SHARES: Final = {"spring": 45, "summer": 45, "fall": 100}
"""How much of the INFs that are left is placed in a movement, in percent."""
HURRY: Final = {"spring": 75, "summer": 90, "fall": 100}
"""The worth of a guard in a movement, in percent: captures are made after the last."""
LEAVE: Final = 70
"""How often France lets a friend into Switzerland, in percent."""
WAIVES: Final = 80
"""How often a player declines what is a friend's, in percent."""
CLAIM: Final = 14
"""The worth of land without a center."""
MARKER: Final = 10
"""The worth of a state with a marker of the power's own confession, in points."""
OTTOMANS: Final = 2
"""The centers that the Ottomans may still want to the draw before all hold them back."""
LONG: Final = 9
"""The years after which all may have had enough of a game."""
SPARE: Final = 6
"""The most INFs that are placed beyond what it takes to win a state: others place there, too."""
SURE: Final = 4
"""The lead in INFs from which a power expects that a state which it has just won follows it."""
ENOUGH: Final = 2
"""How often they have, in percent of the movements; how often a single one, in per mille."""


class SeasonOutlook(Outlook):
    """The state as a power sees it where no one is at war and no one at peace."""

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """The units of powers other than friends, of their states, and of the Ottomans."""
        return tuple(
            index
            for index, (owner, _) in enumerate(self.stands)
            if self._is_foe(owner, loose=False)
        )

    def _is_foe(self, owner: str, *, loose: bool) -> bool:
        """Whether a unit of an owner may come for what the power has; `loose`: that of a state
        without a patron, too, which may have one soon."""
        side = self.standing.side_of(owner)
        if side in self.facts.powers:
            friends = self.relations.friends[self.power]
            return side != self.power and side not in friends
        return loose or not self.facts.states[owner].pliant

    @cached_property
    def threats(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for index, (owner, unit) in enumerate(self.stands):
            if not self._is_foe(owner, loose=True):
                continue
            strength = unit.strength if index in self.foes else 0
            for province in {province_of(place) for place in neighbors(self.board, unit)}:
                # Of all units that may yet find a patron, no more than one is expected to come.
                found[province] = max(1, found.get(province, 0) + strength)
        return found

    @cached_property
    def crowded(self) -> frozenset[str]:
        """The home centers that should be cleared for a new unit: none is free."""
        one = self.facts.powers[self.power]
        sites = [code for code in one.centers if self.standing.holders[code] == self.power]
        units = len(self.state.units.get(self.power, ()))
        if units >= units_allowed(self.state, self.power) or any(c not in self.at for c in sites):
            return frozenset()
        return frozenset(sites)

    def margins(self, state: str) -> tuple[int, ...]:
        draws = self.relations.chance.branch(
            f"autoplay margin {self.state.moment} {self.power} {state}"
        )
        return (draws.number(SPARE + 1),)

    def _gain(self, owner: str, kind: Kind, province: str) -> int:
        land = self.facts.provinces.get(province)
        if land is None:
            return 0
        standing = self.standing
        holder = standing.holders[province]
        if holder and standing.friendly(owner, holder):
            # In winter no power takes land of its own side: a unit there is a guard.
            return self._guarding(owner, province)
        lost = standing.owners[province] == self.power
        if is_minor(owner):
            # A dominion scores three times what is in it, as long as it follows.
            worth = 2 * POINT * land.center
        else:
            # Points this year, and INFs in each that follows.
            worth = 3 * POINT * land.center // 2
        worth = max(worth, CLAIM)
        side = standing.side_of(holder) if holder else ""
        if side in self.relations.enemies[self.power]:
            worth += worth // 3
        if side in self.relations.friends[self.power]:
            worth //= 6
        if self.state.markers.get(holder, "") == self.facts.powers[self.power].confession:
            worth -= POINT * MARKER // 2
        if province == "ROM" and self.facts.powers[self.power].confession == "protestant":
            worth += UNIT * 4
        return worth + HOME * 4 + POINT * land.center if lost else worth

    def _guarding(self, owner: str, province: str) -> int:
        danger = min(3, self.threats.get(province, 0))
        holder = self.standing.holders[province]
        land = self.facts.provinces[province]
        if land.owner == self.power and land.center and self.season in ("spring", "summer"):
            # A unit that is not near yet may come before the year is over.
            danger = max(danger, 1)
        if not danger or self.standing.side_of(holder) != self.power:
            return 0
        if is_minor(holder):
            worth = 2 * POINT * land.center + (UNIT if owner == holder else 0)
        else:
            own = land.owner == self.power
            worth = 2 * POINT * land.center + (UNIT if own and land.center else 0)
        worth = max(worth, HOME) * (danger + 2) // 5
        return worth * HURRY.get(self.season, 100) // 100

    @property
    def season(self) -> str:
        return self.state.moment.phase.partition("-")[0]


def choose_season(
    outlook: SeasonOutlook, heard: Mapping[int, UnitOrder], draws: Chance
) -> tuple[Any, ...]:
    """Influence, marches and all else of one movement; `heard` are the orders that friends have
    announced."""
    politics, march = march_in(outlook, heard, draws)
    # Units of states hold without orders.
    marched = tuple(
        order
        for index, order in march.items()
        if outlook.stands[index][0] == outlook.power or not isinstance(order, Hold)
    )
    return (
        *politics,
        *marched,
        *_ottomans(outlook, draws),
        *_permits(outlook, draws),
        *_waivers(outlook, marched, draws),
        *_farewell(outlook, draws),
    )


def march_in(
    outlook: SeasonOutlook, heard: Mapping[int, UnitOrder], draws: Chance
) -> tuple[tuple[Any, ...], dict[int, UnitOrder]]:
    """Influence, and the orders for units by their numbers, those of states that it wins
    included."""
    year = year_of(outlook.state)
    left = year.allotment.get(outlook.power, 0) - year.spent.get(outlook.power, 0)
    placed = choose_placements(outlook, left * SHARES[outlook.season] // 100, draws)
    attack = choose_attack(outlook, placed, draws)
    coming = _foresee(outlook, placed, attack)
    others = {index: order for index, order in heard.items() if index not in coming.own}
    march = plan_march(coming, others, draws)
    politics = (*placed, *((attack,) if attack is not None else ()))
    return politics, {index: march[index] for index in coming.own}


def _foresee(
    outlook: SeasonOutlook, placed: Sequence[PlaceInfs], attack: DiplomaticAttack | None
) -> SeasonOutlook:
    """The state as it will be if no one else places INFs."""
    state, power = outlook.state, outlook.power
    infs = {code: dict(row) for code, row in state.infs.items()}
    for order in placed:
        infs[order.state][power] = infs[order.state].get(power, 0) + order.number
    if attack is not None:
        row = infs[attack.state]
        lost = min(row.get(power, 0), row.get(attack.power, 0))
        row |= {side: row.get(side, 0) - lost for side in (power, attack.power)}
    statuses = dict(state.statuses)
    for code in {order.state: 0 for order in (*placed, *((attack,) if attack else ()))}:
        row = infs[code]
        others = max((number for side, number in row.items() if side != power), default=0)
        kept = outlook.standing.side_of(code) == power
        if kept or row.get(power, 0) >= others + SURE:
            statuses[code] = status_of(outlook.facts, row)
    seen = replace(state, infs=infs, statuses=statuses)
    return SeasonOutlook(outlook.edition, seen, outlook.relations, power)


def _ottomans(outlook: SeasonOutlook, draws: Chance) -> list[Any]:
    """Wishes for the Ottomans: take the land of enemies and strangers, but win no draw."""
    found: list[Any] = []
    facts, standing = outlook.facts, outlook.standing
    friends = outlook.relations.friends[outlook.power]
    enemies = outlook.relations.enemies[outlook.power]
    rules = facts.of(EndingRules)
    taken = [
        code
        for code, value in facts.centers.items()
        if value
        and standing.holders[code] == rules.nation
        and standing.owners[code] != rules.nation
    ]
    sated = len(taken) >= rules.centers - OTTOMANS
    for owner, unit in outlook.stands:
        if not is_minor(owner) or facts.states[owner].pliant:
            continue
        goals = []
        for to in neighbors(outlook.board, unit):
            code = province_of(to)
            holder = standing.holders.get(code)
            if not holder or sated or not outlook.may_enter((owner, unit), code):
                continue
            side = standing.side_of(holder)
            if side in (outlook.power, owner, *friends):
                continue
            hostile = side in enemies
            if side in facts.powers and not hostile:
                continue
            value = facts.provinces[code].center + 6 * hostile + draws.number(4)
            goals.append((value, to))
        order = Move(unit.piece, max(goals)[1]) if goals and draws.number(100) < 70 else None
        found.append(order or Hold(unit.piece))
    return found


def _permits(outlook: SeasonOutlook, draws: Chance) -> list[Permit]:
    return [
        Permit(power, code)
        for modifier in in_effect(outlook.state)
        if modifier.entry_ban is not None and modifier.entry_ban.permit == outlook.power
        for power in modifier.entry_ban.who
        for code in modifier.entry_ban.provinces
        if power not in outlook.relations.enemies[outlook.power] and draws.number(100) < LEAVE
    ]


def _waivers(outlook: SeasonOutlook, marched: tuple[Any, ...], draws: Chance) -> list[WaiveCapture]:
    """Captures that would cost a friend, or a marker that is worth more."""
    if outlook.season != "fall":
        return []
    found, standing = [], outlook.standing
    own, rules = outlook.facts.powers[outlook.power].confession, outlook.facts.of(EndingRules)
    for order in marched:
        code = province_of(order.to if isinstance(order, Move) else order.unit.at)
        holder = standing.holders.get(code, "")
        if not holder or standing.side_of(holder) == outlook.power:
            continue
        if code == rules.province and own == rules.winners:
            continue
        spared = standing.side_of(holder) in outlook.relations.friends[outlook.power]
        marked = outlook.state.markers.get(holder, "") == own
        marked &= outlook.facts.provinces[code].center < MARKER
        if (spared or marked) and draws.number(100) < WAIVES:
            found.append(WaiveCapture(code))
    return found


def _farewell(outlook: SeasonOutlook, draws: Chance) -> list[AgreeStop]:
    """A vote for the end of the game: of all who agreed on it by letter, or of a single power."""
    state = outlook.state
    if state.year < outlook.facts.first_year + LONG:
        return []
    letters = outlook.relations.chance.branch(f"autoplay farewell {state.moment}")
    agreed = letters.number(100) < ENOUGH or draws.number(1000) < ENOUGH
    return [AgreeStop()] if agreed else []


# --- winter


def choose_levies(outlook: SeasonOutlook, draws: Chance) -> tuple[Any, ...]:
    """Builds for the power and for the states that follow it."""
    state, power = outlook.state, outlook.power
    orders: list[Any] = []
    room = units_allowed(state, power) - len(state.units.get(power, ()))
    sites = [code for code in outlook.facts.centers if outlook.standing.holders[code] == power]
    for code in sorted(sites, key=lambda code: (-outlook.facts.centers[code], code)):
        if room <= 0:
            break
        if code in outlook.at:
            continue
        kind: Kind = "F" if draws.number(100) < _seaward(outlook, code) else "A"
        coasts = outlook.board.provinces[code].coasts
        place = f"{code}/{min(coasts)}" if kind == "F" and coasts else code
        order = BuildUnit(Piece(kind, place))
        if permitted(outlook.edition, state, power, [order]):
            orders.append(order)
            room -= 1
    for code, status in state.statuses.items():
        if status.patron == power:
            orders += _state_levies(outlook, code)
    return tuple(orders)


def _state_levies(outlook: SeasonOutlook, state: str) -> list[BuyUnit]:
    """Units for a state that has taken centers: at home first."""
    more = units_allowed(outlook.state, state) - len(outlook.state.units.get(state, ()))
    seat, holders = outlook.facts.states[state].seat, outlook.standing.holders
    sites = [code for code in outlook.facts.centers if holders[code] == state]
    sites.sort(key=lambda code: (code != seat, -outlook.facts.centers[code], code))
    asked = [BuyUnit(Piece("A", code), state) for code in sites if code not in outlook.at]
    allowed = [unit for unit in asked
               if permitted(outlook.edition, outlook.state, outlook.power, [unit])]  # fmt: skip
    return allowed[: max(more, 0)]


def _seaward(outlook: Outlook, code: str) -> int:
    """How likely a center builds a fleet, in percent."""
    one = outlook.board.provinces[code]
    if not outlook.board.fleet_from(code) and not one.coasts:
        return 0
    return 55 if outlook.power in ("england", "denmark") else 25


def choose_surplus(outlook: SeasonOutlook) -> tuple[DisbandUnit, ...]:
    """The units that are worth least, one for each that is too many by what is held now."""
    state, found = outlook.state, []
    sides = [outlook.power]
    sides += [code for code, one in state.statuses.items() if one.patron == outlook.power]
    for side in sides:
        own = state.units.get(side, ())
        more = len(own) - units_allowed(state, side)
        ranked = sorted(
            own, key=lambda unit: (outlook.gain(side, unit.kind, unit.province), unit.at)
        )
        found += [DisbandUnit(unit.piece) for unit in ranked[: max(more, 0)]]
    return tuple(found)
