"""Placing provinces, Electors and principalities where the board is not laid out already."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.westphalia.outlook import Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.data.facts import facts, principalities
from generator.rulesets.westphalia.land.lands import name_problem
from generator.rulesets.westphalia.setup.opening import (
    best_capital,
    free_provinces,
    land_refusal,
    provinces_refusal,
)
from generator.rulesets.westphalia.state.orders import SetupLand, SetupProvinces

TRIES: Final = 12
"""How many places a player looks at; where none will do, the rules find one."""


def draft_provinces(outlook: Outlook, draws: Chance) -> list[Any]:
    """The player's own four provinces, somewhere on the map."""
    for own in _spots(outlook, facts().start.provinces, draws):
        if provinces_refusal(outlook.state, own) is None:
            return [SetupProvinces(own, best_capital(outlook.state.board, own))]
    return []


def draft_elector(outlook: Outlook, draws: Chance) -> list[Any]:
    """An Elector that does not stand yet, near home if there is room."""
    left = [
        name
        for name, row in principalities().items()
        if row.size and name not in outlook.state.principalities
    ]
    name = draws.pick(left)
    return _land(outlook, "elector", name, principalities()[name].size, draws)


def draft_principality(outlook: Outlook, draws: Chance) -> list[Any]:
    """A principality of the size that was rolled, under an unused name."""
    left = [
        name
        for name, row in principalities().items()
        if not row.size and not name_problem(outlook.state, name)
    ]
    if not left:
        return []
    return _land(outlook, "principality", draws.pick(left), outlook.state.size, draws)


def _land(outlook: Outlook, kind: Any, name: str, size: int, draws: Chance) -> list[Any]:
    for own in _spots(outlook, size, draws):
        capital = best_capital(outlook.state.board, own)
        if land_refusal(outlook.state, name, own, capital, size) is None:
            return [SetupLand(kind, name, own, capital)]
    return []


def _spots(outlook: Outlook, size: int, draws: Chance) -> list[tuple[str, ...]]:
    """Contiguous free places of a size, grown from free provinces drawn or near home."""
    state, board = outlook.state, outlook.state.board
    free = frozenset(free_provinces(state))
    near = board.in_order(board.reach(state.lands[outlook.player]) & free)
    starts = [*draws.shuffle(near), *draws.shuffle(board.in_order(free))][:TRIES]
    found = []
    for start in starts:
        own = {start}
        while len(own) < size and (more := board.in_order(board.reach(own) & free)):
            own.add(max(more, key=lambda code: len(own.intersection(board.neighbors[code]))))
        if len(own) == size:
            found.append(board.in_order(own))
    return found
