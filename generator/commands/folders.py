"""The folders of the games that the command line names."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.archive import Game
from generator.archive.files.names import check_game_name
from generator.commands.output import say
from generator.commands.upgrading import offer_upgrade
from generator.engine.errors import TheatrumError
from generator.rulesets import VARIANT_FOLDER, VARIANTS


def game_folder(options: Namespace) -> Path:
    """The folder of the game that the command names; that of an old game is brought up to date if
    the person at the terminal agrees. Raises UsageError for anything but a name."""
    folder: Path = options.games / check_game_name(options.game)
    offer_upgrade(folder)
    return folder


def settled(folder: Path, *, dry_run: bool = False) -> Game:
    """The game in a folder, its opening made again where its options have changed before the first
    phase; the referee is told. `dry_run`: nothing may be written. Raises FileError and GameError.
    """
    from generator.archive.play.opening import settled_game

    game, said = settled_game(folder, dry_run=dry_run)
    if said:
        say(f"{game.slug}: {said}")
    if game.ruleset.id in VARIANTS:
        from generator.rulesets.variants import changed_since

        if changed_since(game.ruleset.id):
            where = f"{VARIANT_FOLDER}/{VARIANTS[game.ruleset.id].name}"
            say(f"{game.slug}: {where} has changed; the game keeps the version it began with")
    return game


def for_each_game(
    folders: Iterable[Path], take: Callable[[Path], None], *, strict: bool = False
) -> int:
    """Call `take` for each game. An error is reported, and the next game follows, unless `strict`.

    Returns the exit code: 1 if there was an error in any of them.
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
