"""Dice of faith: one's own land first, then Electors, neighbors and rivals."""

from __future__ import annotations

from typing import Any

from generator.autoplay.westphalia.outlook import Outlook
from generator.rulesets.westphalia.faith.dice import place_refusal
from generator.rulesets.westphalia.state.orders import Faith


def place_faith(outlook: Outlook) -> list[Any]:
    """Places by preference, until no die is left; what is left over guards the largest friend."""
    state, player = outlook.state, outlook.player
    left = state.dice.get(player, 0)
    orders: list[Any] = []
    own = _heretical_land(outlook)
    while own and left:
        first, *own = own
        also, own = tuple(own[:1]), own[1:]
        orders.append(Faith(first, 1, also))
        left -= 1
    targets = sorted(_targets(outlook), key=lambda target: (-target[0] // target[1], target[2]))
    for _, dice, place in targets:
        if dice <= left:
            orders.append(Faith(place, dice))
            left -= dice
    if left:
        # Others of the same faith may do the rest; an order too many costs nothing.
        orders += [Faith(place, 0) for _, _, place in targets[:1]] or [
            Faith(name, 0) for name in state.allies_of(player)[:1]
        ]
    return orders


def _heretical_land(outlook: Outlook) -> list[str]:
    """Own provinces of the other religion, towns first."""
    state = outlook.state
    wrong = [
        code
        for code in state.lands[outlook.player]
        if state.provinces[code].religion != outlook.religion and not state.provinces[code].capital
    ]
    return sorted(wrong, key=lambda code: (not state.provinces[code].town, state.board.rank[code]))


def _targets(outlook: Outlook) -> list[tuple[int, int, str]]:
    """Where else dice would convert something: (worth, dice needed, place)."""
    state, player = outlook.state, outlook.player
    found = []
    for name, principality in state.principalities.items():
        if state.religion_of(name) != outlook.religion and not place_refusal(state, player, name):
            size = len(state.lands[name])
            worth = 7 * size + (21 if principality.elector else 0)
            found.append((worth, size, name))
    for other in outlook.others:
        for code in state.lands[other]:
            if state.provinces[code].religion == outlook.religion:
                continue
            if place_refusal(state, player, code) is None:
                found.append((max(1, 6 + outlook.hostility(other) // 4), 1, code))
    return found
