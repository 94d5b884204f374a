"""`theatrum secrets reveal`, `seal`, `unseal` and `keygen`: the secrets of a game."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from generator.archive import list_games, load_game
from generator.archive.git.repository import GitError, query
from generator.commands.folders import game_folder
from generator.commands.output import say, show
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.words import count


def reveal(options: Namespace) -> int:
    """Publishes the secrets of a game that is over."""
    from generator.archive.secret.revealing import reveal_game

    folder = game_folder(options)
    paths = reveal_game(folder)
    done = f"{count(len(paths), 'file')} revealed" if paths else "everything is already revealed"
    show(f"{folder.name}: {done}")
    return 0


def seal(options: Namespace) -> int:
    """Encrypts the secrets of one game, or of all games that name recipients."""
    from generator.archive.publish.announcing import named
    from generator.archive.secret.sealing import seal_game

    if options.game:
        folders = [game_folder(options)]
    else:
        folders = [
            folder
            for folder in list_games(options.games)
            if load_game(folder).settings.recipients and (folder / "private").is_dir()
        ]
    if not folders:
        say(f"no game in {options.games} has recipients in its game.toml ([secrets])")
    for folder in folders:
        sealed = seal_game(folder)
        gone = f", {count(len(sealed.removed), 'file')} removed" if sealed.removed else ""
        show(f"{sealed.slug}: {count(len(sealed.written), 'file')} sealed{gone}")
        for path in sealed.removed:
            say(f"removed: {path}, because its secret is no longer in private/")
        for path in sealed.odd:
            say(f"not sealed: {shown(path)} (names are lower-case letters, digits, . - and _)")
        if sealed.unseen:
            say(
                f"{sealed.slug}: {count(len(sealed.unseen), 'file')} of another referee left as "
                f"they are: {named(sealed.unseen)}; first: theatrum secrets unseal {sealed.slug}"
            )
    return 0


def unseal(options: Namespace) -> int:
    """Restores the secrets of one game, or of all that have any sealed, and merges them with those
    that are here. Exit code 1 where the referee has to decide which version counts."""
    options.identity = options.identity or _identity(options.games)
    if options.game:
        return _unseal(game_folder(options), options)
    if options.ours or options.theirs:
        raise UsageError("give the name of a game", hint="theatrum secrets unseal GAME --ours PATH")
    folders = [game for game in list_games(options.games) if (game / "sealed").is_dir()]
    if not folders:
        say(f"no game in {options.games} has anything sealed")
    code = 0
    for folder in folders:
        try:
            code = max(code, _unseal(folder, options))
        except TheatrumError as error:
            say(str(error))
            code = 1
    return code


def _identity(games: Path) -> Path:
    """The file of the secret key that a setting names. Raises UsageError without one."""
    found = os.environ.get("THEATRUM_IDENTITY", "")
    if not found and games.is_dir():
        with suppress(GitError):
            answer = query(games, "config", "--type=path", "--get", "theatrum.identity")
            found = answer.out.decode("utf-8", "replace").strip()
    if not found:
        raise UsageError(
            "no secret key is given",
            hint="use --identity FILE, with the file that theatrum secrets keygen made; "
            "or for good: git config theatrum.identity FILE, or the variable THEATRUM_IDENTITY",
        )
    return Path(found)


def _unseal(folder: Path, options: Namespace) -> int:
    from generator.archive.publish.announcing import named
    from generator.archive.secret.unsealing import unseal_game

    done = unseal_game(
        folder,
        options.identity,
        force=options.force,
        ours=options.ours or (),
        theirs=options.theirs or (),
    )
    show(f"{done.slug}: {count(len(done.written), 'file')} restored, {done.unchanged} as before")
    if not done.bound:
        say(
            f"{done.slug}: sealed by a version that cannot detect swapped files; "
            "run theatrum secrets seal to seal them again"
        )
    for path in done.joined:
        say(f"joined: {path} has the orders of both referees")
    for path in done.late:
        say(
            f"late: {path} had other orders for a phase that has been adjudicated; those that were "
            f"played stay, and the mail is kept. To use the late ones: theatrum undo "
            f"{done.slug}, then theatrum submit {done.slug} --accept {Path(path).stem}:N with the "
            "number of the mail; once the phase has been published, theatrum amend"
        )
    for before, after in done.renumbered:
        say(f"renumbered: {after} was {before}, because the number was taken")
    for path, aside in done.removed:
        say(f"removed: {path}, as another referee removed it; its text is in {aside}")
    for path in done.stale:
        say(f"not restored: {path}, because its phase was undone")
    if done.kept:
        say(f"changed here and kept, not yet sealed: {named(done.kept)}")
    for path, others in done.conflicts:
        say(
            f"conflict: {path} was changed here and by another referee, whose version is "
            f"in {' and '.join(others)}; edit yours if both count, then "
            f"theatrum secrets unseal {done.slug} --ours {path.removeprefix('private/')} "
            "(--theirs takes the other)"
        )
    return 1 if done.conflicts else 0


def keygen(options: Namespace) -> int:
    """Makes a secret key and prints the public one."""
    from generator.archive.secret.age import make_identity

    public = make_identity(options.output)
    show(public)
    say(f"the secret key is in {options.output}: keep a copy where no one else can read it")
    say(f'write into game.toml: [secrets] and recipients = ["{public}"]')
    return 0
