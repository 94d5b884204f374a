"""Players that order something sensible: sample games, demonstrations, stand-ins for the missing.

A player sees what everybody sees, the state, and writes orders as a person would type them. It
draws only from the `chance` it is given, so the same game is played again from the same seed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol, cast

from generator.engine.chance import Chance
from generator.engine.errors import GameError
from generator.engine.ruleset import Ruleset

__all__ = ["Player", "get_player"]

GROUP: Final = "theatrum.players"

# The players that come with the program are found also where it is not installed.
_BUILT_IN: Final = {
    "europe-1619": "generator.autoplay.europe:PLAYER",
    "europe-1619-draft": "generator.autoplay.europe:PLAYER",
    "standard": "generator.autoplay.standard:PLAYER",
    "westphalia": "generator.autoplay.westphalia:PLAYER",
}


class Player(Protocol):
    """Orders for any power of one ruleset."""

    def write_orders(
        self, ruleset: Ruleset[Any], state: Any, power: str, chance: Chance
    ) -> tuple[str, ...]:
        """The lines that `power` submits for the phase that `state` waits for; none: it stays out.

        All draws come from branches of `chance`. Its seed must stay the same during a game, for
        alliances and habits last longer than a phase; its purpose does not matter.
        """
        ...


def get_player(ruleset_id: str) -> Player:
    """The player for a ruleset. Raises GameError where there is none."""
    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.value):
        if entry.name == ruleset_id:
            return cast(Player, entry.load())
    built_in = _BUILT_IN.get(ruleset_id)
    if built_in is None:
        known = ", ".join(
            sorted({point.name for point in entry_points(group=GROUP)} | set(_BUILT_IN))
        )
        raise GameError(
            "no player knows how to play this ruleset",
            text=ruleset_id,
            hint=f"there are players for {known}",
        )
    module, _, name = built_in.partition(":")
    return cast(Player, getattr(import_module(module), name))
