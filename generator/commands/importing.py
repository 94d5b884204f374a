"""`theatrum new --from` a game that was played: its folder, made again from JSON."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from generator.archive import load_game
from generator.archive.files.reading import open_plain
from generator.commands.output import say, show
from generator.commands.people import warn_of_people
from generator.engine.errors import UsageError
from generator.engine.words import count

_JSON: Final = (".json", ".jsonl")
_STDIN: Final = Path("-")
_OF_NEW_GAMES: Final = ("ruleset", "title", "players", "seed", "orders", "demo", "dry_run")


def is_whole_game(files: Sequence[Path]) -> bool:
    """Whether `--from` names a game as JSON, and not a position."""
    return any(file == _STDIN or file.suffix.lower() in _JSON for file in files)


def import_game(options: Namespace) -> int:
    """Makes a game folder from JSON, if it replays: an export, or a game that the package
    `diplomacy` saved."""
    from generator.archive.exchange.foreign import find_game

    file, *others = options.position
    if others:
        raise UsageError("give one file: it holds the whole game", text=str(others[0]))
    given = [name for name in _OF_NEW_GAMES if getattr(options, name)]
    if given:
        raise UsageError(
            f"--{given[0].replace('_', '-')} cannot be used with a game that was already played",
            hint="leave it out",
        )
    if file == _STDIN:
        text, saved = find_game(sys.stdin.buffer, "standard input", options.saved)
    else:
        with open_plain(file) as opened:
            text, saved = find_game(opened, str(file), options.saved)
    if saved is not None:
        return _import_saved(saved, options)
    if options.strict or options.press or options.option:
        raise UsageError(
            "--strict, --press and --option are for games of the package diplomacy",
            hint="leave them out",
        )
    from generator.archive.exchange.exchanging import import_game

    imported = import_game(options.games, text, options.game)
    show(f"{imported.folder}: {imported.phases} phases")
    warn_of_people(load_game(imported.folder))
    if imported.unverified:
        say(f"not verified: {imported.unverified}")
    return 0


def _import_saved(saved: Any, options: Namespace) -> int:
    """Makes a game folder from a saved game, and says where it differs from the rules."""
    import secrets

    from generator.archive.exchange.foreign_import import ImportSettings, import_saved_game
    from generator.commands.options import parse_options
    from generator.rulesets import get_ruleset

    wishes = ImportSettings(
        secrets.token_hex(16),
        options.game,
        parse_options(get_ruleset("standard"), options.option),
        strict=options.strict,
        press=options.press,
    )
    imported = import_saved_game(options.games, saved, str(options.position[0]), wishes)
    for name, value in imported.options.items():
        say(f"played with the option {name} = {value}")
    for difference in imported.differences:
        say(f"kept as recorded, by a ruling: {difference}")
    if imported.untold:
        hint = "" if options.press else "; --press imports the public messages"
        say(f"{count(imported.untold, 'message')} left out{hint}")
    show(f"{imported.folder}: {imported.phases} phases")
    return 0
