"""The Leagues gather for a Religious War: who must choose a side, who defends the faith, and the
hands with which they muster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.engine.verdicts import NO_ORDER
from generator.rulesets.westphalia.battle.army import deal, decks_needed
from generator.rulesets.westphalia.battle.melee import Melee
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.land.influence import (
    clear,
    join_league,
    league_refusal,
    members,
    place,
    without,
)
from generator.rulesets.westphalia.land.spoils import open_to_allies
from generator.rulesets.westphalia.state.orders import JoinLeague
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import LEAGUE_OF, League, ReligiousWar, State
from generator.rulesets.westphalia.state.words import LEAGUES, name_of, player_name
from generator.rulesets.westphalia.wars.battles import note_fighters, terms_of
from generator.rulesets.westphalia.wars.fields import (
    MELEE_LEAGUES,
    RELIGIOUS,
    Muster,
    Side,
    keep_field,
)
from generator.rulesets.westphalia.wars.plans import Orders
from generator.rulesets.westphalia.wars.telling import tell_hand


def opposing(league: League) -> League:
    """The other League."""
    return "evangelical" if league == "catholic" else "catholic"


def must_choose(state: State, target: str) -> tuple[str, ...]:
    """POW-RWD-6: the players outside the Leagues who have influence with the Target, most DI
    first."""
    held = [
        player
        for player in state.order
        if state.influence(player, target) and not state.players[player].league
    ]
    # Sorting keeps the Initiative Order of equals.
    return tuple(sorted(held, key=lambda player: -state.influence(player, target)))


def may_invite(state: State) -> bool:
    """POW-RWD-8: whether there is an Emperor in no League. One who has left the Empire in this
    Round does nothing else in it (POW-FP-3)."""
    emperor = state.players.get(state.emperor)
    if emperor is None or emperor.league:
        return False
    return not emperor.left


def gather_leagues(progress: Progress, orders: Orders) -> None:
    """The steps from the declaration to the battle (POW-RWD-5 to 13).

    `orders` are `LEAGUE` lines, with or without a Target. The rules answer for a player who sends
    none: players of the Target's religion join their own League, all others stay out.
    """
    state = progress.state
    war = state.religious_war
    if war is None or war.status != "pending":
        return
    if war.target not in state.principalities:
        progress.change(religious_war=replace(war, status="cancelled"))
        text = "There is no Religious War: its Target exists no longer"
        progress.tell(
            kinds.RELIGIOUS_WAR_CANCELLED, "POW-RWD-5", text, (war.rotf,), target=war.target
        )
        return
    answered = {*must_choose(state, war.target)}
    for player in must_choose(state, war.target):
        _answer(progress, player, war.target, orders.get(player, ()))
    emperor = progress.state.emperor
    if emperor not in answered and may_invite(progress.state):
        _joins(progress, emperor, _lines(orders.get(emperor, ()), war.target), "POW-RWD-8")
        answered.add(emperor)
    _judge_others(progress, war.target, orders, answered)
    _name_defender(progress, war)


def _lines(orders: Sequence[Any], target: str) -> list[JoinLeague]:
    """The lines that answer this war. A line without a Target was written for now, and goes before
    the lines on file for this one."""
    own = [one for one in orders if isinstance(one, JoinLeague) and one.target in ("", target)]
    return sorted(own, key=lambda one: one.target)


def _joins(progress: Progress, player: str, lines: Sequence[JoinLeague], rule: str) -> bool | None:
    """Carry out the first line that can be carried out. Returns whether a League was joined, None
    without such a line."""
    joined: bool | None = None
    for line in lines:
        if joined is not None:
            said = "a line before it is carried out"
            progress.skip(player, line, "excess", ("POW-LEA-4", said))
        elif not line.league:
            joined = False
            progress.judge(player, line, "success", (rule, "joins no League"))
        else:
            bar = league_refusal(progress.state, player, line.league)
            if progress.refuses(player, line, bar):
                continue
            joined = True
            join_league(progress, player, line.league, rule)
            progress.judge(player, line, "success", (rule, "joins"))
    return joined


def _answer(progress: Progress, player: str, target: str, orders: Sequence[Any]) -> None:
    joined = _joins(progress, player, _lines(orders, target), "POW-RWD-6")
    if joined is None:
        religion = progress.state.players[player].religion
        joined = religion == progress.state.religion_of(target)
        league: League = LEAGUE_OF[religion] if joined else ""
        said = "joins the League of the Target's religion" if joined else "joins no League"
        order = JoinLeague(league, target)
        progress.judge(player, order, "success", ("POW-RWD-12", said), note=NO_ORDER)
        if joined:
            join_league(progress, player, league, "POW-RWD-12")
    if not joined:
        clear(progress, player, target, "POW-RWD-6", "it joins neither League")


def _judge_others(progress: Progress, target: str, orders: Orders, answered: set[str]) -> None:
    for player in progress.state.order:
        if player in answered:
            continue
        league = progress.state.players[player].league
        for line in _lines(orders.get(player, ()), target):
            if not line.league:
                progress.judge(player, line, "success", ("POW-LEA-5", "joins no League"))
                continue
            if league:
                said = ("POW-LEA-4", f"is in {LEAGUES[league]} already")
            elif progress.state.players[player].left:
                said = ("POW-FP-3", "has left the Empire, and waits for the next Round")
            else:
                said = ("POW-LEA-5", "has no influence with the Target, and is not the Emperor")
            # A line for the case of this Target was right when it was written.
            progress.skip(player, line, "void" if line.target else "illegal", said)


def _name_defender(progress: Progress, war: ReligiousWar) -> None:
    """POW-RWD-9 to 11: the Defender of the Faith, or a victory without a battle."""
    state = progress.state
    own = state.players[war.rotf].league
    others = members(state, opposing(own))
    target = name_of(state, war.target)
    if not others:
        won = replace(war, status="won", winner=own)
        progress.change(religious_war=won)
        progress.tell(
            kinds.RELIGIOUS_WAR_UNOPPOSED,
            "POW-RWD-11",
            f"Nobody defends {target}: {LEAGUES[own]} wins without a battle",
            members(state, own),
            target=war.target,
            league=own,
        )
        return
    # The first of equals in Initiative Order, because members are in that order.
    dotf = max(others, key=lambda player: state.influence(player, war.target))
    progress.change(religious_war=replace(war, dotf=dotf))
    text = f"{player_name(dotf)} is the Defender of the Faith in {target}"
    progress.tell(kinds.DEFENDER_NAMED, "POW-RWD-9", text, (dotf,), target=war.target, dotf=dotf)
    if state.principalities[war.target].ally != dotf:
        held = state.influence(dotf, war.target)
        rivals = without(state.principalities[war.target].influence, dotf)
        enough = max(len(state.lands[war.target]), max(rivals.values(), default=0) + 1)
        place(progress, dotf, war.target, enough - held, "POW-RWD-10")
    sides = [", ".join(map(player_name, members(state, league))) for league in MELEE_LEAGUES]
    progress.tell(
        kinds.LEAGUES_AT_WAR,
        "POW-RWD-13",
        f"The Leagues go to war: {' against '.join(sides)}",
        (*members(state, "catholic"), *members(state, "evangelical")),
        target=war.target,
    )


def open_melee(progress: Progress, lots: Lots) -> None:
    """Both Leagues muster: allies and strengths are fixed, and hands dealt (POW-RWB-1, 2).

    Nothing happens unless two Leagues are at war.
    """
    state = progress.state
    war = state.religious_war
    if war is None or war.status != "pending" or not war.dotf:
        return
    order = tuple(player for player in state.order if state.players[player].league)
    sides = tuple(Side(one, one, state.allies_of(one), imperial_power(state, one)) for one in order)
    war = replace(war, could_take=_could_take(state, sides), fought=_electors(state, war, sides))
    progress.change(religious_war=war)
    note_fighters(progress, *(members(state, league) for league in MELEE_LEAGUES))
    muster = Muster(sides=sides)
    terms = terms_of(state)
    strengths = [side.strength for side in sides]
    label = f"r{state.round}/religious/deck"
    dealt, deck = deal(strengths, terms, lots, label, decks=decks_needed(strengths, terms))
    leagues = [state.players[player].league for player in order]
    numbers = dict(zip(order, map(MELEE_LEAGUES.index, leagues), strict=True))
    armies = dict(zip(order, dealt, strict=True))
    melee = Melee(order, MappingProxyType(numbers), MappingProxyType(armies))
    muster = replace(muster, melee=melee, deck=deck[: terms.swap_max * len(order)])
    keep_field(progress, muster)
    said = ", ".join(f"{player_name(side.power)} {side.strength} IP" for side in sides)
    progress.tell(
        kinds.MELEE_OPENED,
        "POW-RWB-1",
        f"The Leagues muster: {said}",
        order,
        members=list(order),
        strengths=strengths,
        leagues=leagues,
    )
    for side in sides:
        tell_hand(progress, side, armies[side.power], RELIGIOUS)


def _could_take(state: State, sides: Sequence[Side]) -> tuple[str, ...]:
    """The allies that could take a province of the other League now (POW-RWP-11)."""
    league = {side.power: state.players[side.power].league for side in sides}
    found = []
    for side in sides:
        enemies = [
            power
            for other in sides
            if league[other.power] != league[side.power]
            for power in (other.power, *other.allies)
        ]
        found += [ally for ally in side.allies if open_to_allies(state, ally, enemies)]
    return tuple(found)


def _electors(
    state: State, war: ReligiousWar, sides: Sequence[Side]
) -> Mapping[str, tuple[str, ...]]:
    """The Electors that fight, by League: allies of members, and the Target with its defenders."""
    fought: dict[str, set[str]] = {league: set() for league in MELEE_LEAGUES}
    for side in sides:
        fought[state.players[side.power].league] |= {*side.allies}
    fought[state.players[war.dotf].league].add(war.target)
    return MappingProxyType(
        {
            league: tuple(one for one in state.electors if one in powers)
            for league, powers in fought.items()
        }
    )
