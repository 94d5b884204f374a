"""Diplomatic actions: placing influence, releasing vassals, giving provinces away; players act and
declare in Initiative Order, each as written."""

from __future__ import annotations

from typing import Any

from generator.engine.docket import Entry
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.declaring import declare, open_wars
from generator.rulesets.westphalia.land.influence import place
from generator.rulesets.westphalia.land.lands import (
    found_principality,
    free_name,
    hand_over,
    name_problem,
)
from generator.rulesets.westphalia.land.leagues import Refusal, join_league, league_refusal
from generator.rulesets.westphalia.state.orders import (
    DeclareReligiousWar,
    DeclareWar,
    Gift,
    JoinLeague,
    PlaceInfluence,
    Release,
)
from generator.rulesets.westphalia.state.pacing import engaged, waging
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import LEAGUES, name_of, player_name
from generator.rulesets.westphalia.turn.turn import Turn


def place_saved(progress: Progress, player: str, order: PlaceInfluence) -> int:
    """POW-ACT-1: place saved influence, as far as there is any; how much it was."""
    saved = progress.state.players[player].saved
    number_placed = min(saved, order.number)
    if number_placed:
        progress.state = progress.state.with_player(player, saved=saved - number_placed)
        place(progress, player, order.principality, number_placed, "POW-ACT-1")
    return number_placed


def release_refusal(state: State, player: str, order: Release) -> Refusal | None:
    """POW-ACT-2, 3: why a province cannot be released under that name, or None."""
    province = state.provinces[order.province]
    if province.owner != player:
        return Refusal("POW-ACT-2", f"{order.province} is not the player's own")
    if province.capital:
        return Refusal("POW-ACT-2", f"{order.province} is the capital")
    if not province.town:
        return Refusal("POW-ACT-2", f"{order.province} has no town")
    problem = name_problem(state, order.name) if order.name else ""
    return Refusal("POW-ACT-3", problem) if problem else None


def gift_refusal(state: State, player: str, order: Gift) -> Refusal | None:
    """POW-ACT-4: why a province cannot be given to a principality, or None."""
    province = state.provinces[order.province]
    target = order.principality
    name = name_of(state, target)
    if target not in state.principalities:
        return Refusal("POW-ACT-4", f"{target} is not on the map")
    if province.owner != player:
        return Refusal("POW-ACT-4", f"{order.province} is not the player's own")
    if province.town:
        return Refusal("POW-ACT-4", f"{order.province} has a town")
    if province.religion != state.religion_of(target):
        return Refusal("POW-ACT-4", f"{order.province} is not of the religion of {name}")
    if order.province not in state.board.reach(state.lands[target]):
        return Refusal("POW-ACT-4", f"{order.province} does not touch {name}")
    limit = state.option("growth_limit")
    if limit and len(state.lands[target]) >= limit:
        return Refusal("POW-SET-14", f"{name} may not grow beyond {limit} provinces")
    return None


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
    open_wars(turn.progress)
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
    declare(turn.progress, player, orders)


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
    else:
        all_of_it = placed == order.number
        text = "placed" if all_of_it else f"no more than {placed} DI was saved"
        turn.settle(entry, "success", ("POW-ACT-1", text))


def _release(turn: Turn, player: str, entry: Entry, order: Release) -> None:
    """POW-ACT-2: a town becomes a principality, whose ally the player is."""
    if not turn.bars(entry, release_refusal(turn.state, player, order)):
        name = order.name or free_name(turn.state, order.province)
        found_principality(turn.progress, name, (order.province,), order.province, "POW-ACT-2")
        place(turn.progress, player, name, facts().vassal.influence, "POW-ACT-2")
        turn.settle(entry, "success", ("POW-ACT-2", "released"))


def _give(turn: Turn, player: str, entry: Entry, order: Gift) -> None:
    """POW-ACT-4, 5: a province passes to a principality, and the player has influence for it."""
    if not turn.bars(entry, gift_refusal(turn.state, player, order)):
        hand_over(turn.progress, order.province, order.principality, "POW-ACT-4")
        place(turn.progress, player, order.principality, facts().vassal.gift, "POW-ACT-4")
        turn.settle(entry, "success", ("POW-ACT-4", "given"))


def _join(turn: Turn, player: str, entry: Entry, order: JoinLeague) -> None:
    if not order.league:
        turn.settle(entry, "success", ("POW-LEA-5", "joins no League"))
    elif not turn.bars(entry, league_refusal(turn.state, player, order.league)):
        join_league(turn.progress, player, order.league)
        turn.settle(entry, "success", ("POW-LEA-5", f"joins {LEAGUES[order.league]}"))


def _refuse(turn: Turn, player: str, kinds: tuple[type[Any], ...], rule: str, why: str) -> None:
    for entry, _ in turn.orders(player, *kinds):
        turn.settle(entry, "illegal", (rule, f"{player_name(player)} {why}"))
