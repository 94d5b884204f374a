"""Players that order something sensible: sample games, demonstrations, stand-ins for the missing.

A player sees what everyone sees, the state, and writes orders in their canonical notation. It
draws only from the `chance` it is given, so the same game is played again from the same seed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, Protocol, cast

from generator.engine.chance import Chance
from generator.engine.errors import GameError
from generator.engine.ruleset import Ruleset
from generator.rulesets import base_of, get_ruleset, ruleset_ids

GROUP: Final = "theatrum.players"

# The players that come with the program are found also where it is not installed.
_BUILT_IN: Final = {
    "europe-1615-v3": "generator.autoplay.europe.player:PLAYER",
    "europe-1615-v7": "generator.autoplay.europe.player:PLAYER",
    "europe-1619": "generator.autoplay.europe.player:PLAYER",
    "europe-1619-draft": "generator.autoplay.europe.player:PLAYER",
    "standard": "generator.autoplay.standard:PLAYER",
    "westphalia": "generator.autoplay.westphalia.player:PLAYER",
}

_BASE: Final = "generator.rulesets.standard.ruleset"
"""The base of variants of Diplomacy, which is not imported for other games."""


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
    """The player for a ruleset. Raises GameError for a ruleset without one."""
    entry = _entry(ruleset_id)
    if not entry:
        known = ", ".join(sorted({*_entries_of_others(), *_BUILT_IN}))
        raise GameError(
            "no player knows how to play this ruleset",
            text=ruleset_id,
            hint=f"there are players for {known}",
        )
    module, _, name = entry.partition(":")
    return cast(Player, getattr(import_module(module), name))


def player_module(ruleset_id: str) -> str:
    """The module of the player for a ruleset, which is not imported; "" without a player."""
    return _entry(ruleset_id).partition(":")[0]


def _entry(ruleset_id: str) -> str:
    """The player for a ruleset, as `module:name`; "" without one."""
    ruleset_id = base_of(ruleset_id)
    known = _BUILT_IN.get(ruleset_id) or _entries_of_others().get(ruleset_id, "")
    return known or (_BUILT_IN["standard"] if _is_variant(ruleset_id) else "")


def _is_variant(ruleset_id: str) -> bool:
    """Whether a ruleset is built on that of Diplomacy."""
    if ruleset_id not in ruleset_ids():
        return False
    return any(base.__module__ == _BASE for base in type(get_ruleset(ruleset_id)).__mro__)


def _entries_of_others() -> dict[str, str]:
    # Importing it takes long, and the players that come with the program are known without.
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in sorted(entry_points(group=GROUP))}
