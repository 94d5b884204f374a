"""`theatrum reveal`, `seal`, `unseal` and `keygen`: the secrets of a game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive import list_games, load_game
from generator.commands.folders import game_folder
from generator.commands.output import counted, say, show

__all__ = ["keygen", "reveal", "seal", "unseal"]


def reveal(options: Namespace) -> int:
    """Publishes what was secret in a game that is over."""
    from generator.archive.revealing import reveal_game

    revealed = reveal_game(game_folder(options))
    files = counted(len(revealed.paths), "file")
    show(
        f"{revealed.slug}: {files} revealed" if revealed.paths else f"{revealed.slug}: all is told"
    )
    return 0


def seal(options: Namespace) -> int:
    """Encrypts the secrets of one game, or of all that name recipients."""
    from generator.archive.sealing import seal_game

    folders = (game_folder(options),) if options.game else _sealable(options)
    if not folders:
        say(f"no game in {options.games} names recipients in its game.toml")
    for folder in folders:
        sealed = seal_game(folder)
        gone = f", {counted(len(sealed.removed), 'file')} removed" if sealed.removed else ""
        show(f"{sealed.slug}: {counted(len(sealed.written), 'file')} sealed{gone}")
    return 0


def _sealable(options: Namespace) -> tuple[Path, ...]:
    found = []
    for folder in list_games(options.games):
        if load_game(folder).settings.recipients and (folder / "private").is_dir():
            found.append(folder)
    return tuple(found)


def unseal(options: Namespace) -> int:
    """Restores the secrets of a game in a fresh clone."""
    from generator.archive.sealing import unseal_game

    done = unseal_game(game_folder(options), options.identity, force=options.force)
    show(f"{done.slug}: {counted(len(done.written), 'file')} restored, {done.unchanged} as before")
    return 0


def keygen(options: Namespace) -> int:
    """Makes a secret key and prints the public one."""
    from generator.archive.sealing import make_identity

    public = make_identity(options.output)
    show(public)
    say(f"the secret key is in {options.output}: keep a copy where nobody else reads")
    say(f'into game.toml: [secrets] and recipients = ["{public}"]')
    return 0
