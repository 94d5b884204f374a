"""Hands that the referee has dealt himself, where lots cannot be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.wars.fields import (
    Field,
    muster_of,
    with_field,
    with_muster,
)

__all__ = ["with_hand"]


def with_hand(
    hands: Mapping[str, Any], war: int, power: str, hand: Cards
) -> Mapping[str, Any] | None:
    """The battles with other cards in one hand. `war` is the number of a private war, 0 for the
    Religious War. None: `power` has no cards there."""
    if war == 0:
        return _in_melee(hands, power, hand)
    field = hands.get(str(war))
    if not isinstance(field, Field) or field.battle is None:
        return None
    armies = list(field.battle.armies)
    for index, side in enumerate(field.sides):
        if side.power == power:
            armies[index] = replace(armies[index], hand=hand)
            battle = replace(field.battle, armies=(armies[0], armies[1]))
            return with_field(hands, replace(field, battle=battle))
    return None


def _in_melee(hands: Mapping[str, Any], power: str, hand: Cards) -> Mapping[str, Any] | None:
    muster = muster_of(hands)
    if muster is None or muster.melee is None or power not in muster.melee.armies:
        return None
    armies = muster.melee.armies
    changed = {**armies, power: replace(armies[power], hand=hand)}
    melee = replace(muster.melee, armies=MappingProxyType(changed))
    return with_muster(hands, replace(muster, melee=melee))
