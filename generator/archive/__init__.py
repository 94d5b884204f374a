"""Game folders on disk <-> models. The only code that reads or writes games/.

This package exports the functions that read a game. `creating`, `adjudicating`, `undo`, `amending`,
`ruling`, `scheduling` and `exchanging` write one, so that reading imports none of them.
"""

from generator.archive.game.game import (
    Game,
    PhaseRecord,
    PressText,
    StateRecord,
    list_games,
    load_game,
    read_press,
)
from generator.archive.game.settings import GameSettings

__all__ = [
    "Game",
    "GameSettings",
    "PhaseRecord",
    "PressText",
    "StateRecord",
    "list_games",
    "load_game",
    "read_press",
]
