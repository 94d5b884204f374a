"""Setup: a player places one of the other principalities."""

from __future__ import annotations

from generator.rulesets.westphalia.drafting import open_principality, place_land, placer_of
from generator.rulesets.westphalia.lands import free_name
from generator.rulesets.westphalia.orders import SetupLand
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.placing import automatic_provinces
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-8 to 13: principalities are placed clockwise until the board is full."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    player = placer_of(turn.state, number)
    place_land(turn, player, "principality", lambda: _automatic(turn))
    open_principality(turn, player, number + 1)


def _automatic(turn: Turn) -> SetupLand:
    own = automatic_provinces(turn.state, turn.state.size)
    return SetupLand("principality", free_name(turn.state, own[0]), own, own[0])
