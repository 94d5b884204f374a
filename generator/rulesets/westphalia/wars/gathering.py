"""The Leagues gather for a Religious War: who must choose a side, and who defends the faith."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.verdicts import NO_ORDER
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.land.influence import clear, place
from generator.rulesets.westphalia.land.leagues import join_league, league_refusal, members
from generator.rulesets.westphalia.state.orders import JoinLeague
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import LEAGUE_OF, League, ReligiousWar, State
from generator.rulesets.westphalia.state.words import LEAGUES, name_of, player_name
from generator.rulesets.westphalia.wars.plans import Orders

__all__ = ["gather_leagues", "may_invite", "must_choose", "opposing"]


def opposing(league: League) -> League:
    """The other League."""
    return "evangelical" if league == "catholic" else "catholic"


def must_choose(state: State, target: str) -> tuple[str, ...]:
    """POW-RWD-6: who has influence with the Target and is in no League, from the most DI down."""
    held = [
        player
        for player in state.order
        if state.influence(player, target) and not state.players[player].league
    ]
    # Sorting keeps the Initiative Order of equals.
    return tuple(sorted(held, key=lambda player: -state.influence(player, target)))


def may_invite(state: State) -> bool:
    """POW-RWD-8: whether there is an Emperor in no League. One who has left the Empire in this
    Round does nothing else in it (POW-FP-3), unless an option lets him."""
    emperor = state.players.get(state.emperor)
    if emperor is None or emperor.league:
        return False
    return not emperor.left or bool(state.option("eliminated_may_join_religious_war"))


def gather_leagues(state: State, orders: Orders) -> Effects:
    """What happens from the declaration to the battle (POW-RWD-5 to 13).

    `orders` are `LEAGUE` lines, with or without a Target. Who sends none is answered for: players
    of the Target's religion join their own League, all others stay out.
    """
    progress = Progress(state)
    war = state.religious_war
    if war is None or war.status != "pending":
        return progress.effects()
    if war.target not in state.principalities:
        progress.state = replace(state, religious_war=replace(war, status="cancelled"))
        progress.tell(
            kinds.RELIGIOUS_WAR_CANCELLED,
            "POW-RWD-5",
            "There is no Religious War: its Target exists no longer",
            (war.rotf,),
            weight=6,
            target=war.target,
        )
        return progress.effects()
    answered: set[str] = set()
    for player in must_choose(state, war.target):
        answered.add(player)
        _answer(progress, player, war.target, orders.get(player, ()))
    emperor = progress.state.emperor
    if emperor not in answered and may_invite(progress.state):
        _joins(progress, emperor, _lines(orders.get(emperor, ()), war.target), "POW-RWD-8")
        answered.add(emperor)
    _judge_others(progress, war.target, orders, answered)
    _name_defender(progress, war)
    return progress.effects()


def _lines(orders: Sequence[Any], target: str) -> list[JoinLeague]:
    """The lines that answer this war. What is said without a Target is said now, and goes before
    what was on file for this one."""
    own = [one for one in orders if isinstance(one, JoinLeague) and one.target in ("", target)]
    return sorted(own, key=lambda one: one.target)


def _joins(progress: Progress, player: str, lines: Sequence[JoinLeague], rule: str) -> bool | None:
    """Carry out the first line that can be; whether a League was joined, None without such a
    line."""
    joined: bool | None = None
    for line in lines:
        if joined is not None:
            said = "a line before it is carried out"
            progress.skip(player, line, "excess", ("POW-LEA-4", said))
        elif not line.league:
            joined = False
            progress.judge(player, line, "success", (rule, "joins no League"))
        else:
            bar = league_refusal(progress.state, player, line.league, forced=True)
            if bar is not None:
                progress.skip(player, line, "illegal", (bar.rule, bar.text))
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
            else:
                said = ("POW-LEA-5", "has no influence with the Target, and is not the Emperor")
            # What was said for the case of this Target was right when it was said.
            progress.skip(player, line, "void" if line.target else "illegal", said)


def _name_defender(progress: Progress, war: ReligiousWar) -> None:
    """POW-RWD-9 to 11: the Defender of the Faith, or a victory without a battle."""
    state = progress.state
    own = state.players[war.rotf].league
    others = members(state, opposing(own))
    target = name_of(state, war.target)
    if not others:
        won = replace(war, status="won", winner=own)
        progress.state = replace(state, religious_war=won)
        progress.tell(
            kinds.RELIGIOUS_WAR_UNOPPOSED,
            "POW-RWD-11",
            f"Nobody defends {target}: {LEAGUES[own]} wins without a battle",
            members(state, own),
            weight=8,
            target=war.target,
            league=own,
        )
        return
    # The first of equals in Initiative Order, for members stand in that.
    dotf = max(others, key=lambda player: state.influence(player, war.target))
    progress.state = replace(state, religious_war=replace(war, dotf=dotf))
    progress.tell(
        kinds.DEFENDER_NAMED,
        "POW-RWD-9",
        f"{player_name(dotf)} is the Defender of the Faith in {target}",
        (dotf,),
        weight=6,
        target=war.target,
        dotf=dotf,
    )
    if state.principalities[war.target].ally != dotf:
        held = state.influence(dotf, war.target)
        rivals = state.principalities[war.target].influence
        most = max((one for player, one in rivals.items() if player != dotf), default=0)
        enough = max(len(state.lands[war.target]), most + 1)
        place(progress, dotf, war.target, enough - held, "POW-RWD-10")
    progress.tell(
        kinds.LEAGUES_AT_WAR,
        "POW-RWD-13",
        "The Leagues go to war: "
        + " against ".join(
            ", ".join(map(player_name, members(progress.state, league)))
            for league in ("catholic", "evangelical")
        ),
        (*members(state, "catholic"), *members(state, "evangelical")),
        weight=8,
        target=war.target,
    )
