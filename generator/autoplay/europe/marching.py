"""Choosing movement orders: who goes for what, with whose help, and which of several plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from generator.autoplay.europe.outlook import DECAY, HOME, INCOME, POINT, STRENGTH, UNIT, Outlook
from generator.autoplay.reach import Crossing, crossings, neighbors
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.movement import Movement, judge_orders, resolve_movement
from generator.engine.movement.routes import bits
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor

# --- guesses at the orders of foes, and the value of a result

PROSPECT: Final = 5
"""A later gain counts so many times less."""


def guess_foes(outlook: Outlook, draws: Chance) -> dict[int, UnitOrder]:
    """Orders that the power expects of its foes: each goes for the best that it can reach, and
    others help where it is defended."""
    orders: dict[int, UnitOrder] = {}
    wanted: dict[str, int] = {}
    for index in outlook.foes:
        stand = outlook.stands[index]
        unit = stand[1]
        places = {province_of(place): place for place in neighbors(outlook.board, unit)}
        helped = [goal for goal in wanted if goal in places]
        if helped and draws.number(100) < 60:
            lead = wanted.pop(helped[0])
            order = orders[lead]
            assert isinstance(order, Move)
            orders[index] = SupportMove(unit.piece, order.unit, order.to)
            continue
        best, goal = draws.number(2 * POINT), ""
        for province in places:
            worth = _temptation(outlook, province)
            if not worth or not outlook.may_enter(stand, province):
                continue
            if not outlook.is_prey(stand, province):
                continue
            worth = worth * (70 + draws.number(61)) // 100
            if worth > best:
                best, goal = worth, province
        if goal:
            orders[index] = Move(unit.piece, places[goal])
            wanted[goal] = index
        else:
            orders[index] = Hold(unit.piece)
    return orders


def _temptation(outlook: Outlook, province: str) -> int:
    """The value of a province to a foe: land of the power's side."""
    land = outlook.facts.provinces.get(province)
    if land is None:
        return 0
    holder = outlook.standing.holders[province]
    if outlook.standing.side_of(holder) != outlook.power:
        return 0
    return (POINT + INCOME) * max(1, land.center)


def appraise(outlook: Outlook, movement: Movement) -> int:
    """The value of a result of movement to the power; only differences matter."""
    own = set(outlook.own)
    score = 0
    for index, (owner, unit) in enumerate(outlook.stands):
        at = movement.places[index]
        if index in own:
            if at is None:
                score -= UNIT + STRENGTH * unit.strength
                continue
            score += outlook.gain(owner, unit.kind, province_of(at))
            score += outlook.hope(owner, unit.kind, at) // PROSPECT
            if movement.outcome(index) == "bounce":
                score -= 1
        elif index in outlook.foes:
            if at is None:
                score += UNIT // 2
            elif at != unit.at:
                lost = _temptation(outlook, province_of(at))
                score -= lost + HOME if lost else 0
    return score


# --- the search

Orders = dict[int, UnitOrder]

PLANS: Final = 9
"""Plans drawn up and compared."""
GUESSES: Final = 2
"""Guesses at the foes' orders, beside the one that they hold."""
WHIM: Final = 18
"""How far a wish strays from its value, in percent to either side."""
DARES: Final = 40
"""How often an attack is made that will hardly succeed, in percent."""
TOGETHER: Final = 80
IN_VAIN: Final = 30
"""The part that counts of a gain that takes several units, and of one too well defended, in
percent."""
CLEARS: Final = 12
"""The worth of making room for a new unit."""
STAYS: Final = 3
"""The worth of staying in place: small, it only decides between like choices."""


class _Wish(NamedTuple):
    """A unit that wants to be somewhere: at home, on its way, or over the sea."""

    value: int
    unit: int
    goal: str
    crossing: Crossing | None = None


def plan_march(outlook: Outlook, heard: Mapping[int, UnitOrder], draws: Chance) -> Orders:
    """Orders for all units that the power commands, by their numbers in the state's stands.

    `heard` are orders that friends have announced.
    """
    if not outlook.own:
        return {}
    wishes = _wishes(outlook)
    guesses: list[Orders] = [{}, *(guess_foes(outlook, draws) for _ in range(GUESSES))]
    # Without foes all guesses are one, and plans repeat: each result is appraised once.
    known: dict[tuple[UnitOrder | None, ...], int] = {}
    best: Orders = {}
    most: int | None = None
    for _ in range(PLANS):
        orders = _draw_up(outlook, wishes, heard, draws)
        score = 0
        for guess in guesses:
            every = {**guess, **heard, **orders}
            given = tuple(every.get(index) for index in range(len(outlook.stands)))
            if given not in known:
                movement = resolve_movement(outlook.board, outlook.stands, given, outlook.passage)
                known[given] = appraise(outlook, movement)
            score += known[given]
        if most is None or score > most:
            best, most = orders, score
    return _legal(outlook, best)


def _wishes(outlook: Outlook) -> tuple[_Wish, ...]:
    """All possible wishes of the units, with their worth."""
    found: list[_Wish] = []
    ferries = ferry_values(outlook)
    own = set(outlook.own)
    for index in outlook.own:
        owner, unit = stand = outlook.stands[index]
        here = unit.province
        stay = outlook.gain(owner, unit.kind, here) + STAYS
        if unit.kind == "F":
            stay += ferries.get(here, 0)
        clears = owner == outlook.power and here in outlook.crowded
        found.append(_Wish(stay, index, here))
        for province, steps in outlook.ways(index).items():
            if not steps or outlook.at.get(province) in own:
                continue
            gain = outlook.gain(owner, unit.kind, province)
            if unit.kind == "F":
                gain += ferries.get(province, 0)
            if clears and steps == 1 and gain == 0:
                gain = CLEARS
            if gain > 0 and (steps > 1 or outlook.is_prey(stand, province)):
                gain = gain * _odds(outlook, unit, province) // 100
                found.append(_Wish(gain * DECAY[steps] // 100, index, province))
    for crossing in possible_crossings(outlook):
        army = outlook.stands[crossing.army]
        gain = outlook.gain(army[0], "A", crossing.to)
        if gain > 0 and outlook.is_prey(army, crossing.to):
            gain = gain * _odds(outlook, army[1], crossing.to) // 100
            found.append(_Wish(gain * DECAY[1] // 100, crossing.army, crossing.to, crossing))
    return tuple(found)


def _odds(outlook: Outlook, unit: Unit, province: str) -> int:
    """How much of a gain may be counted on, in percent, by who holds the place and who is near."""
    index = outlook.at.get(province)
    if index is None or index in outlook.own:
        return 100
    defended = outlook.stands[index][1].strength
    if unit.strength > defended:
        return 100
    return TOGETHER if outlook.near(province) > defended else IN_VAIN


def _draw_up(
    outlook: Outlook, wishes: Sequence[_Wish], heard: Mapping[int, UnitOrder], draws: Chance
) -> Orders:
    """One plan: wishes granted from the strongest on, and written out as orders."""
    # A positive value stays positive under a whim, so that a bad place stays bad.
    drawn = [(w.value * (100 - WHIM + draws.number(2 * WHIM + 1)), w) for w in wishes]
    drawn.sort(key=lambda wish: (-wish[0], wish[1].unit, wish[1].goal))
    granted: dict[int, _Wish] = {}
    filled: dict[str, int] = {}
    ferrying: set[int] = set()
    for _, wish in drawn:
        index, goal = wish.unit, wish.goal
        if index in granted or index in ferrying:
            continue
        strength = outlook.stands[index][1].strength
        if filled.get(goal, 0) >= _needed(outlook, goal):
            continue
        if wish.crossing and any(i in granted or i in ferrying for i in wish.crossing.fleets):
            continue
        granted[index] = wish
        filled[goal] = filled.get(goal, 0) + strength
        if wish.crossing:
            ferrying.update(wish.crossing.fleets)
    return _written(outlook, granted, ferrying, heard, draws)


def _needed(outlook: Outlook, goal: str) -> int:
    """The strength that it takes to have a province."""
    index = outlook.at.get(goal)
    if index is None or index in outlook.own:
        return max(1, min(3, outlook.threats.get(goal, 0)))
    return outlook.stands[index][1].strength + 1 + outlook.threats.get(goal, 0) // 2


def _written(
    outlook: Outlook,
    granted: Mapping[int, _Wish],
    ferrying: set[int],
    heard: Mapping[int, UnitOrder],
    draws: Chance,
) -> Orders:
    orders: Orders = {}
    taken: set[str] = set()
    by_goal: dict[str, list[int]] = {}
    for index, wish in granted.items():
        here = outlook.stands[index][1].province
        if wish.goal == here:
            orders[index] = Hold(outlook.stands[index][1].piece)
            taken.add(here)
        else:
            by_goal.setdefault(wish.goal, []).append(index)
    for goal, group in by_goal.items():
        _attack(outlook, goal, group, granted, orders, taken, draws)
    for index in granted:
        if index not in orders:
            _march(outlook, index, granted[index].goal, orders, taken)
    for index in outlook.own:
        if index not in orders:
            orders[index] = Hold(outlook.stands[index][1].piece)
    _untangle(outlook, orders)
    return _with_supports(outlook, orders, heard)


def _attack(
    outlook: Outlook,
    goal: str,
    group: Sequence[int],
    granted: Mapping[int, _Wish],
    orders: Orders,
    taken: set[str],
    draws: Chance,
) -> None:
    """Orders for those of a group who can be at its goal at once, if it is worth trying."""
    stands = outlook.stands
    near = [i for i in group if granted[i].crossing is not None or outlook.ways(i).get(goal) == 1]
    if not near or goal in taken:
        return
    victim = outlook.at.get(goal)
    strength = sum(stands[i][1].strength for i in near)
    if victim is not None and victim not in outlook.own:
        hopeless = strength <= stands[victim][1].strength
        if hopeless and draws.number(100) >= DARES:
            return
    lead = max(near, key=lambda i: (not is_minor(stands[i][0]), stands[i][1].strength, -i))
    crossing = granted[lead].crossing
    unit = stands[lead][1]
    to = _landing_place(outlook, unit, goal)
    orders[lead] = Move(unit.piece, to)
    taken.add(goal)
    if crossing is not None:
        for fleet in crossing.fleets:
            orders[fleet] = Convoy(stands[fleet][1].piece, unit.piece, goal)
    for index in near:
        if index != lead and granted[index].crossing is None and index not in orders:
            orders[index] = SupportMove(stands[index][1].piece, unit.piece, to)


def _landing_place(outlook: Outlook, unit: Unit, goal: str) -> str:
    """The goal, for a fleet with the coast that it comes to."""
    if unit.kind == "A":
        return goal
    places = [place for place in neighbors(outlook.board, unit) if province_of(place) == goal]
    return places[0]


def _march(outlook: Outlook, index: int, goal: str, orders: Orders, taken: set[str]) -> None:
    """A step on the way to a far goal, or to a near one that is not attacked now."""
    owner, unit = stand = outlook.stands[index]
    best, step = outlook.ways(index).get(goal, 99), ""
    if best == 1:
        orders[index] = Hold(unit.piece)
        return
    for place in neighbors(outlook.board, unit):
        province = province_of(place)
        if province in taken or not outlook.may_enter(stand, province):
            continue
        there = outlook.at.get(province)
        if there is not None and there not in outlook.own:
            continue
        if there in orders and not isinstance(orders[there], Move):
            continue
        if outlook.gain(owner, unit.kind, province) < 0:
            continue
        left = outlook.ways_from(owner, Unit(unit.kind, place)).get(goal, 99)
        if left < best:
            best, step = left, place
    if not step:
        orders[index] = Hold(unit.piece)
        return
    orders[index] = Move(unit.piece, step)
    taken.add(province_of(step))


def _untangle(outlook: Outlook, orders: Orders) -> None:
    """Let no one walk into a unit of the power that stays, nor two of them change places."""
    changed = True
    while changed:
        changed = False
        for index, order in list(orders.items()):
            if not isinstance(order, Move):
                continue
            there = outlook.at.get(province_of(order.to))
            if there is None or there not in orders or there == index:
                continue
            other = orders[there]
            home = outlook.stands[index][1].province
            if not isinstance(other, Move) or province_of(other.to) == home:
                orders[index] = Hold(order.unit)
                changed = True


def _with_supports(outlook: Outlook, orders: Orders, heard: Mapping[int, UnitOrder]) -> Orders:
    """`orders` where those that only hold help others: their own, or friends who announced it."""
    stands = outlook.stands
    supported = dict(orders)
    for index in outlook.own:
        order = supported[index]
        if isinstance(order, SupportMove) and not _is_made(supported, outlook, order):
            supported[index] = order = Hold(order.unit)
        if not isinstance(order, Hold):
            continue
        unit = stands[index][1]
        near = {province_of(place) for place in neighbors(outlook.board, unit)}
        best = outlook.threats.get(unit.province, 0)
        for other, theirs in {**heard, **supported}.items():
            if other == index:
                continue
            piece = stands[other][1].piece
            goal = province_of(theirs.to) if isinstance(theirs, Move) else piece.province
            if goal not in near or goal == unit.province:
                continue
            need = _need(outlook, goal, isinstance(theirs, Move), other in heard)
            if need > best:
                best = need
                if isinstance(theirs, Move):
                    supported[index] = SupportMove(unit.piece, piece, theirs.to)
                else:
                    supported[index] = SupportHold(unit.piece, piece)
    return supported


def _is_made(orders: Orders, outlook: Outlook, support: SupportMove) -> bool:
    """Whether the move that a support is for is ordered."""
    other = outlook.at.get(support.supported.province)
    if other is None or other not in orders:
        return True
    return orders[other] == Move(support.supported, support.to)


def _need(outlook: Outlook, goal: str, moves: bool, foreign: bool) -> int:
    """How much a unit at or on its way to a province could use support."""
    threat = outlook.threats.get(goal, 0)
    victim = outlook.at.get(goal)
    if not moves:
        return threat * 2 - foreign
    if victim is None or victim in outlook.own:
        return threat * 2 - foreign
    if outlook.passage.friends(outlook.power, outlook.stands[victim][0]):
        return 0
    return 3 + threat * 2 - foreign


def _legal(outlook: Outlook, orders: Orders) -> Orders:
    """`orders` with a hold for each order that the rules refuse or that nothing matches."""
    given = [orders.get(index) for index in range(len(outlook.stands))]
    judged = judge_orders(outlook.board, outlook.stands, given, outlook.passage)
    supports = (SupportHold, SupportMove)
    return {
        index: order
        if judged[index].status == "legal"
        or (judged[index].status == "void" and isinstance(order, supports))
        else Hold(order.unit)
        for index, order in orders.items()
    }


FERRY: Final = 45
"""The worth of a later landing to the fleet that prepares it, in percent."""


def possible_crossings(outlook: Outlook) -> tuple[Crossing, ...]:
    """Every crossing that the power's units can carry out without others, to where the army may go
    and cannot march."""
    mine = set(outlook.own)
    # A fleet of a state on our side carries as well as our own.
    stands = [
        (outlook.power if i in mine else owner, unit)
        for i, (owner, unit) in enumerate(outlook.stands)
    ]
    found = []
    for crossing in crossings(outlook.board, stands, outlook.power):
        army = outlook.stands[crossing.army]
        if outlook.ways(crossing.army).get(crossing.to) != 1 and outlook.may_enter(
            army, crossing.to
        ):
            found.append(crossing)
    return tuple(found)


def prospect(outlook: Outlook, index: int) -> int:
    """The best that a unit can hope for by its own way, including its worth in place."""
    owner, unit = outlook.stands[index]
    best = outlook.gain(owner, unit.kind, unit.province)
    for province, steps in outlook.ways(index).items():
        if steps and outlook.is_prey(outlook.stands[index], province):
            best = max(best, outlook.gain(owner, unit.kind, province) * DECAY[steps] // 100)
    return best


def ferry_values(outlook: Outlook) -> Mapping[str, int]:
    """The worth of a fleet in each sea for bringing an army over."""
    board = outlook.board
    values: dict[str, int] = {}
    for index in outlook.own:
        stand = outlook.stands[index]
        number = board.number[stand[1].province]
        if stand[1].kind != "A" or not board.coastal >> number & 1:
            continue
        at_home = prospect(outlook, index)
        for sea in bits(board.touching_seas[number]):
            gain = _landing(outlook, index, sea) * 4 // 5 - at_home
            if gain > 0:
                code = board.codes[sea]
                values[code] = max(values.get(code, 0), gain * FERRY // 100)
    return values


def _landing(outlook: Outlook, index: int, sea: int) -> int:
    """The worth of a sea's best coast to an army."""
    board, stand = outlook.board, outlook.stands[index]
    best = 0
    for province in range(len(board.codes)):
        if not (board.coastal >> province & 1 and board.touching_seas[province] >> sea & 1):
            continue
        code = board.codes[province]
        if code == stand[1].province or not outlook.may_enter(stand, code):
            continue
        if outlook.is_prey(stand, code):
            best = max(best, outlook.gain(stand[0], "A", code))
    return best
