"""What the influence on a sheet costs, and whose allies the principalities would be."""

from __future__ import annotations

from generator.engine.budget import NO_BUDGET, Budget, Price
from generator.engine.phases import Sheet
from generator.rulesets.westphalia.diplomacy.actions import place_saved
from generator.rulesets.westphalia.state.orders import PlaceInfluence
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import player_name
from generator.rulesets.westphalia.telling.briefing import tipping_words

_PLACES = ("diplomacy", "actions")
"""The phases in which saved influence is placed. Of what the Emperor gains in Tradeoffs nothing is
known before."""


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
        if order.number <= progress.state.players[player].saved:
            place_saved(progress, player, order)
            left = progress.state.players[player].saved
            prices.append(Price(one.line, one.column, f"{order.number} DI, {left} left"))
            touched[order.principality] = None
    forecast = []
    for code in touched:
        principality = progress.state.principalities[code]
        ally = "nobody's ally"
        if principality.ally:
            mine = principality.ally == player
            ally = "your ally" if mine else f"the ally of {player_name(principality.ally)}"
        own = principality.influence.get(player, 0)
        said = tipping_words(progress.state, player, code)
        forecast.append(f"{principality.name}: {ally} (you have {own} DI there); {said}")
    return Budget(tuple(prices), tuple(forecast))
