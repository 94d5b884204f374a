"""Wars: whom to attack, for which gain, and when a Religious War is worth it. Peace Treaties: the
land to take, the allies' share, the land to give up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.diplomacy.actions import target_refusal, war_refusal
from generator.rulesets.westphalia.land.influence import league_refusal, members
from generator.rulesets.westphalia.land.lands import edge_of
from generator.rulesets.westphalia.land.spoils import (
    Claim,
    distance_cost,
    open_to_allies,
    take_refusal,
    vassal_refusal,
    yieldable,
)
from generator.rulesets.westphalia.state.orders import (
    DeclareReligiousWar,
    DeclareWar,
    ExchangeElectors,
    JoinLeague,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.state import (
    LEAGUE_OF,
    RELIGIONS,
    Religion,
    War,
    other_religion,
)
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Side, field_of, muster_of
from generator.rulesets.westphalia.wars.gathering import opposing

ODDS: Final = (
    (200, 100), (170, 88), (140, 76), (120, 66), (105, 55), (95, 47), (80, 34), (65, 20), (50, 8),
)  # fmt: skip
"""How likely a battle is won, in percent, with at least so many percent of the enemy's power."""
DEFEAT: Final = 24
RUIN: Final = 70
TIMID: Final = 30
"""The expectation of a war from which on even the most peaceful player fights it."""
ZEALOUS_ROUND: Final = 3
"""From this Round on Leagues form; before, no one has anything to win by them."""
LINES: Final = 3
"""How many lines a player writes for his own share."""
LAST_LAND: Final = 18
"""The worth of taking someone's last province."""


def rank_targets(outlook: Outlook) -> list[tuple[int, str]]:
    """All whom the player may attack, with what he may expect of it; the best first."""
    state = outlook.state
    found = [
        (_expectation(outlook, target), target)
        for target in (*outlook.others, *state.principalities)
        if war_refusal(state, outlook.player, target) is None
    ]
    return sorted(found, key=lambda wish: (-wish[0], wish[1]))


def odds(own: int, enemy: int) -> int:
    """How likely a battle of these Imperial Powers is won, in percent."""
    for percent, chances in ODDS:
        if own * 100 >= enemy * percent:
            return chances
    return 2


def _expectation(outlook: Outlook, target: str) -> int:
    state, player = outlook.state, outlook.player
    chances = odds(outlook.strength(player), outlook.strength(target))
    gain = _prize(outlook, target)
    mine = [code for code in state.lands[player] if not state.provinces[code].town]
    harm = DEFEAT if mine or state.is_player(target) else RUIN
    worth = (chances * gain - (100 - chances) * harm) // 100
    if target in state.principalities:
        worth += outlook.whim(target) - DI * state.influence(player, target)
    return worth


def _prize(outlook: Outlook, target: str) -> int:
    """The gain of a victory over someone."""
    state, player = outlook.state, outlook.player
    enemies = (target, *(state.allies_of(target) if state.is_player(target) else ()))
    near = state.board.reach(state.lands[player]) | set(edge_of(state, player))
    spoils = sorted(
        (
            outlook.worth_of_land(code) - (0 if code in near else DI)
            for enemy in enemies
            for code in state.lands[enemy]
            if not state.provinces[code].town
        ),
        reverse=True,
    )
    worth = sum(spoils[:2])
    last = state.lands[target]
    if len(last) == 1:
        alone = 28 if state.is_player(target) else outlook.worth_of_ally(target)
        worth = max(worth, alone)
    for ally in state.allies_of(player):
        reach = state.board.reach(state.lands[ally])
        if any(code in reach for enemy in enemies for code in state.lands[enemy]):
            worth += 7
    if state.is_player(target):
        worth += outlook.hostility(target) * 2 // 3
    return worth


def declare_wars(outlook: Outlook, draws: Chance) -> list[Any]:
    """Up to three targets by preference; none is worth it for the peaceful."""
    asked = TIMID - 20
    wanted = [
        DeclareWar(target)
        for worth, target in rank_targets(outlook)
        if worth + draws.number(9) - 4 > asked
    ]
    return list(wanted[:3])


def _is_called(outlook: Outlook, religion: Religion) -> bool:
    """Whether the preachers of a religion call to arms in this Round; both sides hear of it."""
    state = outlook.state
    if state.round < ZEALOUS_ROUND:
        return False
    draws = outlook.chance.branch(f"autoplay crusade {state.round} {religion}")
    need = 55 - 2 * outlook.favor(religion) + 8 * (state.round - ZEALOUS_ROUND)
    return (
        draws.number(100) < need
        and sum(player.religion == religion for player in state.players.values()) > 1
    )


def _side(outlook: Outlook, religion: Religion) -> int:
    """The strength that a religion could bring into the field."""
    return sum(
        outlook.strength(player)
        for player, other in outlook.state.players.items()
        if other.religion == religion
    )


def join_for_faith(outlook: Outlook, draws: Chance) -> list[Any]:
    """The League of the player's religion, where preachers of either have called for it."""
    state, own = outlook.state, LEAGUE_OF[outlook.religion]
    if outlook.me.league or league_refusal(state, outlook.player, own) is not None:
        return []
    if _is_called(outlook, outlook.religion):
        willing = 68
    elif any(_is_called(outlook, other) for other in RELIGIONS):
        willing = 25
    else:
        return []
    return [JoinLeague(own)] if draws.number(100) < willing else []


def open_religious_war(outlook: Outlook, draws: Chance) -> list[Any]:
    """A Religious War, if the player's own side is not the weaker one by far."""
    state = outlook.state
    own = _side(outlook, outlook.religion)
    other = _side(outlook, other_religion(outlook.religion))
    if not _is_called(outlook, outlook.religion) or not is_saved(state, outlook.player):
        return []
    if own * 100 < other * 90:
        return []
    # As it will be once the player is a member.
    joined = state.with_player(outlook.player, league=LEAGUE_OF[outlook.religion])
    able = [
        name for name in state.principalities if not target_refusal(joined, outlook.player, name)
    ]
    able.sort(key=lambda name: (-_worth_of_target(outlook, name), name))
    return [DeclareReligiousWar(name) for name in able[: 1 + draws.number(2)]]


def _worth_of_target(outlook: Outlook, name: str) -> int:
    one = outlook.state.principalities[name]
    worth = 10 * len(outlook.state.lands[name]) + 8 * outlook.state.influence(outlook.player, name)
    return worth + (30 if one.elector else 0) + (15 if one.ally not in ("", outlook.player) else 0)


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
            yield 30 + 15 * elector + (LAST_LAND if state.is_player(enemy) else 0), (), capital


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
            worth += LAST_LAND if len(state.lands[owner]) == 1 else 0
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
