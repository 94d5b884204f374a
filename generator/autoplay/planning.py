"""Choosing movement orders: try changes, singly and in concert, against guesses at the others.

A change is kept where it does better on average over all guesses. Supports and convoys are tried
together with the moves that they serve, for without these they are worth nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from generator.autoplay.outlook import Outlook
from generator.autoplay.reach import crossings, neighbors, reach_mask
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.movement import (
    STANDARD_POLICY,
    MovementOptions,
    MovementPolicy,
    judge_orders,
    resolve_movement,
)
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Piece

# --- what a power will order at a glance

# How far a guess strays from the plain value of a place, in percent to either side.
WHIM = 14


def glance(outlook: Outlook, chance: Chance) -> dict[int, UnitOrder]:
    """Orders for all units of the outlook's power, by the units' indexes in its stands.

    Each unit heads for the best free place it reaches; where a foreign unit is or may come, a
    second one helps.
    """
    board, stands = outlook.board, outlook.stands
    where = {unit.province: index for index, (_, unit) in enumerate(stands)}
    orders: dict[int, UnitOrder] = {}
    taken: dict[str, int] = {}
    wants_help: dict[str, int] = {}
    for index in chance.shuffle(outlook.own):
        unit = stands[index][1]
        reach = reach_mask(board, unit.kind, board.number[unit.at])
        helped = [to for to in wants_help if reach >> board.number[to] & 1]
        if helped and chance.number(100) < 70:
            to = helped[0]
            mover = stands[wants_help.pop(to)][1].piece
            orders[index] = SupportMove(unit.piece, mover, to)
            taken.setdefault(unit.province, index)
            continue
        best, choice = -1, unit.at
        for place in (unit.at, *neighbors(board, unit)):
            province = place.partition("/")[0]
            other = where.get(province)
            own_stays = other is not None and other != index and other in outlook.own
            if province in taken or (own_stays and other not in orders):
                continue
            value = outlook.worth(unit.kind, board.number[place])
            value = value * (100 - WHIM + chance.number(2 * WHIM + 1))
            center = board.provinces[province].center
            if center and outlook.owners.get(province) != outlook.power:
                value += value // (2 if outlook.fall else 4)
            if other is not None and other not in outlook.own:
                owner = stands[other][0]
                if not outlook.relations.hostility[owner]:
                    continue
                value -= value // 5
            if value > best:
                best, choice = value, place
        province = choice.partition("/")[0]
        taken[province] = index
        if choice == unit.at:
            orders[index] = Hold(unit.piece)
            continue
        orders[index] = Move(unit.piece, choice)
        foreign = where.get(province)
        if outlook.threats[board.number[province]] or (
            foreign is not None and foreign not in outlook.own
        ):
            wants_help[province] = index
    return _with_guards(outlook, orders)


def _with_guards(outlook: Outlook, orders: dict[int, UnitOrder]) -> dict[int, UnitOrder]:
    """`orders` where units that would hold beside a threatened one support it instead."""
    board, stands = outlook.board, outlook.stands
    staying = [index for index in outlook.own if not isinstance(orders[index], Move)]
    guarded: dict[int, UnitOrder] = dict(orders)
    for index in outlook.own:
        if not isinstance(orders[index], Hold):
            continue
        unit = stands[index][1]
        reach = reach_mask(board, unit.kind, board.number[unit.at])
        best, ward = 0, Piece("", "")
        for other in staying:
            province = board.number[stands[other][1].province]
            if other != index and reach >> province & 1 and outlook.threats[province] > best:
                best, ward = outlook.threats[province], stands[other][1].piece
        if best > outlook.threats[board.number[unit.province]]:
            guarded[index] = SupportHold(unit.piece, ward)
    return guarded


# --- planning

Orders = dict[int, UnitOrder]

# More guesses and rounds play better and slower; these keep a phase of 34 units below a second.
GUESSES: Final = 3
ROUNDS: Final = 3
# A change that does this much worse against the first guess is not tried against the others.
HOPELESS: Final = 90
# The cost of an order that does nothing: small, so that it only decides between equal plans.
HELD: Final = 2
UNMATCHED: Final = 6
BOUNCED: Final = 4
CLASHED: Final = 45
# Supporters tried for one arrival, and sets of them for each number.
MOST_HELPERS: Final = 3
MOST_GROUPS: Final = 6


def plan_movement(
    outlook: Outlook,
    others: Sequence[Outlook],
    agreed: Mapping[int, UnitOrder],
    chance: Chance,
    options: MovementOptions,
    policy: MovementPolicy = STANDARD_POLICY,
) -> Orders:
    """Orders for all units of the outlook's power, by their indexes in its stands.

    `others` are the outlooks of all other powers, as guessed; `agreed` are the orders that an ally
    announced. `policy` has the rules of movement.
    """
    table = _Table(outlook, others, agreed, chance, options, policy)
    alone, arrivals = _arrivals(outlook)
    reach = {i: _reach(outlook, i) for i in outlook.own}
    changes = chance.shuffle(
        [
            *alone,
            *_helped_arrivals(outlook, arrivals, reach),
            *_guards(outlook, reach),
            *_help_for_ally(outlook, agreed, reach),
        ]
    )
    orders = max((glance(outlook, chance) for _ in range(3)), key=lambda plan: table.total(plan))
    best = table.scores(orders)
    for _ in range(ROUNDS):
        before = sum(best)
        for change in changes:
            if all(orders[index] == order for index, order in change.items()):
                continue
            tried = {**orders, **change}
            scores = table.scores(tried, best)
            if scores and sum(scores) > sum(best):
                orders, best = tried, scores
        if sum(best) == before:
            break
    return _tidy(outlook, orders, agreed, options, policy)


class _Table:
    """The guesses at everyone else's orders, ready to be resolved with one's own."""

    def __init__(
        self,
        outlook: Outlook,
        others: Sequence[Outlook],
        agreed: Mapping[int, UnitOrder],
        chance: Chance,
        options: MovementOptions,
        policy: MovementPolicy,
    ) -> None:
        self.outlook = outlook
        self.options = options
        self.policy = policy
        # Changes in another order often lead to the same plan: the scores that it has by now.
        self._known: dict[tuple[UnitOrder, ...], list[int]] = {}
        self.guesses: list[list[UnitOrder | None]] = []
        for _ in range(GUESSES):
            orders: Orders = {}
            for other in others:
                orders |= glance(other, chance)
            orders |= agreed
            self.guesses.append([orders.get(index) for index in range(len(outlook.stands))])

    def total(self, orders: Orders) -> int:
        return sum(self.scores(orders))

    def scores(self, orders: Orders, best: Sequence[int] = ()) -> list[int]:
        """The worth of `orders` against each guess; empty where hopeless beside `best`."""
        scores = self._known.setdefault(tuple(orders.values()), [])
        if not scores:
            scores.append(self._score(orders, self.guesses[0]))
        if best and scores[0] < best[0] - HOPELESS:
            return []
        scores += [self._score(orders, guess) for guess in self.guesses[len(scores) :]]
        return scores

    def _score(self, orders: Orders, guess: Sequence[UnitOrder | None]) -> int:
        """The worth of `orders` against a guess."""
        outlook = self.outlook
        every = list(guess)
        for index, order in orders.items():
            every[index] = order
        movement = resolve_movement(
            outlook.board, outlook.stands, every, self.policy, options=self.options
        )
        # Among equals a move or a support is better than a hold; own units do not block each other.
        score = outlook.appraise(movement)
        score -= sum(HELD for order in orders.values() if isinstance(order, Hold))
        goals = [province_of(order.to) for order in orders.values() if isinstance(order, Move)]
        score -= CLASHED * (len(goals) - len(set(goals)))
        for index, order in orders.items():
            outcome = movement.outcome(index)
            if outcome in ("illegal", "void"):
                score -= UNMATCHED
            elif outcome == "bounce" and isinstance(order, Move):
                score -= BOUNCED
        return score


def _reach(outlook: Outlook, index: int) -> int:
    unit = outlook.stands[index][1]
    return reach_mask(outlook.board, unit.kind, outlook.board.number[unit.at])


def _arrivals(outlook: Outlook) -> tuple[list[Orders], dict[str, list[Orders]]]:
    """Each unit's hold and moves, and the convoys; and of these what arrives in each province."""
    board, stands = outlook.board, outlook.stands
    changes: list[Orders] = []
    arrivals: dict[str, list[Orders]] = {}
    for index in outlook.own:
        unit = stands[index][1]
        changes.append({index: Hold(unit.piece)})
        for place in neighbors(board, unit):
            move: Orders = {index: Move(unit.piece, place)}
            changes.append(move)
            arrivals.setdefault(province_of(place), []).append(move)
    for crossing in crossings(board, stands, outlook.power):
        army, to = stands[crossing.army][1].piece, crossing.to
        if to not in board.army_from(army.province):
            carried: Orders = {crossing.army: Move(army, to)}
            for fleet in crossing.fleets:
                carried[fleet] = Convoy(stands[fleet][1].piece, army, to)
            changes.append(carried)
            arrivals.setdefault(to, []).append(carried)
    return changes, arrivals


def _helped_arrivals(
    outlook: Outlook, arrivals: Mapping[str, Sequence[Orders]], reach: Mapping[int, int]
) -> list[Orders]:
    """Arrivals where others are or may come, each together with one supporter or several."""
    board, stands, own = outlook.board, outlook.stands, outlook.own
    where = {unit.province: index for index, (_, unit) in enumerate(stands)}
    changes: list[Orders] = []
    for province, movers in arrivals.items():
        number = board.number[province]
        occupant = where.get(province)
        foreign = occupant is not None and occupant not in own
        if not foreign and not outlook.threats[number]:
            continue
        for move in movers:
            mover, goal = next((i, order) for i, order in move.items() if isinstance(order, Move))
            piece = stands[mover][1].piece
            helpers = [i for i in own if i not in move and i != occupant and reach[i] >> number & 1]
            for size in range(1, MOST_HELPERS + 1 if foreign else MOST_HELPERS):
                for group in list(combinations(helpers, size))[:MOST_GROUPS]:
                    helped = {i: SupportMove(stands[i][1].piece, piece, goal.to) for i in group}
                    changes.append({**move, **helped})
    return changes


def _guards(outlook: Outlook, reach: Mapping[int, int]) -> list[Orders]:
    """Supports for own units that are threatened, whether these stay already or are made to."""
    board, stands = outlook.board, outlook.stands
    changes: list[Orders] = []
    for ward in outlook.own:
        piece = stands[ward][1].piece
        number = board.number[piece.province]
        if not outlook.threats[number]:
            continue
        for i in outlook.own:
            if i != ward and reach[i] >> number & 1:
                guard: Orders = {i: SupportHold(stands[i][1].piece, piece)}
                changes += [guard, {ward: Hold(piece), **guard}]
    return changes


def _help_for_ally(
    outlook: Outlook, agreed: Mapping[int, UnitOrder], reach: Mapping[int, int]
) -> list[Orders]:
    """Supports for what the ally announced."""
    board, stands = outlook.board, outlook.stands
    found: list[Orders] = []
    for index, order in agreed.items():
        ally = stands[index][1].piece
        goal = order.to if isinstance(order, Move) else stands[index][1].at
        number = board.number[province_of(goal)]
        if not outlook.threats[number]:
            continue
        for i in outlook.own:
            if reach[i] >> number & 1:
                own = stands[i][1].piece
                if isinstance(order, Move):
                    found.append({i: SupportMove(own, ally, goal)})
                else:
                    found.append({i: SupportHold(own, ally)})
    return found


def _tidy(
    outlook: Outlook,
    orders: Orders,
    agreed: Mapping[int, UnitOrder],
    options: MovementOptions,
    policy: MovementPolicy,
) -> Orders:
    """`orders` with idle units put to use: what can do nothing, or only holds, supports a neighbor.

    Only supports that fit the orders of one's own or of the ally are given.
    """
    board, stands = outlook.board, outlook.stands
    every: list[UnitOrder | None] = [None] * len(stands)
    for index, order in {**agreed, **orders}.items():
        every[index] = order
    judged = judge_orders(board, stands, every, policy, options=options)
    tidy = dict(orders)
    for index in outlook.own:
        if judged[index].status != "legal":
            tidy[index] = Hold(stands[index][1].piece)
    for index in outlook.own:
        if not isinstance(tidy[index], Hold):
            continue
        unit = stands[index][1]
        reach = _reach(outlook, index)
        best = 0
        for other, order in {**agreed, **tidy}.items():
            if other == index:
                continue
            goal = order.to if isinstance(order, Move) else stands[other][1].at
            number = board.number[province_of(goal)]
            if not reach >> number & 1 or number == board.number[unit.province]:
                continue
            need = 2 * outlook.threats[number] + isinstance(order, Move)
            if outlook.threats[number] and need > best:
                best = need
                piece = stands[other][1].piece
                if isinstance(order, Move):
                    tidy[index] = SupportMove(unit.piece, piece, goal)
                else:
                    tidy[index] = SupportHold(unit.piece, piece)
    return tidy
