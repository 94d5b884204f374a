"""Setup: everybody places the first influence, in Setup Order."""

from __future__ import annotations

from collections import Counter

from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.influence import place
from generator.rulesets.westphalia.orders import SetupInfluence
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.placing import automatic_influence
from generator.rulesets.westphalia.sequence import next_of, to_first_election
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-15: all of it, on one or more principalities; stepwise one player after the other."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    players = turn.state.setup_order
    for player in players[number - 1 : number] if number else players:
        for name, placed in _chosen(turn, player):
            place(turn.progress, player, name, placed, "POW-SET-15")
    if not (number and next_of(turn, "influence", players, number)):
        to_first_election(turn)


def _chosen(turn: Turn, player: str) -> tuple[tuple[str, int], ...]:
    """What the player's first legal order places; the rules place what it leaves (POW-SET-18)."""
    held = facts()["start"]["influence"]
    for entry, order in turn.orders(player, SetupInfluence):
        total = sum(number for _, number in order.placed)
        unknown = [name for name, _ in order.placed if name not in turn.state.principalities]
        if unknown:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{unknown[0]} is not on the map"))
        elif total > held:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{total} DI are more than {held}"))
        elif total < held:
            text = f"{held - total} of {held} DI are missing; the rules place them"
            turn.settle(entry, "success", ("POW-SET-15", text))
            rest = automatic_influence(turn.state, player, held - total)
            sums = Counter(dict(order.placed))
            sums.update(dict(rest))
            return tuple(sums.items())
        else:
            turn.settle(entry, "success", ("POW-SET-15", "all of it is placed"))
            return order.placed
    placed = automatic_influence(turn.state, player, held)
    turn.automatic(player, SetupInfluence(placed), "POW-SET-18", "near the capital")
    return placed
