"""From the names of games on the command line to their folders, one after the other."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.archive.files.names import check_game_name
from generator.commands.output import say
from generator.engine.errors import TheatrumError

__all__ = ["for_each_game", "game_folder"]


def game_folder(options: Namespace) -> Path:
    """The folder of the game that the command names. Raises UsageError for anything but a name."""
    games: Path = options.games
    return games / check_game_name(options.game)


def for_each_game(
    folders: Iterable[Path], take: Callable[[Path], None], *, strict: bool = False
) -> int:
    """Take game after game. What is wrong with one is said, and the next is taken, unless `strict`.

    Gives the exit code: 1 if something was wrong with any of them.
    """
    code = 0
    for folder in folders:
        try:
            take(folder)
        except TheatrumError as error:
            if strict:
                raise
            say(str(error))
            code = 1
    return code
