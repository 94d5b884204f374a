"""A player's briefing on a position: wars and Leagues, who may declare war, and what would tip the
principalities; the player's own standing orders; and what a sheet costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.engine.briefing import NOTHING, Brief, Placing
from generator.engine.offers import NO_BUDGET, Budget, Price
from generator.engine.phases import Sheet
from generator.engine.report import Section, table
from generator.engine.ruleset import Confided
from generator.rulesets.westphalia.diplomacy.actions import place_saved, war_refusal
from generator.rulesets.westphalia.document import tables_of
from generator.rulesets.westphalia.land.influence import place
from generator.rulesets.westphalia.state.orders import (
    Concede,
    JoinLeague,
    LeaveEmpire,
    Loss,
    PlaceInfluence,
    Withdraw,
)
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    capital_letter,
    count,
    listed,
    name_of,
    player_name,
)

_MOST: Final = 12
"""DI beyond which no player tips a principality in a Round."""
_NEAR: Final = 3


def brief_of(state: State, player: str) -> Brief:
    """A player's briefing on a state that has only public knowledge."""
    if state.setup or state.ending is not None or player not in state.players:
        return Brief()
    expires = tuple(_expiring(state, player))
    return Brief(expires, _attackers(state, player), _principalities(state, player))


def _expiring(state: State, player: str) -> Iterator[str]:
    one = state.players[player]
    for war in state.wars:
        if war.status == "pending" and player in (war.attacker, war.defender):
            other = war.defender if war.attacker == player else war.attacker
            phase = f"Battle Phase {war.phase}"
            yield f"war {war.number} with {name_of(state, other)} is fought in {phase}"
    if one.league:
        yield f"you are in {LEAGUES[one.league]} until the Leagues end"
    religious = state.religious_war
    if religious is not None and religious.status == "pending":
        yield f"a Religious War over {name_of(state, religious.target)} is to be fought"
    if one.saved:
        yield f"{one.saved} DI are saved, and count nowhere until they are placed"


def _attackers(state: State, player: str) -> Section:
    """The players who may still declare a private war on a player in this Round."""
    bars = {one: war_refusal(state, one, player) for one in state.order if one != player}
    may = listed(player_name(one) for one, bar in bars.items() if bar is None)
    lines = [f"{may} may declare war on you in this Round."] if may else []
    said = {bar.text for bar in bars.values() if bar is not None}
    lines += [f"{capital_letter(text)}." for text in sorted(said)]
    return Section("Who may make war on you", tuple(lines)) if lines else NOTHING


# --- principalities


def needed_influence(state: State, player: str, principality: str, wanted: str) -> int:
    """How much more DI of a player makes a principality the ally of `wanted`, where that is the
    player, and otherwise ends the alliance with `wanted`; 0 if no number does."""
    for number in range(1, _MOST + 1):
        progress = Progress(state)
        place(progress, player, principality, number, "")
        ally = progress.state.principalities[principality].ally
        if (ally == player) if wanted == player else (ally != wanted):
            return number
    return 0


def placing_of(state: State, player: str) -> Placing | None:
    """The DI that a player has saved, and how much makes each principality the player's ally."""
    if player not in state.players or not state.players[player].saved:
        return None
    needed = {
        code: number
        for code, one in state.principalities.items()
        if one.ally != player and (number := needed_influence(state, player, code, player))
    }
    return Placing(state.players[player].saved, needed)


def tipping_words(state: State, player: str, principality: str) -> str:
    """The influence that would tip a principality, seen by a player."""
    if state.principalities[principality].ally != player:
        needed = needed_influence(state, player, principality, player)
        return f"{needed} more DI from you would make it your ally" if needed else "out of reach"
    found = {
        other: number
        for other in state.seats
        if other != player and (number := needed_influence(state, other, principality, player))
    }
    if not found:
        return "no single player can tip it"
    least = min(found.values())
    names = [player_name(other) for other, number in found.items() if number == least]
    if len(names) > 2 and len(names) == len(state.seats) - 1:
        names = ["any player"]
    return f"{' or '.join(names)} can tip it with {least} more DI"


def _principalities(state: State, player: str) -> Section:
    ranked = []
    for order, (code, one) in enumerate(state.principalities.items()):
        own = one.influence.get(player, 0)
        mine = one.ally == player
        needed = 0 if mine else needed_influence(state, player, code, player)
        if not (mine or own or 0 < needed <= max(state.players[player].saved, _NEAR)):
            continue
        others = {seat: held for seat, held in one.influence.items() if seat != player}
        rival = max(others, key=lambda seat: others[seat], default="")
        ally = (
            "your ally" if mine else f"ally of {player_name(one.ally)}" if one.ally else "no ally"
        )
        most = f"{player_name(rival)} {others[rival]}" if rival else "nobody else"
        row = (
            f"{one.name}{' (Elector)' if one.elector else ''}",
            ally,
            f"{own}, {most}, {count(len(state.lands[code]), 'province')}",
            tipping_words(state, player, code),
        )
        ranked.append(((not mine, not own, needed or _MOST, not one.elector, order), row))
    rows = [row for _, row in sorted(ranked)]
    head = ("Principality", "Stands", "DI", "What would tip it")
    notes = ("DI: yours, the most that another has; and its size.",)
    return table("Principalities", head, rows, notes=notes) if rows else NOTHING


# --- secrets


def confide(state: State, player: str) -> Confided:
    """A player's standing orders, as they are written, and the cards that are committed; with the
    battles as the player sees them as tables."""
    if player not in state.players:
        return Confided()
    wishes = state.players[player].wishes
    orders: list[object] = []
    orders += [Concede(wishes.concede)] * bool(wishes.concede)
    orders += [Loss(wishes.loss)] * bool(wishes.loss)
    orders += [Withdraw(one.principality, one.when) for one in wishes.withdraw]
    orders += [JoinLeague(league, target) for target, league in wishes.answers]
    if wishes.home or wishes.edge or wishes.name:
        orders.append(LeaveEmpire(wishes.home, wishes.edge, wishes.name))
    lines = [f"Standing order: {order}" for order in orders]
    if player in state.cards:
        leader, follower = state.cards[player]
        lines.append(f"Cards in the Diplomacy Game: {leader} as leader, {follower} as follower")
    return Confided(tuple(lines), tables_of(state, player))


# --- what the influence on a sheet costs, and whose allies the principalities would be


_PLACES = ("diplomacy", "actions")
"""The phases in which saved influence is placed. The Emperor's gains in Tradeoffs are not known
beforehand."""


def budget_of_sheet(state: State, sheet: Sheet) -> Budget:
    """The saved DI that the orders of a sheet place, one after the other, as the phase does it."""
    player = sheet.power
    if player not in state.players or state.kind not in _PLACES:
        return NO_BUDGET
    if "diplomacy" not in state.players[player].tasks:
        return NO_BUDGET
    progress = Progress(state)
    prices: list[Price] = []
    touched: dict[str, None] = {}
    for one in sheet.orders:
        order = one.order
        if not isinstance(order, PlaceInfluence) or order.principality not in state.principalities:
            continue
        if placed := place_saved(progress, player, order):
            left = progress.state.players[player].saved
            prices.append(Price(one.number, f"{placed} DI, {left} left"))
            touched[order.principality] = None
    forecast = []
    for code in touched:
        principality = progress.state.principalities[code]
        ally = "no one's ally"
        if principality.ally:
            mine = principality.ally == player
            ally = "your ally" if mine else f"the ally of {player_name(principality.ally)}"
        own = principality.influence.get(player, 0)
        said = tipping_words(progress.state, player, code)
        forecast.append(f"{principality.name}: {ally} (you have {own} DI there); {said}")
    return Budget(tuple(prices), tuple(forecast))
