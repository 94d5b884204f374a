"""What can be seen to be wrong with orders for battles and treaties before they are fought.

Hands are left out: what somebody holds is his secret, and a warning may be read by others.
"""

from __future__ import annotations

from typing import Any

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.leagues import Refusal
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.wars.battles import enemies_met, running
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, field_of, muster_of
from generator.rulesets.westphalia.wars.judging import no_battle
from generator.rulesets.westphalia.wars.orders import (
    BattleOrder,
    Call,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.wars.religious import combatants
from generator.rulesets.westphalia.words import name_of

__all__ = ["battle_refusal"]


def battle_refusal(state: State, player: str, order: Any) -> Refusal | None:
    """Why an order for a battle or its treaty would do nothing, or None; other orders: None."""
    match order:
        case RequestInitiative():
            return _unmet(state, player, "")
        case Swap():
            drawn = _random_draw(state) if order.want else None
            return _unmet(state, player, order.versus) or drawn
        case BattleOrder():
            drawn = _random_draw(state) if order.script.want else None
            return _unmet(state, player, order.script.versus) or drawn
        case PlayCard():
            return _unmet(state, player, order.versus)
        case Call():
            return _unmet(state, player, order.versus) or _uncalled(state, player, order)
        case Treaty():
            return _no_treaty(state, player, order.enemy)
        case Yield() if order.to:
            return _no_treaty(state, player, order.to)
    return None


def _unmet(state: State, player: str, versus: str) -> Refusal | None:
    met = [RELIGIOUS] if player in combatants(state) else enemies_met(state).get(player, [])
    if met and (versus in met or versus in ("", "default")):
        return None
    return Refusal("POW-BAT-1", no_battle(versus, met))


def _random_draw(state: State) -> Refusal | None:
    if state.option("swap_mode") == "chosen":
        return None
    return Refusal("POW-BAT-5", "cards are drawn from the top of the deck, whatever is wished for")


def _uncalled(state: State, player: str, order: Call) -> Refusal | None:
    """Only what everybody knows: how much is in reserve, and whether it was called."""
    armies = _armies(state, player, order.versus)
    if not order.willing or any(army.may_call for army in armies):
        return None
    if any(army.called for army in armies):
        return Refusal("POW-BAT-19", "it has called before, and may call once in a battle")
    return Refusal("POW-BAT-19", "there are no Reserves to call")


def _armies(state: State, player: str, versus: str) -> list[Army]:
    muster = muster_of(state.hands)
    if muster is not None and muster.melee is not None and player in muster.melee.armies:
        return [muster.melee.armies[player]]
    return [
        field.battle.armies[index]
        for _, field in running(state)
        for index, side in enumerate(field.sides)
        if field.battle and side.leader == player and versus in ("", field.sides[1 - index].power)
    ]


def _no_treaty(state: State, player: str, enemy: str) -> Refusal | None:
    """Whether no treaty between the two can follow on what is fought now."""
    muster = muster_of(state.hands)
    if muster is not None and player in muster.hosts:
        if enemy == RELIGIOUS:
            return None
        return Refusal("POW-RWP-7", "in the Religious War it is TREATY religious")
    for war in state.wars:
        field = field_of(state.hands, war)
        sides = field.sides if field is not None else ()
        for side, other in zip(sides, reversed(sides), strict=True):
            if side.power != player:
                continue
            if enemy == other.power:
                return None
            if enemy in other.allies:
                foe = name_of(state, other.power)
                said = f"{name_of(state, enemy)} is an ally of {foe}: name {other.power} instead"
                return Refusal("POW-PCE-2", said)
    return Refusal("POW-PCE-2", f"no war with {name_of(state, enemy)} is fought now")
