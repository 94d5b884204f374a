"""From a game's name on the command line to its folder."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive.files.names import check_game_name

__all__ = ["game_folder"]


def game_folder(options: Namespace) -> Path:
    """The folder of the game that the command names. Raises UsageError for anything but a name."""
    games: Path = options.games
    return games / check_game_name(options.game)
