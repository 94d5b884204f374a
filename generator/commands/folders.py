"""The folders of the games that the command line names; an old one is upgraded, after asking."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.archive import Game, load_game
from generator.archive.files.layout import CHAIN, GAME
from generator.archive.files.names import check_game_name
from generator.archive.game.settings import settings_file
from generator.archive.people.addresses import addresses_of
from generator.archive.people.players import player_of
from generator.commands.output import agrees, has_person, make_output_folder, say, show
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.words import count
from generator.rulesets import VARIANT_FOLDER, VARIANTS


def game_folder(options: Namespace) -> Path:
    """The folder of the game that the command names; that of an old game is brought up to date if
    the person at the terminal agrees. Raises UsageError for anything but a name."""
    if options.game is None:
        raise UsageError("give the name of a game", hint="theatrum COMMAND GAME ...")
    folder: Path = options.games / check_game_name(options.game)
    offer_upgrade(folder)
    return folder


def settled(folder: Path, *, dry_run: bool = False) -> Game:
    """The game in a folder, its opening made again where its options have changed before the first
    phase; that is printed. `dry_run`: nothing may be written. Raises FileError and GameError.
    """
    from generator.archive.play.opening import settled_game

    game, said = settled_game(folder, dry_run=dry_run)
    if said:
        say(f"{game.slug}: {said}")
    if game.ruleset.id in VARIANTS and not game.is_over:
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


def upgrade(options: Namespace) -> int:
    """Brings a game up to date without asking: for scripts."""
    upgrade_game(options.games / check_game_name(options.game))
    return 0


def offer_upgrade(folder: Path) -> None:
    """Ask the person at the terminal whether an old game is to be brought up to date, and do it.
    Without anyone to ask, the command continues with the game as it is."""
    if not has_person() or not (old := _old_parts(folder)):
        return
    say(f"{folder.name} was made by an older theatrum: {', and '.join(old)}")
    if agrees("Bring it up to date"):
        upgrade_game(folder)


def _old_parts(folder: Path) -> list[str]:
    """The parts of a game that older programs wrote. A file that cannot be read is for the command
    to complain about."""
    try:
        settings = settings_file(folder).data
    except TheatrumError:
        return []
    old = []
    if "addresses" in settings:
        old.append(f"{GAME}, which is public, contains addresses")
    if not (folder / CHAIN).exists() and any(folder.glob("*/state/*.toml")):
        old.append(f"{CHAIN} is missing (if there was one, git restore brings it back)")
    return old


def upgrade_game(folder: Path) -> None:
    """Move the addresses into private/, and begin the chain over the public record."""
    from generator.archive.people.addresses import move_addresses
    from generator.archive.record.chaining import begin_chain

    moved = move_addresses(folder)
    links = begin_chain(folder)
    if links:
        show(f"{folder.name}: {count(links, 'link')} added to the chain of records")
    if not moved:
        if not links:
            show(f"{folder.name}: nothing to change")
        return
    show(f"{folder.name}: addresses of {', '.join(moved)} are now in private/addresses.toml")
    say(
        "if game.toml was ever committed, the history of git still holds them; "
        f"git log --oneline -G@ -- {folder}/game.toml lists the commits"
    )
    game = load_game(folder)
    lines = (folder / GAME).read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if "@" in line:
            say(f"{folder / GAME}:{number}: is this also an address? {line.strip()}")
    known = addresses_of(game)
    for power in moved:
        if power not in known:
            player = player_of(game, power, game.current_moment)
            say(
                f"{power} is played by {player} now: "
                f"theatrum players address {folder.name} {power} ADDRESS"
            )


def check_private_folder(folder: Path, why: str) -> None:
    """Make the folder. Raises UsageError for one that git sees, and leaves nothing behind then."""
    from generator.archive.git.status import is_ignored

    was_there = folder.is_dir()
    make_output_folder(folder)
    if is_ignored(folder / "any.txt") is False:
        if not was_there:
            folder.rmdir()
        raise UsageError(
            f"{why}, so keep it where git does not see it",
            text=str(folder),
            hint="choose another folder",
        )
