"""Guesses at the orders of foes, and the value of a result of movement."""

from __future__ import annotations

from typing import Final

from generator.autoplay.europe.outlook import HOME, INCOME, POINT, STRENGTH, UNIT, Outlook
from generator.autoplay.reach import neighbors
from generator.engine.board import province_of
from generator.engine.chance import Chance
from generator.engine.movement import Movement
from generator.engine.orders.values import Hold, Move, SupportMove, UnitOrder

PROSPECT: Final = 5
"""What may be had later counts so many times less."""


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
