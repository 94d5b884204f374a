"""What can be seen to be wrong with orders for battles and treaties before they are fought.

Hands are left out: what somebody holds is his secret, and a warning may be read by others.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.land.leagues import Refusal
from generator.rulesets.westphalia.land.spoils import (
    Claim,
    ally_refusal,
    take_refusal,
    vassal_refusal,
)
from generator.rulesets.westphalia.state.pacing import are_apart
from generator.rulesets.westphalia.state.state import League, State
from generator.rulesets.westphalia.state.war_orders import (
    BattleOrder,
    Call,
    ExchangeElectors,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.state.words import name_of
from generator.rulesets.westphalia.wars.battles import enemies_met, running
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Field, Side, field_of, muster_of
from generator.rulesets.westphalia.wars.judging import no_battle
from generator.rulesets.westphalia.wars.outcome import right_to_exchange
from generator.rulesets.westphalia.wars.religious import combatants

__all__ = ["battle_refusal", "treaty_enemies"]


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
            return _no_treaty(state, player, order.enemy) or _beyond_claim(state, player, order)
        case Yield():
            return _no_yield(state, player, order)
        case ExchangeElectors():
            return _no_exchange(state, player, order)
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


def _beyond_claim(state: State, player: str, order: Treaty) -> Refusal | None:
    """What a treaty that the player wins would not give him, as the map is now."""
    if are_apart(state) and "treaties" not in state.moment.phase:
        return Refusal("POW-PCE-23", "the treaty comes later: order it again then")
    claim = _claim_of(state, player, order.enemy)
    if claim is None or (order.ally and order.vassalize):
        return None
    if order.vassalize:
        return vassal_refusal(state, claim, order.vassalize, order.name)
    if order.ally:
        return ally_refusal(state, claim, order.ally, order.take)
    return take_refusal(state, claim, order.take)


def _claim_of(state: State, player: str, enemy: str) -> Claim | None:
    """What a player may take if he wins the war with an enemy that is fought now."""
    muster = muster_of(state.hands)
    if muster is not None:
        own = state.players[player].league
        foes = {one: host for one, host in muster.hosts.items() if state.players[one].league != own}
        war = state.religious_war
        shielded = war.target if war and state.players[war.rotf].league == own else ""
        allies = [ally for host in foes.values() for ally in host.allies]
        losers = (one for one in (*foes, *allies) if one != shielded)
        mine = tuple(one for one in state.allies_of(player) if one not in (*allies, shielded))
        return Claim(player, tuple(losers), mine, religious=True)
    for private in state.wars:
        field = field_of(state.hands, private)
        for side, other in _pairs(field):
            if (side.power, other.power) == (player, enemy):
                return Claim(player, (other.power, *other.allies), side.allies)
    return None


def _no_yield(state: State, player: str, order: Yield) -> Refusal | None:
    """Why nothing can be lost to a principality, or not these provinces."""
    if are_apart(state) and "treaties" not in state.moment.phase:
        return Refusal("POW-PCE-23", "the treaty comes later: order it again then")
    if order.to and (bar := _no_treaty(state, player, order.to)):
        return bar
    foes = [
        (side, other)
        for war in state.wars
        for side, other in _pairs(field_of(state.hands, war))
        if side.power == player and other.power in state.principalities
    ]
    if not foes:
        return Refusal("POW-PCE-10", "no war with a principality is fought now")
    owners = {player, *(ally for side, _ in foes for ally in side.allies)}
    strange = [one for one in order.provinces if state.provinces[one].owner not in owners]
    if strange:
        owner = name_of(state, state.provinces[strange[0]].owner)
        return Refusal("POW-PCE-10", f"{strange[0]} belongs to {owner}, and cannot be given up")
    return None


def _no_exchange(state: State, player: str, order: ExchangeElectors) -> Refusal | None:
    """Why a player will have no right to exchange these Electors, whoever wins; or None."""
    strange = [one for one in order.remove if one not in state.electors]
    if strange:
        return Refusal("POW-ELE-12", f"{name_of(state, strange[0])} is no Elector")
    war = state.religious_war
    if war is None:
        return None
    if are_apart(state) and "treaties" not in state.moment.phase:
        return Refusal("POW-PCE-23", "it comes later: order it again then")
    winners: tuple[League, ...] = (war.winner,) if war.winner else ("catholic", "evangelical")
    rights = [right_to_exchange(state, replace(war, winner=one)) for one in winners]
    if any(right is not None and player in right.players for right in rights):
        return None
    return Refusal("POW-RWP-5", "the player will have no right to exchange Electors")


def _pairs(field: Field | None) -> list[tuple[Side, Side]]:
    """Both sides of a battle, each with the other."""
    return [] if field is None else [field.sides, field.sides[::-1]]


def treaty_enemies(state: State, player: str) -> tuple[str, ...]:
    """With whom a player may have a treaty to make now; RELIGIOUS is the other League."""
    muster = muster_of(state.hands)
    if muster is not None and player in muster.hosts:
        return (RELIGIOUS,)
    return tuple(
        other.power
        for war in state.wars
        for side, other in _pairs(field_of(state.hands, war))
        if side.power == player
    )


def _no_treaty(state: State, player: str, enemy: str) -> Refusal | None:
    """Whether no treaty between the two can follow on what is fought now."""
    muster = muster_of(state.hands)
    if muster is not None and player in muster.hosts:
        if enemy == RELIGIOUS:
            return None
        return Refusal("POW-RWP-7", "in the Religious War it is TREATY religious")
    for war in state.wars:
        for side, other in _pairs(field_of(state.hands, war)):
            if side.power != player:
                continue
            if enemy == other.power:
                return None
            if enemy in other.allies:
                foe = name_of(state, other.power)
                said = f"{name_of(state, enemy)} is an ally of {foe}: name {other.power} instead"
                return Refusal("POW-PCE-2", said)
    return Refusal("POW-PCE-2", f"no war with {name_of(state, enemy)} is fought now")
