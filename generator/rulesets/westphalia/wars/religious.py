"""The battle of the Religious War: hands for every member, swaps, and the melee."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.deck import deal, decks_needed, swap
from generator.rulesets.westphalia.battle.duel import Play, Round
from generator.rulesets.westphalia.battle.melee import Melee, Tick, fight_tick, line_up
from generator.rulesets.westphalia.battle.script import AUTOMATIC
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.lots import Lots
from generator.rulesets.westphalia.land.spoils import could_take
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import League, ReligiousWar, State
from generator.rulesets.westphalia.state.words import LEAGUES, count, player_name
from generator.rulesets.westphalia.wars.battles import terms_of
from generator.rulesets.westphalia.wars.fields import (
    RELIGIOUS,
    Host,
    Muster,
    muster_of,
    with_muster,
)
from generator.rulesets.westphalia.wars.judging import Lived, judge_plans, tell_automatic
from generator.rulesets.westphalia.wars.plans import Orders, live_play, plan_for, script_of
from generator.rulesets.westphalia.wars.swaps import asks, judge_requests, tell_order
from generator.rulesets.westphalia.wars.telling import round_record, tell_hand, tell_swap

__all__ = [
    "combatants",
    "fight_melee",
    "is_put_off",
    "late_members",
    "open_melee",
    "play_tick",
    "swap_melee",
]

_SIDES: tuple[League, League] = ("catholic", "evangelical")


def open_melee(state: State, lots: Lots) -> Effects:
    """Both Leagues muster: allies and strengths are fixed, and hands dealt (POW-RWB-1, 2).

    Nothing happens unless two Leagues are at war.
    """
    progress = Progress(state)
    war = state.religious_war
    if war is None or war.status != "pending" or not war.dotf:
        return progress.effects()
    order = tuple(player for player in state.order if state.players[player].league)
    hosts = {
        player: Host(state.allies_of(player), imperial_power(state, player)) for player in order
    }
    war = replace(war, could_take=_could_take(state, hosts), fought=_electors(state, war, hosts))
    progress.state = replace(state, religious_war=war)
    _note_fighters(progress, order)
    muster = Muster(MappingProxyType(hosts))
    if state.option("religious_autowin") and _wins_at_once(progress, war, muster):
        return progress.effects()
    terms = terms_of(state)
    strengths = [hosts[player].strength for player in order]
    label = f"r{state.round}/religious/deck"
    dealt = deal(strengths, terms, lots, label, decks=decks_needed(strengths, terms))
    side = {player: _SIDES.index(state.players[player].league) for player in order}
    armies = dict(zip(order, dealt.armies, strict=True))
    melee = Melee(order, MappingProxyType(side), MappingProxyType(armies))
    # Who chooses what to draw may choose from all that is left.
    deck = dealt.deck if terms.swap_chosen else dealt.deck[: terms.swap_max * len(order)]
    muster = replace(muster, melee=melee, deck=deck)
    progress.state = replace(progress.state, hands=with_muster(progress.state.hands, muster))
    progress.tell(
        kinds.MELEE_OPENED,
        "POW-RWB-1",
        "The Leagues muster: "
        + ", ".join(f"{player_name(one)} {host.strength} IP" for one, host in hosts.items()),
        order,
        weight=3,
        members=list(order),
        strengths=strengths,
        leagues=[state.players[player].league for player in order],
    )
    for player in order:
        tell_hand(progress, player, player, armies[player], RELIGIOUS)
    return progress.effects()


def _could_take(state: State, hosts: dict[str, Host]) -> tuple[str, ...]:
    """The allies that could take a province of the other League now (POW-RWP-11)."""
    found = []
    for player, host in hosts.items():
        enemies = [
            power
            for other, theirs in hosts.items()
            if state.players[other].league != state.players[player].league
            for power in (other, *theirs.allies)
        ]
        found += [ally for ally in host.allies if could_take(state, ally, enemies)]
    return tuple(found)


def _electors(
    state: State, war: ReligiousWar, hosts: dict[str, Host]
) -> MappingProxyType[str, tuple[str, ...]]:
    """The Electors that fight, by League: allies of members, and the Target with its defenders."""
    fought: dict[str, list[str]] = {league: [] for league in _SIDES}
    for player, host in hosts.items():
        fought[state.players[player].league] += host.allies
    defenders = fought[state.players[war.dotf].league]
    if war.target not in defenders:
        defenders.append(war.target)
    return MappingProxyType(
        {
            league: tuple(one for one in state.electors if one in powers)
            for league, powers in fought.items()
        }
    )


def _note_fighters(progress: Progress, order: tuple[str, ...]) -> None:
    """POW-RWD-13: all members have fought, perhaps against a Foreign Power."""
    players = progress.state.players
    foreign = {players[one].league for one in order if players[one].foreign is not None}
    for player in order:
        one = progress.state.players[player]
        against = any(league != one.league for league in foreign)
        progress.state = progress.state.with_player(
            player, fought=True, fought_foreign=one.fought_foreign or against
        )


def _wins_at_once(progress: Progress, war: ReligiousWar, muster: Muster) -> bool:
    """With the option of that name: a League of twice the strength wins without cards."""
    state = progress.state
    totals = [
        sum(
            host.strength for one, host in muster.hosts.items() if state.players[one].league == side
        )
        for side in _SIDES
    ]
    ratio = terms_of(state).autowin_ratio
    for winner, strength in enumerate(totals):
        if strength and strength >= ratio * totals[1 - winner]:
            done = replace(war, status="won", winner=_SIDES[winner])
            hands = with_muster(state.hands, replace(muster, swapped=True))
            progress.state = replace(state, religious_war=done, hands=hands)
            progress.tell(
                kinds.AUTOMATIC_VICTORY,
                "POW-RWB-1",
                f"{LEAGUES[_SIDES[winner]]} wins without cards, {totals[winner]} "
                f"against {totals[1 - winner]} IP",
                tuple(muster.hosts),
                weight=8,
                winner=_SIDES[winner],
                strengths=totals,
            )
            return True
    return False


def combatants(state: State) -> tuple[str, ...]:
    """The members who have cards to play, in Initiative Order; all of them before the swaps."""
    muster = muster_of(state.hands)
    if muster is None or muster.melee is None or muster.melee.is_over:
        return ()
    if not muster.swapped:
        return muster.melee.order
    fighting = {member for pair in muster.melee.pairs for member in pair}
    return tuple(member for member in muster.melee.order if member in fighting)


def late_members(state: State) -> tuple[str, ...]:
    """Who has yet to swap, in Initiative Order, while others have."""
    muster = muster_of(state.hands)
    return muster.late if muster is not None else ()


def is_put_off(state: State, orders: Orders) -> bool:
    """Whether somebody's swap has to wait for a later phase than this one."""
    return len(late_members(state)) > 1 or bool(_in_order(state, orders))


def _in_order(state: State, orders: Orders) -> tuple[str, ...]:
    """The members who swap one after the other because one of them asks for it now (POW-BAT-5)."""
    muster = muster_of(state.hands)
    if muster is None or muster.melee is None or muster.swapped or muster.late:
        return ()
    armies = muster.melee.armies
    members = tuple(one for one in muster.melee.order if len(armies[one].hand))
    asked = len(members) > 1 and any(asks(one, orders) for one in members)
    return members if asked else ()


def swap_melee(state: State, orders: Orders) -> Effects:
    """Every member discards up to two cards and draws as many; then the Leagues line up.

    Where a member asks for it, only the first in Initiative Order does; called again, the next
    one. What members have ordered for the battle is kept.
    """
    progress = Progress(state)
    met, done, in_order = _met(state), _swapped(state), _in_order(state, orders)
    _swap(progress, orders, in_order)
    muster = muster_of(progress.state.hands)
    if muster is not None:
        hosts = {
            one: replace(host, plan=plan_for(one, RELIGIOUS, orders, host.plan))
            for one, host in muster.hosts.items()
        }
        muster = replace(muster, hosts=MappingProxyType(hosts))
        progress.state = replace(progress.state, hands=with_muster(progress.state.hands, muster))
    late = late_members(progress.state)
    judge_plans(progress, orders, met, fought=False, waiting=late, swapped=done)
    judge_requests(progress, orders, met, in_order)
    return progress.effects()


def _swapped(state: State) -> tuple[str, ...]:
    """The members who have no swap left."""
    muster = muster_of(state.hands)
    if muster is None or not (muster.swapped or muster.late):
        return ()
    return tuple(one for one in muster.hosts if one not in muster.late)


def _swap(progress: Progress, orders: Orders, in_order: tuple[str, ...] = ()) -> None:
    """The swaps that are due: of everybody, or of the first of those who swap `in_order`."""
    muster = muster_of(progress.state.hands)
    if muster is None or muster.melee is None or muster.swapped:
        return
    if in_order:
        tell_order(progress, in_order, orders, RELIGIOUS)
    line = muster.late or in_order
    deck, terms = muster.deck, terms_of(progress.state)
    armies = dict(muster.melee.armies)
    for player in line[:1] or muster.melee.order:
        plan = plan_for(player, RELIGIOUS, orders, muster.hosts[player].plan)
        army, deck, out, new = swap(armies[player], plan.swap, deck, terms, plan.want)
        armies[player] = army
        tell_swap(progress, player, player, plan.swap, (army, out, new), RELIGIOUS)
    if line[1:]:
        melee = replace(muster.melee, armies=MappingProxyType(armies))
        waiting = replace(muster, melee=melee, deck=deck, late=line[1:])
        progress.state = replace(progress.state, hands=with_muster(progress.state.hands, waiting))
        return
    melee = line_up(muster.melee.order, muster.melee.side, armies)
    _store(progress, replace(muster, melee=melee, deck=(), swapped=True, late=()), shown=True)


def fight_melee(state: State, orders: Orders, lots: Lots) -> Effects:
    """The melee to its end by the members' scripts for it, after the swaps (POW-RWB-3 to 11)."""
    progress = Progress(state)
    met, done = _met(state), _swapped(state)
    muster = muster_of(state.hands)
    for player in met:
        silent = script_of(RELIGIOUS, orders.get(player, ())) is None
        if silent and muster is not None and muster.hosts[player].plan.script == AUTOMATIC:
            tell_automatic(progress, player, RELIGIOUS)
    _swap(progress, orders)
    while combatants(progress.state):
        _tick(progress, orders, lots, live=False)
    judge_plans(progress, orders, met, swapped=done)
    judge_requests(progress, orders, met)
    return progress.effects()


def play_tick(state: State, orders: Orders, lots: Lots) -> Effects:
    """One tick: a battle round of every pair, with the cards that were named (POW-MAIL-4)."""
    progress = Progress(state)
    met = _met(state)
    lived = _tick(progress, orders, lots, live=True)
    judge_plans(progress, orders, met, swapped=tuple(met), lived=lived)
    return progress.effects()


def _met(state: State) -> dict[str, list[str]]:
    return {player: [RELIGIOUS] for player in combatants(state)}


def _tick(
    progress: Progress, orders: Orders, lots: Lots, *, live: bool
) -> dict[tuple[str, str], Lived]:
    """One tick; what it was for each member who fought in it."""
    state = progress.state
    muster = muster_of(state.hands)
    if muster is None or muster.melee is None or muster.melee.is_over:
        return {}
    melee, hosts = muster.melee, dict(muster.hosts)
    plays: dict[str, Play] = {}
    for member in (one for pair in melee.pairs for one in pair):
        number = melee.played.get(member, 0) + 1
        armies = melee.armies[member], melee.armies[melee.enemy_of(member)]
        plan = plan_for(member, RELIGIOUS, orders, hosts[member].plan)
        label = f"r{state.round}/religious/auto/{member}/{number}"
        scripted = partial(plan.script.next_play, number, *armies, lots, label)
        lines = orders.get(member, ()) if live else ()
        plays[member] = live_play(lines, RELIGIOUS, plan.script, armies, scripted)
        hosts[member] = replace(hosts[member], plan=plan) if live else hosts[member]
    fought = fight_tick(melee, plays, terms_of(state))
    lived = {
        (member, RELIGIOUS): Lived(
            melee.armies[member],
            fight.cards[index],
            hosts[member].plan.script,
            tuple(one for one in fight.effects if one.side == index),
            fought.is_over,
        )
        for fight in fought.ticks[-1].fights
        for index, member in enumerate(fight.members)
    }
    done = replace(muster, melee=fought, hosts=MappingProxyType(hosts))
    _store(progress, done, shown=not live)
    return lived


def _store(progress: Progress, muster: Muster, *, shown: bool) -> None:
    """Keep the melee, tell its new ticks, and mark the war if it is decided.

    Hands are `shown` when the melee is fought to its end at once; else their players are told.
    """
    melee = muster.melee
    assert melee is not None
    for tick in melee.ticks:
        _tell_tick(progress, melee, tick, shown=shown or melee.is_over)
    for member in () if shown or melee.is_over else melee.order:
        if member in melee.present(melee.side[member]):
            tell_hand(progress, member, member, melee.armies[member], RELIGIOUS)
    kept = replace(muster, melee=replace(melee, ticks=()))
    progress.state = replace(progress.state, hands=with_muster(progress.state.hands, kept))
    war = progress.state.religious_war
    if melee.result is None or war is None:
        return
    ticks = count(melee.fought, "battle round")
    winner: League = ""
    if melee.result == "inconclusive":
        war = replace(war, status="inconclusive")
        text = f"Nobody is left in either League after {ticks}: the Religious War is inconclusive"
    else:
        winner = _SIDES[melee.result]
        war = replace(war, status="won", winner=winner)
        text = f"{LEAGUES[winner]} wins the Religious War after {ticks}"
    progress.state = replace(progress.state, religious_war=war)
    text = text[:1].upper() + text[1:]
    progress.tell(
        kinds.MELEE_ENDED,
        "POW-RWB-11",
        text,
        melee.order,
        weight=9,
        winner=winner,
        ticks=melee.fought,
    )


def _tell_tick(progress: Progress, melee: Melee, tick: Tick, *, shown: bool) -> None:
    """One event a tick: all its fights with every step, and who leaves, faces, or waits."""
    fights: list[dict[str, Any]] = []
    for fight in tick.fights:
        one, other = map(player_name, fight.members)
        done = Round(tick.number, fight.cards, fight.effects, fight.armies)
        fights.append(
            {"members": list(fight.members), **round_record(done, (one, other), shown=shown)}
        )
    moves = [
        {"member": move.member, "kind": move.kind, "rule": move.rule, "other": move.other}
        for move in tick.moves
    ]
    said = [f"{player_name(move.member)} {_MOVES[move.kind]}" for move in tick.moves]
    said = [
        text + (f" {player_name(move.other)}" if move.other else "")
        for text, move in zip(said, tick.moves, strict=True)
    ]
    if tick.number:
        said = [fight["text"] for fight in fights] + said
        text = f"Tick {tick.number}: {'. '.join(said)}"
    else:
        text = f"The Leagues line up: {', '.join(said)}"
    progress.tell(
        kinds.MELEE_TICK if tick.number else kinds.MELEE_LINED_UP,
        "POW-RWB-4" if tick.number else "POW-RWB-3",
        text,
        melee.order,
        weight=2,
        number=tick.number,
        fights=fights,
        moves=moves,
    )


_MOVES = {"leaves": "leaves the melee", "faces": "faces", "waits": "waits in reserve"}
