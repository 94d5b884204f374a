"""Game folders on disk <-> models. The only code that reads or writes games/.

Here is what reads a game. What writes one is in `creating`, `adjudicating`, `undoing`,
`amending`, `finishing`, `scheduling` and `exchanging`, so that reading imports none of it.
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
