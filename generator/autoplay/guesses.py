"""What a power will order at a glance: good enough to guess at the others, and to start from."""

from __future__ import annotations

from generator.autoplay.outlook import Outlook
from generator.autoplay.reach import neighbors, reach_mask
from generator.engine.chance import Chance
from generator.engine.orders.values import Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Piece

# How far a guess strays from the plain value of a place, in percent to either side.
WHIM = 14


def glance(outlook: Outlook, chance: Chance) -> dict[int, UnitOrder]:
    """Orders for all units of the outlook's power, by the units' indexes in its stands.

    Each unit heads for the best free place it reaches; where a foreign unit stands or may come,
    a second one helps.
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
