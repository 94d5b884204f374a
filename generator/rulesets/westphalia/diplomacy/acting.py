"""Diplomatic actions, and declarations: players in Initiative Order, each as written."""

from __future__ import annotations

from typing import Any

from generator.engine.docket import Entry
from generator.rulesets.westphalia.diplomacy.actions import (
    gift_refusal,
    give_province,
    place_saved,
    release_refusal,
    release_vassal,
)
from generator.rulesets.westphalia.diplomacy.declaring import declare, open_wars
from generator.rulesets.westphalia.land.leagues import join_league, league_refusal
from generator.rulesets.westphalia.state.orders import Gift, JoinLeague, PlaceInfluence, Release
from generator.rulesets.westphalia.state.pacing import engaged, waging
from generator.rulesets.westphalia.state.war_orders import DeclareReligiousWar, DeclareWar
from generator.rulesets.westphalia.state.words import LEAGUES, player_name
from generator.rulesets.westphalia.turn.turn import Turn

__all__ = [
    "act_in_order",
    "act_next",
    "declare_in_order",
    "declare_next",
]


_ACTIONS = (PlaceInfluence, Release, Gift)
_DECLARATIONS = (DeclareWar, DeclareReligiousWar)


def act_in_order(turn: Turn) -> None:
    """R5b: all players who Engage in Diplomacy, one after the other."""
    for player in turn.state.initiative:
        if "diplomacy" in turn.state.players[player].tasks:
            _act(turn, player)
        else:
            _refuse(turn, player, _ACTIONS, "POW-DI-6", "does not Engage in Diplomacy")


def declare_in_order(turn: Turn) -> None:
    """R6a: all players who Wage War, one after the other."""
    turn.progress.take(open_wars(turn.state))
    for player in turn.state.initiative:
        if "war" in turn.state.players[player].tasks:
            _declare_wars(turn, player)
        else:
            _refuse(turn, player, _DECLARATIONS, "POW-WAR-1", "does not Wage War")
            if "diplomacy" not in turn.state.players[player].tasks:
                text = "takes part in neither phase"
                _refuse(turn, player, (JoinLeague,), "POW-LEA-5", text)


def act_next(turn: Turn) -> None:
    """Stepwise: the actions of the player whose turn it is."""
    players = engaged(turn.state)
    _act(turn, players[turn.number - 1])
    turn.go_on(players)


def declare_next(turn: Turn) -> None:
    """Stepwise: the declarations of the player whose turn it is."""
    players = waging(turn.state)
    _declare_wars(turn, players[turn.number - 1])
    turn.go_on(players)


def _declare_wars(turn: Turn, player: str) -> None:
    """R6a: one player's declarations in the order written."""
    orders = [order for _, order in turn.orders(player, *_DECLARATIONS, JoinLeague)]
    turn.progress.take(declare(turn.state, player, orders))


def _act(turn: Turn, player: str) -> None:
    """One player's actions in the order written. A League that is named after a declaration is
    joined with the declarations, where there are any."""
    wages = "war" in turn.state.players[player].tasks
    declared = False
    for entry, order in turn.orders(player, *_ACTIONS, *_DECLARATIONS, JoinLeague):
        if isinstance(order, PlaceInfluence):
            _place(turn, player, entry, order)
        elif isinstance(order, Release):
            _release(turn, player, entry, order)
        elif isinstance(order, Gift):
            _give(turn, player, entry, order)
        elif isinstance(order, JoinLeague):
            if not (wages and declared):
                _join(turn, player, entry, order)
        else:
            declared = True


def _place(turn: Turn, player: str, entry: Entry, order: PlaceInfluence) -> None:
    if order.principality not in turn.state.principalities:
        turn.settle(entry, "illegal", ("POW-DI-6", f"{order.principality} is not on the map"))
        return
    placed = place_saved(turn.progress, player, order)
    if not placed:
        turn.settle(entry, "void", ("POW-ACT-1", "no DI is saved"))
    elif placed < order.number:
        text = f"no more than {placed} DI was saved"
        turn.settle(entry, "success", ("POW-ACT-1", text))
    else:
        turn.settle(entry, "success", ("POW-ACT-1", "placed"))


def _release(turn: Turn, player: str, entry: Entry, order: Release) -> None:
    refusal = release_refusal(turn.state, player, order)
    if refusal is not None:
        turn.settle(entry, "illegal", refusal)
        return
    release_vassal(turn.progress, player, order)
    turn.settle(entry, "success", ("POW-ACT-2", "released"))


def _give(turn: Turn, player: str, entry: Entry, order: Gift) -> None:
    if order.principality not in turn.state.principalities:
        turn.settle(entry, "illegal", ("POW-ACT-4", f"{order.principality} is not on the map"))
        return
    refusal = gift_refusal(turn.state, player, order)
    if refusal is not None:
        turn.settle(entry, "illegal", refusal)
        return
    give_province(turn.progress, player, order)
    turn.settle(entry, "success", ("POW-ACT-4", "given"))


def _join(turn: Turn, player: str, entry: Entry, order: JoinLeague) -> None:
    if not order.league:
        turn.settle(entry, "success", ("POW-LEA-5", "joins no League"))
        return
    refusal = league_refusal(turn.state, player, order.league)
    if refusal is not None:
        turn.settle(entry, "illegal", refusal)
        return
    join_league(turn.progress, player, order.league)
    turn.settle(entry, "success", ("POW-LEA-5", f"joins {LEAGUES[order.league]}"))


def _refuse(turn: Turn, player: str, kinds: tuple[type[Any], ...], rule: str, why: str) -> None:
    for entry, _ in turn.orders(player, *kinds):
        turn.settle(entry, "illegal", (rule, f"{player_name(player)} {why}"))
