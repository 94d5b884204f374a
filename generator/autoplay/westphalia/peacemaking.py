"""Peace Treaties: the land to take, the allies' share, the land to give up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.rulesets.westphalia.land.influence import members
from generator.rulesets.westphalia.land.spoils import (
    Claim,
    distance_cost,
    open_to_allies,
    take_refusal,
    vassal_refusal,
    yieldable,
)
from generator.rulesets.westphalia.state.orders import ExchangeElectors, Treaty, Yield
from generator.rulesets.westphalia.state.state import LEAGUE_OF, War
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Side, field_of, muster_of
from generator.rulesets.westphalia.wars.gathering import opposing

LINES: Final = 3
"""How many lines a player writes for his own share."""
RUIN: Final = 18
"""The worth of taking someone's last province."""


def choose_spoils(outlook: Outlook) -> list[Any]:
    """Lists by preference for every treaty that the player may have to make."""
    orders: list[Any] = []
    for enemy, claim in _claims(outlook):
        choices = sorted(
            _choices(outlook, claim), key=lambda choice: (-choice[0], choice[1], choice[2])
        )
        for _, codes, vassal in choices[:LINES]:
            orders.append(Treaty(enemy, codes, vassal))
        taken = set(choices[0][1]) if choices else set()
        for ally in claim.allies:
            open_now = open_to_allies(outlook.state, ally, claim.enemies)
            able = [code for code in open_now if code not in taken]
            if able:
                code = min(able, key=lambda place: _for_ally(outlook, place))
                taken.add(code)
                orders.append(Treaty(enemy, (code,), ally=ally))
    return orders


def _claims(outlook: Outlook) -> Iterator[tuple[str, Claim]]:
    """Every treaty that may follow, as (what its lines name, what may be taken)."""
    state, player = outlook.state, outlook.player
    for war, own, enemy in _wars(outlook):
        if state.is_player(own.power) and own.power == player:
            enemies = tuple(
                party
                for party in (enemy.power, *enemy.allies)
                if state.is_player(party) or party in state.principalities
            )
            bound = tuple(ally for ally in own.allies if ally in war.could_take)
            yield enemy.power, Claim(player, enemies, own.allies, bound)
    muster, war_of_faith = muster_of(state.hands), state.religious_war
    if muster is not None and war_of_faith is not None and player in muster.hosts:
        league = outlook.me.league
        losers = members(state, opposing(league))
        allies = [
            ally for loser in losers if loser in muster.hosts for ally in muster.hosts[loser].allies
        ]
        spared = war_of_faith.target if state.players[war_of_faith.rotf].league == league else ""
        enemies = tuple(loser for loser in (*losers, *allies) if loser != spared)
        mine = tuple(ally for ally in muster.hosts[player].allies if ally != spared)
        yield RELIGIOUS, Claim(player, enemies, mine, (), religious=True)


def _wars(outlook: Outlook) -> Iterator[tuple[War, Side, Side]]:
    """The player's own wars whose battle or treaty is due: (war, own side, the enemy's)."""
    for war in outlook.state.wars:
        field = field_of(outlook.state.hands, war)
        if field is None:
            continue
        one, other = field.sides
        if one.power == outlook.player:
            yield war, one, other
        elif other.power == outlook.player:
            yield war, other, one


def _choices(outlook: Outlook, claim: Claim) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """The legal claims: (worth, provinces, "") or (worth, (), province to vassalize)."""
    state = outlook.state
    able = [code for code in state.provinces if take_refusal(state, claim, (code,)) is None]
    for code in able:
        yield _worth(outlook, claim, (code,)), (code,), ""
    for pair in combinations([code for code in able if not state.provinces[code].town], 2):
        yield _worth(outlook, claim, pair), pair, ""
    for enemy in claim.enemies:
        capital = state.capital_of(enemy)
        if capital and vassal_refusal(state, claim, capital) is None:
            elector = enemy in state.principalities and state.principalities[enemy].elector
            yield 30 + 15 * elector + (RUIN if state.is_player(enemy) else 0), (), capital


def _worth(outlook: Outlook, claim: Claim, codes: Sequence[str]) -> int:
    state, worth = outlook.state, 0
    for code in codes:
        owner = state.provinces[code].owner
        worth += outlook.worth_of_land(code)
        if not claim.religious:
            is_town = state.provinces[code].town
            worth -= DI * (2 if is_town else distance_cost(state, claim.winner, code))
        if state.is_player(owner):
            worth += outlook.hostility(owner) // 5
            worth += RUIN if len(state.lands[owner]) == 1 else 0
        else:
            worth -= DI * state.influence(claim.winner, owner) // len(codes)
    for ally in claim.bound:
        left = set(open_to_allies(state, ally, claim.enemies)).difference(codes)
        worth -= 0 if left else 2 * DI
    return worth


def _for_ally(outlook: Outlook, code: str) -> tuple[bool, int, int]:
    """The rank of a province for an ally: a player's before a principality's, the worst enemy's
    first."""
    owner = outlook.state.provinces[code].owner
    is_player = outlook.state.is_player(owner)
    anger = outlook.hostility(owner) if is_player else 0
    return not is_player, -anger, outlook.state.board.rank[code]


def yield_land(outlook: Outlook) -> list[Any]:
    """The land to give up if a principality wins: heretical land, then the least adjacent."""
    state, orders = outlook.state, []
    for _, own, enemy in _wars(outlook):
        if state.is_player(enemy.power):
            continue
        able = sorted(
            yieldable(state, outlook.player, own.allies),
            key=lambda code: (
                state.provinces[code].owner != outlook.player,
                outlook.worth_of_land(code),
                state.board.rank[code],
            ),
        )
        if able:
            orders.append(Yield(tuple(able[:LINES]), enemy.power))
    return orders


def exchange_electors(outlook: Outlook) -> list[Any]:
    """The enemy's Electors for friends of one's own, if victory would give the player the right:
    to an Emperor, or against one to the strongest of the other League."""
    state, muster, war = outlook.state, muster_of(outlook.state.hands), outlook.state.religious_war
    league = outlook.me.league
    if muster is None or war is None or outlook.player not in muster.hosts:
        return []
    emperor = state.players[state.emperor]
    if emperor.league != LEAGUE_OF[emperor.religion] or league != LEAGUE_OF[outlook.religion]:
        return []
    own = [member for member in members(state, league) if member in muster.hosts]
    strongest = max(own, key=lambda player: muster.hosts[player].strength)
    if outlook.player != (state.emperor if emperor.league == league else strongest):
        return []
    gone = [
        ally
        for member in members(state, opposing(league))
        if member in muster.hosts
        for ally in muster.hosts[member].allies
        if ally in state.electors
        and ally != war.target
        and state.religion_of(ally) != outlook.religion
    ]
    coming = sorted(
        (
            name
            for name, principality in state.principalities.items()
            if not principality.elector and state.religion_of(name) == outlook.religion
        ),
        key=lambda name: (state.principalities[name].ally != outlook.player, name),
    )
    number = min(len(gone), len(coming))
    return [ExchangeElectors(tuple(gone[:number]), tuple(coming[:number]))] if number else []
