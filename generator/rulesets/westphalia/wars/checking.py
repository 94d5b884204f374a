"""Problems with orders for battles and treaties that can be seen before they are fought.

Hands are left out: a player's hand is secret, and others may read a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Type
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.spoils import Claim
from generator.rulesets.westphalia.state import orders
from generator.rulesets.westphalia.state.pacing import are_apart
from generator.rulesets.westphalia.state.state import League, State
from generator.rulesets.westphalia.state.words import name_of
from generator.rulesets.westphalia.wars.battles import enemies_met, running
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Side, field_of, muster_of
from generator.rulesets.westphalia.wars.outcome import right_to_exchange
from generator.rulesets.westphalia.wars.plans import no_battle
from generator.rulesets.westphalia.wars.treaties import line_refusal


def battle_refusal(state: State, player: str, order: Any) -> Refusal | None:
    """Why an order for a battle or its treaty would do nothing, or None; other orders: None."""
    match order:
        case orders.RequestInitiative():
            return _unmet(state, player, "")
        case orders.Swap():
            return _unmet(state, player, order.versus) or _random_draw(order.want)
        case orders.BattleOrder():
            return _unmet(state, player, order.versus) or _random_draw(order.script.want)
        case orders.PlayCard():
            return _unmet(state, player, order.versus)
        case orders.Call():
            return _unmet(state, player, order.versus) or _uncalled(state, player, order)
        case orders.Treaty():
            if bar := _no_treaty(state, player, order.enemy) or _too_early(state, "the treaty"):
                return bar
            # The provinces that it would not give him if he wins, as the map is now.
            claim = _claim_of(state, player, order.enemy)
            both = order.ally and order.vassalize
            return None if claim is None or both else line_refusal(state, claim, order)
        case orders.Yield():
            return _too_early(state, "the treaty") or _no_yield(state, player, order)
        case orders.ExchangeElectors():
            return _no_exchange(state, player, order)
    return None


def _unmet(state: State, player: str, versus: str) -> Refusal | None:
    met = enemies_met(state).get(player, [])
    if met and versus in ("", *met):
        return None
    return Refusal("POW-BAT-1", no_battle(versus, met))


def _random_draw(want: Sequence[Type]) -> Refusal | None:
    if not want:
        return None
    return Refusal("POW-BAT-5", "cards are drawn from the top of the deck, whatever is wished for")


def _uncalled(state: State, player: str, order: orders.Call) -> Refusal | None:
    """Only public knowledge: how much is in reserve, and whether it was called."""
    armies = [
        field.armies[side.power]
        for field in running(state)
        for side in field.sides
        if side.leader == player and order.versus in ("", field.enemy_of(side.power))
    ]
    if not order.willing or any(army.may_call for army in armies):
        return None
    if any(army.called for army in armies):
        return Refusal("POW-BAT-19", "it has called before, and may call once in a battle")
    return Refusal("POW-BAT-19", "there are no Reserves to call")


def _claim_of(state: State, player: str, enemy: str) -> Claim | None:
    """The claim of a player if he wins the present war with an enemy."""
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
    for side, other in _facing(state, player):
        if other.power == enemy:
            return Claim(player, (other.power, *other.allies), side.allies)
    return None


def _no_yield(state: State, player: str, order: orders.Yield) -> Refusal | None:
    """Why nothing can be lost to a principality, or not these provinces."""
    if order.to and (bar := _no_treaty(state, player, order.to)):
        return bar
    sides = [own for own, other in _facing(state, player) if other.power in state.principalities]
    if not sides:
        return Refusal("POW-PCE-10", "no war with a principality is fought now")
    owners = {player, *(ally for own in sides for ally in own.allies)}
    strange = [one for one in order.provinces if state.provinces[one].owner not in owners]
    if strange:
        owner = name_of(state, state.provinces[strange[0]].owner)
        return Refusal("POW-PCE-10", f"{strange[0]} belongs to {owner}, and cannot be given up")
    return None


def _no_exchange(state: State, player: str, order: orders.ExchangeElectors) -> Refusal | None:
    """Why a player will have no right to exchange these Electors, no matter who wins; or None."""
    strange = [one for one in order.remove if one not in state.electors]
    if strange:
        return Refusal("POW-ELE-12", f"{name_of(state, strange[0])} is no Elector")
    war = state.religious_war
    if war is None:
        return None
    if later := _too_early(state, "it"):
        return later
    winners: tuple[League, ...] = (war.winner,) if war.winner else ("catholic", "evangelical")
    rights = [right_to_exchange(state, replace(war, winner=one)) for one in winners]
    if any(right is not None and player in right.players for right in rights):
        return None
    return Refusal("POW-RWP-5", "the player will have no right to exchange Electors")


def _too_early(state: State, what: str) -> Refusal | None:
    """Why an order is too early if battles and treaties have separate deadlines, or None."""
    if are_apart(state) and "treaties" not in state.moment.phase:
        return Refusal("POW-PCE-23", f"{what} comes later: order it again then")
    return None


def _facing(state: State, player: str) -> list[tuple[Side, Side]]:
    """The player's sides in private wars that are fought now, each with the other side."""
    found = []
    for field in filter(None, (field_of(state.hands, war) for war in state.wars)):
        first, second = field.sides
        found += [pair for pair in ((first, second), (second, first)) if pair[0].power == player]
    return found


def treaty_enemies(state: State, player: str) -> tuple[str, ...]:
    """The enemies with whom a player may have to make a treaty now; RELIGIOUS is the other
    League."""
    muster = muster_of(state.hands)
    if muster is not None and player in muster.hosts:
        return (RELIGIOUS,)
    return tuple(other.power for _, other in _facing(state, player))


def _no_treaty(state: State, player: str, enemy: str) -> Refusal | None:
    """Whether no treaty between the two can follow from the present battles."""
    enemies = treaty_enemies(state, player)
    if enemy in enemies:
        return None
    if enemies == (RELIGIOUS,):
        return Refusal("POW-RWP-7", "in the Religious War it is TREATY religious")
    for _, other in _facing(state, player):
        if enemy in other.allies:
            foe = name_of(state, other.power)
            said = f"{name_of(state, enemy)} is an ally of {foe}: name {other.power} instead"
            return Refusal("POW-PCE-2", said)
    return Refusal("POW-PCE-2", f"no war with {name_of(state, enemy)} is fought now")
