"""`theatrum reveal`, `seal`, `unseal` and `keygen`: the secrets of a game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive import list_games, load_game
from generator.commands.folders import game_folder
from generator.commands.output import say, show
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.words import count


def reveal(options: Namespace) -> int:
    """Publishes what was secret in a game that is over."""
    from generator.archive.secret.revealing import reveal_game

    revealed = reveal_game(game_folder(options))
    files = count(len(revealed.paths), "file")
    show(
        f"{revealed.slug}: {files} revealed" if revealed.paths else f"{revealed.slug}: all is told"
    )
    return 0


def seal(options: Namespace) -> int:
    """Encrypts the secrets of one game, or of all games that name recipients."""
    from generator.archive.publish.announcing import named
    from generator.archive.secret.sealing import seal_game

    folders = (game_folder(options),) if options.game else _sealable(options)
    if not folders:
        say(f"no game in {options.games} names recipients in its game.toml")
    for folder in folders:
        sealed = seal_game(folder)
        gone = f", {count(len(sealed.removed), 'file')} removed" if sealed.removed else ""
        show(f"{sealed.slug}: {count(len(sealed.written), 'file')} sealed{gone}")
        for path in sealed.removed:
            say(f"removed: {path}, for its secret is no longer in private/")
        for path in sealed.odd:
            say(f"not sealed: {shown(path)} (names are lower-case letters, digits, . - and _)")
        if sealed.unseen:
            say(
                f"{sealed.slug}: {count(len(sealed.unseen), 'file')} of another referee left as "
                f"they are: {named(sealed.unseen)}; unseal first: theatrum unseal {sealed.slug}"
            )
    return 0


def _sealable(options: Namespace) -> tuple[Path, ...]:
    found = []
    for folder in list_games(options.games):
        if load_game(folder).settings.recipients and (folder / "private").is_dir():
            found.append(folder)
    return tuple(found)


def unseal(options: Namespace) -> int:
    """Restores the secrets of one game, or of all that have any sealed, and brings them together
    with those that are here. Exit code 1 where the referee has to say which version counts."""
    if options.game:
        return _unseal(game_folder(options), options)
    if options.ours or options.theirs:
        raise UsageError("no game is named", hint="theatrum unseal GAME --ours PATH")
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


def _unseal(folder: Path, options: Namespace) -> int:
    from generator.archive.publish.announcing import named
    from generator.archive.secret.sealing import unseal_game

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
            f"{done.slug}: sealed before files were bound to their game, so nobody can tell "
            "whether one was swapped; theatrum seal binds them"
        )
    for path in done.joined:
        say(f"joined: {path} has the orders of both referees")
    for path in done.late:
        say(
            f"late: {path} had other orders for a phase that has been adjudicated; those that were "
            "played stay, and the mail is kept"
        )
    for before, after in done.renumbered:
        say(f"renumbered: {after} was {before}, where another mail stands")
    for path, aside in done.removed:
        say(f"removed: {path}, as another referee did; its text is in {aside}")
    for path in done.stale:
        say(f"not restored: {path}, for its phase was taken back")
    if done.kept:
        say(f"changed here and kept, not yet sealed: {named(done.kept)}")
    for conflict in done.conflicts:
        path = conflict.path.removeprefix("private/")
        say(
            f"conflict: {conflict.path} was changed here and by another referee, whose version is "
            f"in {' and '.join(conflict.others)}; edit yours if both count, then "
            f"theatrum unseal {done.slug} --identity {options.identity} --ours {path} "
            "(--theirs takes the other)"
        )
    return 1 if done.conflicts else 0


def keygen(options: Namespace) -> int:
    """Makes a secret key and prints the public one."""
    from generator.archive.secret.sealing import make_identity

    public = make_identity(options.output)
    show(public)
    say(f"the secret key is in {options.output}: keep a copy where nobody else reads")
    say(f'into game.toml: [secrets] and recipients = ["{public}"]')
    return 0
