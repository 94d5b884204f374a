"""Diplomatic actions: placing influence, releasing vassals, giving provinces away."""

from __future__ import annotations

from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import place
from generator.rulesets.westphalia.land.lands import (
    found_principality,
    free_name,
    hand_over,
    name_problem,
)
from generator.rulesets.westphalia.land.leagues import Refusal
from generator.rulesets.westphalia.state.orders import Gift, PlaceInfluence, Release
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import name_of

__all__ = [
    "gift_refusal",
    "give_province",
    "place_saved",
    "release_refusal",
    "release_vassal",
]


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


def release_vassal(progress: Progress, player: str, order: Release) -> str:
    """POW-ACT-2: a town becomes a principality, whose ally the player is; its id."""
    name = order.name or free_name(progress.state, order.province)
    found_principality(progress, name, (order.province,), order.province, "POW-ACT-2")
    place(progress, player, name, facts().vassal.influence, "POW-ACT-2")
    return name


def gift_refusal(state: State, player: str, order: Gift) -> Refusal | None:
    """POW-ACT-4: why a province cannot be given to a principality, or None."""
    province = state.provinces[order.province]
    target = order.principality
    name = name_of(state, target)
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


def give_province(progress: Progress, player: str, order: Gift) -> None:
    """POW-ACT-4, 5: a province passes to a principality, and the player has influence for it."""
    hand_over(progress, order.province, order.principality, "POW-ACT-4")
    place(progress, player, order.principality, facts().vassal.gift, "POW-ACT-4")
