"""Retreats, builds and removals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from generator.autoplay.outlook import Outlook
from generator.engine.board import province_of
from generator.engine.orders.values import AnyOrder, Build, Disband, Remove, Retreat
from generator.engine.retreats import Stranded
from generator.engine.units import Kind, Piece

# The share of fleets that each power aims at, in percent.
NAVY: Final = {
    "austria": 12,
    "england": 58,
    "france": 36,
    "germany": 26,
    "italy": 44,
    "russia": 26,
    "turkey": 40,
}
USUAL_NAVY: Final = 33


def choose_retreats(outlook: Outlook, dislodged: Sequence[Stranded]) -> tuple[AnyOrder, ...]:
    """An order for each of the power's dislodged units: the best place left, no two in one."""
    board = outlook.board
    orders: list[AnyOrder] = []
    taken: set[str] = set()
    for stranded in dislodged:
        if stranded.owner != outlook.power:
            continue
        places = [place for place in stranded.places if province_of(place) not in taken]
        if not places:
            orders.append(Disband(stranded.unit.piece))
            continue
        kind = stranded.unit.kind
        best = max(places, key=lambda place: (outlook.worth(kind, board.number[place]), place))
        taken.add(province_of(best))
        orders.append(Retreat(stranded.unit.piece, best))
    return tuple(orders)


def choose_builds(outlook: Outlook, due: int, sites: Sequence[str]) -> tuple[AnyOrder, ...]:
    """Up to `due` builds on the vacant `sites`, nearest to the fighting, army or fleet by need."""
    board = outlook.board
    fleets = sum(outlook.stands[index][1].kind == "F" for index in outlook.own)
    units = len(outlook.own)
    free = list(sites)
    orders: list[AnyOrder] = []
    while free and len(orders) < due:
        wanted = fleets * 100 < NAVY.get(outlook.power, USUAL_NAVY) * (units + 1)
        ports = [code for code in free if board.provinces[code].kind == "coastal"]
        kind: Kind = "F" if wanted and ports else "A"
        places: list[str] = []
        for code in ports if kind == "F" else free:
            coasts = board.provinces[code].coasts if kind == "F" else {}
            places += [f"{code}/{coast}" for coast in coasts] or [code]
        best = max(places, key=lambda place: (_merit(outlook, kind, place), place))
        free.remove(province_of(best))
        orders.append(Build(Piece(kind, best)))
        fleets += kind == "F"
        units += 1
    return tuple(orders)


def _merit(outlook: Outlook, kind: Kind, place: str) -> int:
    number = outlook.board.number[place]
    danger = outlook.threats[outlook.board.province_number[number]]
    return outlook.worth(kind, number) + 30 * danger


def choose_removals(outlook: Outlook, due: int) -> tuple[AnyOrder, ...]:
    """The `due` units that stand where they are worth least."""
    number = outlook.board.number
    units = [outlook.stands[index][1] for index in outlook.own]
    units.sort(key=lambda unit: (outlook.worth(unit.kind, number[unit.at]), str(unit)))
    return tuple(Remove(unit.piece) for unit in units[:due])
