"""`theatrum finish` and `archive`: a game ends early, is put away, or moves out."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path

from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.commands.play import phase_facts, print_phase
from generator.engine.errors import UsageError
from generator.engine.words import count

_RESULTS = {"draw": "draw", "win": "victory", "victory": "victory", "ended": "ended"}


def finish(options: Namespace) -> int:
    """Ends a game by a ruling, with the report of the phase that ends with it."""
    from generator.archive.play.finishing import finish_game

    word, *powers = options.result
    if word not in _RESULTS:
        raise UsageError(f"{word!r} is no result", hint="draw, win or ended, and then the powers")
    done = finish_game(
        game_folder(options),
        _RESULTS[word],
        [power.lower() for power in powers],
        options.reason,
        dry_run=options.dry_run,
    )
    if options.json:
        show_json(phase_facts(done))
    else:
        print_phase(done)
    return 0


def archive(options: Namespace) -> int:
    """Puts a game away, takes it out again, or moves it into a repository of its own."""
    from generator.archive.play.finishing import archive_game

    folder = game_folder(options)
    if options.to:
        return _move(folder, options)
    changed = archive_game(folder, away=not options.reopen, unfinished=options.unfinished)
    where = "in play again" if options.reopen else "put away"
    if not changed:
        say(
            f"{folder.name} was {where} already"
            if not options.reopen
            else f"{folder.name} was not put away"
        )
        return 0
    show(f"{folder.name} is {'taken out again' if options.reopen else where}")
    return 0


def _move(folder: Path, options: Namespace) -> int:
    """What stays here is made before anything is moved; what git has of it here is left to the
    referee, who looks. The game's own files are committed when its repository is published."""
    from generator.archive.game.game import load_game
    from generator.archive.publish.moved import check_address
    from generator.archive.publish.moving_out import OwnTheme, check_movable, move_out
    from generator.commands.init import program, start
    from generator.pages.base.settings import SiteSettings
    from generator.pages.site.moved import parting_files
    from generator.pages.site.site import read_site

    if not options.address:
        raise UsageError(
            "--to needs --address, where the game's pages will be",
            hint=f"--address https://NAME.github.io/{options.to.name}/{folder.name}/",
        )
    address = options.address.removesuffix("/") + "/"
    check_address(address)
    check_movable(folder)
    site = read_site(options.games, options.site, options.theme, time.time_ns())
    left = parting_files(site, folder.name, address)
    title = load_game(folder).settings.title
    theme = site.maker.templates.theme
    is_own = (
        theme.name != SiteSettings().theme
        and (options.site.parent / "themes" / theme.name).is_dir()
    )
    themes = OwnTheme(theme.name, options.site.parent / "themes") if is_own else None
    # The front page of a game lies in the folder of its name; who says otherwise knows better.
    above = address.removesuffix(f"/{folder.name}/")
    base = f"{above}/" if above != address else ""
    number, founded = move_out(folder, options.to, left, title, program(""), themes, base)
    show(f"{folder.name} has moved to {options.to}: {count(number, 'file')}")
    start(options.to, founded, title)
    say(f"next: publish {options.to} at {address}, look at it, and then publish this site")
    return 0
