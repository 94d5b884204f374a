"""Convoys: crossings that can be made now, and seas where a fleet would make one possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.autoplay.europe.outlook import DECAY, Outlook
from generator.autoplay.reach import Crossing, crossings
from generator.engine.board import Board

FERRY: Final = 45
"""What a landing in prospect is worth to the fleet that prepares it, in percent."""


def possible_crossings(outlook: Outlook) -> tuple[Crossing, ...]:
    """Every crossing that the power's units can carry out alone, to where the army may go and
    cannot march."""
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
    """The best that a unit can hope for by its own way, with what it has where it stands."""
    owner, unit = outlook.stands[index]
    best = outlook.gain(owner, unit.kind, unit.province)
    for province, steps in outlook.ways(index).items():
        if steps and outlook.is_prey(outlook.stands[index], province):
            best = max(best, outlook.gain(owner, unit.kind, province) * DECAY[steps] // 100)
    return best


def ferry_values(outlook: Outlook) -> Mapping[str, int]:
    """What a fleet would be worth in each sea, because it could bring an army over."""
    board = outlook.board
    values: dict[str, int] = {}
    for index in outlook.own:
        stand = outlook.stands[index]
        number = board.number[stand[1].province]
        if stand[1].kind != "A" or not board.coastal >> number & 1:
            continue
        at_home = prospect(outlook, index)
        for sea in _seas(board, board.touching_seas[number]):
            gain = _landing(outlook, index, sea) * 4 // 5 - at_home
            if gain > 0:
                code = board.codes[sea]
                values[code] = max(values.get(code, 0), gain * FERRY // 100)
    return values


def _landing(outlook: Outlook, index: int, sea: int) -> int:
    """What the best coast of a sea is worth to an army."""
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


def _seas(board: Board, mask: int) -> tuple[int, ...]:
    return tuple(number for number in range(len(board.codes)) if mask >> number & 1)
