"""Influence: which principalities to win, which to keep, and when to let go of a town."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.actions import gift_refusal, release_refusal
from generator.rulesets.westphalia.land.influence import without
from generator.rulesets.westphalia.state.orders import Gift, PlaceInfluence, Release, SetupInfluence

CONTESTED: Final = 8
"""How much less attractive a principality is for each DI of another player."""


def begin_courtship(outlook: Outlook, draws: Chance) -> list[Any]:
    """The first influence: near home, and rather on several small principalities than on one."""
    state, left = outlook.state, facts().start.influence
    placed: dict[str, int] = {}
    ranked = sorted(
        (
            (-(worth * 3 // price) - draws.number(20), price, name)
            for worth, price, name in _offers(outlook)
            if price <= left
        ),
    )
    for _, price, name in ranked:
        if price <= left:
            placed[name] = price
            left -= price
    if left:
        first = next(iter(placed), next(iter(state.principalities)))
        placed[first] = placed.get(first, 0) + left
    return [SetupInfluence(tuple(placed.items()))]


def place_influence(outlook: Outlook, draws: Chance) -> list[Any]:
    """Guard allies in danger, then buy principalities worth their price, then begin to woo."""
    left = outlook.me.saved
    orders: list[Any] = []
    for price, name in _in_danger(outlook):
        if 0 < price <= left:
            orders.append(PlaceInfluence(name, price))
            left -= price
    offers = [
        (-(worth * 10 // price) - draws.number(20), price, name)
        for worth, price, name in _offers(outlook)
    ]
    for _, price, name in sorted(offers):
        if price <= left:
            orders.append(PlaceInfluence(name, price))
            left -= price
    # Who saves it may lose it when the Round ends; a suitor who waits has it safe.
    if left and offers and draws.number(100) < 65:
        orders.append(PlaceInfluence(min(offers)[2], left))
    return orders


def _offers(outlook: Outlook) -> Iterator[tuple[int, int, str]]:
    """Principalities that could become allies: (worth, DI needed, id)."""
    state, player = outlook.state, outlook.player
    home = state.capital_of(player) or next(iter(state.lands[player]), "")
    for name, principality in state.principalities.items():
        if principality.ally == player:
            continue
        rival = max(without(principality.influence, player).values(), default=0)
        need = max(len(state.lands[name]), rival + 1) - state.influence(player, name)
        if need <= 0:
            continue
        worth = outlook.worth_of_ally(name) - CONTESTED * rival
        if home:
            worth -= state.board.distance(home, state.capital_of(name))
        worth += 2 * outlook.whim(name)
        if principality.ally:
            worth += outlook.hostility(principality.ally) // 2
        yield max(1, worth), need, name


def _in_danger(outlook: Outlook) -> list[tuple[int, str]]:
    """Allies whom a rival could win over with what he has saved: (DI that would forestall it, id).

    The most valuable first.
    """
    state, player = outlook.state, outlook.player
    found = []
    for name in state.allies_of(player):
        held = state.influence(player, name)
        threats = [
            number + min(2, state.players[rival].saved)
            for rival, number in state.principalities[name].influence.items()
            if rival != player and "diplomacy" in state.players[rival].tasks
        ]
        most = max(threats, default=0)
        if most > held:
            found.append((most - held, name))
    return sorted(found, key=lambda wish: (-outlook.worth_of_ally(wish[1]), wish[1]))


def give_and_release(outlook: Outlook, draws: Chance) -> list[Any]:
    """A heretical town is better a friend; land of the wrong religion may buy influence."""
    state, player = outlook.state, outlook.player
    orders: list[Any] = []
    for code in state.lands[player]:
        province = state.provinces[code]
        if province.religion == outlook.religion:
            continue
        if province.town:
            release = Release(code)
            if release_refusal(state, player, release) is None and draws.number(100) < 60:
                orders.append(release)
            continue
        for name in state.allies_of(player):
            gift = Gift(code, name)
            worth = DI + (10 if state.principalities[name].elector else 8)
            if gift_refusal(state, player, gift) is None and draws.number(100) < 3 * worth:
                orders.append(gift)
                break
    return orders
