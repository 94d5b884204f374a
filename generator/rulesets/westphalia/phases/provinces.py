"""Setup: a player takes his own provinces."""

from __future__ import annotations

from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.orders import SetupProvinces
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.placing import (
    automatic_provinces,
    best_capital,
    provinces_refusal,
    put_player,
)
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.words import player_name

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-3, 4: the n-th in Setup Order takes four provinces."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    player = turn.state.setup_order[number - 1]
    own, capital = _chosen(turn, player)
    turn.progress.state = put_player(turn.state, player, own, capital)
    text = f"{player_name(player)} takes {', '.join(own)}, with the capital {capital}"
    turn.progress.tell("provinces-chosen", "POW-SET-3", text, (player,), own, capital=capital)
    if number < len(turn.before.seats):
        turn.go(f"provinces-{number + 1}")
    else:
        turn.go("elector-1")


def _chosen(turn: Turn, player: str) -> tuple[tuple[str, ...], str]:
    """The provinces of the first legal order, or those that the rules give."""
    for entry, order in turn.orders(player, SetupProvinces):
        refusal = provinces_refusal(turn.state, order.provinces)
        if refusal is None and order.capital and order.capital not in order.provinces:
            turn.settle(entry, "illegal", ("POW-SET-4", f"{order.capital} is not among them"))
        elif refusal is not None:
            turn.settle(entry, "illegal", refusal)
        else:
            turn.settle(entry, "success", ("POW-SET-3", "they are free and fit together"))
            capital = order.capital or best_capital(turn.state.board, order.provinces)
            return order.provinces, capital
    own = automatic_provinces(turn.state, facts()["start"]["provinces"], vertex=True)
    order = SetupProvinces(own, own[0])
    turn.automatic(player, order, "POW-SET-17", "the most compact place that is free")
    return own, own[0]
