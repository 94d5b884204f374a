"""Wishes for retreats, written with the orders of the year, in editions that have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.reach import neighbors
from generator.engine.board import province_of
from generator.engine.orders.values import Move, UnitOrder
from generator.rulesets.europe.features.retreat_wishes import RetreatWish
from generator.rulesets.europe.state.state import Displaced, EuropeState

CHOICES: Final = 2
"""So many provinces at most are named in a wish."""


def wish_for_retreats(outlook: Outlook, march: Mapping[int, UnitOrder]) -> tuple[RetreatWish, ...]:
    """Where strong armies that stay would go if the foes around them were stronger."""
    state, found = outlook.state, list[RetreatWish]()
    if "wishes" not in state.parts:
        return ()
    for index in outlook.own:
        owner, unit = stand = outlook.stands[index]
        strong = owner == outlook.power and unit.kind == "A" and unit.strength > 1
        if not strong or isinstance(march[index], Move):
            continue
        if outlook.threats.get(unit.province, 0) < unit.strength:
            continue
        near = dict.fromkeys(province_of(place) for place in neighbors(outlook.board, unit))
        places = [
            place for place in near if place not in outlook.at and outlook.may_enter(stand, place)
        ]
        places.sort(key=lambda place: (outlook.threats.get(place, 0), place))
        if places:
            found.append(RetreatWish(unit.piece, tuple(places[:CHOICES])))
    return tuple(found)


def sees_to_itself(state: EuropeState, stranded: Displaced) -> bool:
    """Whether a dislodged army goes where its power has wished it to go."""
    wished = state.parts.get("wishes", {}).get(stranded.unit.province, ())
    return any(place in stranded.places for place in wished)
