"""Setup: a player places an Elector."""

from __future__ import annotations

from generator.rulesets.westphalia.drafting import open_principality, place_land
from generator.rulesets.westphalia.facts import principalities
from generator.rulesets.westphalia.orders import SetupLand
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.placing import automatic_provinces
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-5 to 7: Electors are placed one at a time, round after round of the Setup Order."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    order = turn.state.setup_order
    player = order[(number - 1) % len(order)]
    left = [
        name
        for name, row in principalities().items()
        if row.size and name not in turn.state.principalities
    ]
    largest = max(left, key=lambda name: principalities()[name].size)
    place_land(turn, player, "elector", lambda: _automatic(turn, largest))
    if len(left) > 1:
        turn.go(f"elector-{number + 1}")
    else:
        open_principality(turn, player, 1)


def _automatic(turn: Turn, name: str) -> SetupLand:
    own = automatic_provinces(turn.state, principalities()[name].size)
    return SetupLand("elector", name, own, own[0])
