"""`theatrum init` and `theatrum publish`: a referee's own repository, its commits and pushes."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Final

from generator.archive import list_games, load_game
from generator.archive.files.layout import GAME
from generator.archive.files.names import check_game_name
from generator.archive.git.sending import Started, start_repository
from generator.archive.publish.announcing import GamePart, named
from generator.archive.publish.new_repository import (
    Program,
    found_repository,
    pack_program,
    title_of,
)
from generator.archive.publish.publishing import PublicationPlan, mend, plan_publication, publish
from generator.commands.output import agrees, has_person, say, show
from generator.engine.errors import GameError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.words import count

_MOST: Final = 12
"""Phases of a game that are listed."""


def run(options: Namespace) -> int:
    """Publishes one game, or all with the site's own files. Exit code 2 if no one is there to
    agree, 1 if the answer is no."""
    slug = check_game_name(options.game) if options.game else ""
    plan = plan_publication(
        options.games, slug, pushing=not options.no_push, needs_remote=not options.dry_run
    )
    _show(plan)
    if options.dry_run and plan.remote is None and not options.no_push:
        say("there is no remote to push to yet: git remote add origin ADDRESS")
    from generator.archive.record.chain_since import rewritten_in_public

    folders = [game.folder for game in plan.games]
    rewritten = rewritten_in_public(plan.repository, plan.remote, folders)
    for game, text in rewritten:
        show(f"{game}: public, and changed now: {text}")
    _warn_of_unsealed(options.games, slug)
    if plan.is_empty:
        say("there is nothing to publish")
        if plan.stale and not options.dry_run:
            words = mend(plan)
            say(f"git's index {f'could not follow ({words})' if words else 'is up to date again'}")
        return 0
    if options.dry_run:
        say("dry run, nothing was committed")
        return 0
    if rewritten and not options.rewritten and (options.yes or not has_person()):
        raise UsageError(
            "nothing was published, because this would rewrite the public record",
            hint="use theatrum amend to correct a phase and keep the record; "
            "--rewritten publishes anyway",
        )
    if not options.yes and not _agreed(plan, rewriting=bool(rewritten)):
        say("nothing was committed")
        return 1
    done = publish(plan, rebasing=options.rebase)
    if done.rebased:
        say("your commit was placed after theirs")
    if done.note:
        say(done.note)
    if done.commit:
        show(f"committed as {done.commit}")
    show(f"pushed to {done.remote}" if done.remote else "not pushed")
    return 0


def _warn_of_unsealed(games: Path, slug: str) -> None:
    """Print which games have secrets that would be lost with this machine."""
    from generator.archive.secret.sealed_record import unsealed_changes

    for folder in (games / slug,) if slug else list_games(games):
        if (folder / GAME).is_file() and load_game(folder).settings.recipients:
            changed = unsealed_changes(folder)
            if changed:
                told = f"unsealed changes in {count(len(changed), 'secret')}"
                say(f"warning: {folder.name}: {told}: theatrum secrets seal {folder.name}")


def _show(plan: PublicationPlan) -> None:
    for game in plan.games:
        for line in _game_lines(game):
            show(line)
    if plan.site:
        show(f"The site: {named(plan.site)}")
    for path, why in plan.left_out:
        say(f"left out: {shown(path)} ({why})")
    if plan.remote is not None and plan.unpushed:
        say(f"{count(plan.unpushed, 'earlier commit')} will also be pushed")
    if plan.files:
        show(f"commit: {plan.message.splitlines()[0]}")


def _game_lines(game: GamePart) -> list[str]:
    lines = [f"{shown(game.folder.name)} ({count(game.files, 'file')})"]
    titles = [title for title, _ in game.phases]
    lines += [f"  adjudicated: {title}" for title in titles[:_MOST]]
    if len(titles) > _MOST:
        lines.append(f"  and {len(titles) - _MOST} more, the last {titles[-1]}")
    lines += [f"  undone: {name}" for name in game.taken_back]
    lines += [f"  ruling {ruling}" for ruling in game.rulings]
    lines += [f"  {sort}: {named(names)}" for sort, names in game.others]
    return lines


def _agreed(plan: PublicationPlan, *, rewriting: bool) -> bool:
    """The answer of the person at the terminal. Raises UsageError where no one is there."""
    if not has_person():
        raise UsageError(
            "nothing was published: there is no terminal to ask you on",
            hint="add --yes to publish, or --dry-run to preview",
        )
    does = "Commit and push this" if plan.remote else "Commit this"
    if rewriting:
        does = f"{does}, although it rewrites the public record"
    return agrees(does)


_FOLDER: Final = "vendor"
_COMMIT_ADDRESS: Final = re.compile(r"git\+https://[^\s@#]+@[0-9a-f]{40}")
_WHEEL_ADDRESS: Final = re.compile(r"(https://[^\s@#]+\.whl)#sha256=([0-9a-f]{64})")
_COMMIT: Final = 'git add -A, then git commit -m "A new repository of games"'
_TOLD: Final[Mapping[Started, str]] = {
    "committed": "git has its first commit, on the branch main",
    "uncommitted": "git does not know your name, so nothing is committed yet: set git config "
    f"user.name and user.email, then {_COMMIT}",
    "within": "the folder is part of a repository already, so git was not changed",
    "there": f"the folder was a repository already; to commit its files: {_COMMIT}",
    "no git": "git is not installed: the folder works without it, but cannot be published",
}


def init(options: Namespace) -> int:
    """Makes the folder, and a git repository of it. A missing identity is reported, but is not an
    error."""
    title = options.title or title_of(options.folder)
    installed = program(options.address)
    paths = found_repository(options.folder, title, installed)
    show(f"{options.folder}: {count(len(paths), 'file')}")
    if not options.no_git:
        start(options.folder, paths, title)
    say(f"the workflows install {installed.requirement.partition(' --')[0]}: see theatrum.txt")
    say(f"next: cd {quote(str(options.folder))}, read README.md, and theatrum new GAME")
    return 0


def start(folder: Path, paths: Sequence[str], title: str) -> None:
    """Make a git repository of a new folder, with these files in its first commit, and print the
    result."""
    message = f"{title[:60]}: a new repository of games\n"
    try:
        say(_TOLD[start_repository(folder.absolute(), paths, message)])
    except GameError as error:
        say(f"the folder is made, but {error}")


def program(address: str) -> Program:
    """The program that the workflows install: this very program as a wheel, or what is at an
    address.

    Raises UsageError for an address at which there may be another program tomorrow.
    """
    if not address:
        name, wheel = pack_program()
        digest = sha256(wheel).hexdigest()
        path = f"{_FOLDER}/{name}"
        return Program(f"./{path} --hash=sha256:{digest}", {path: wheel})
    if _COMMIT_ADDRESS.fullmatch(address):
        return Program(f"theatrum @ {address}")
    if found := _WHEEL_ADDRESS.fullmatch(address):
        return Program(f"theatrum @ {found[1]} --hash=sha256:{found[2]}")
    raise UsageError(
        "this address may give a different program later",
        text=repr(shown(address)),
        hint="use git+https://HOST/NAME/theatrum@ and the 40 digits of a commit, or the https:// "
        "address of a wheel with #sha256= and its hash; neither with a name or password",
    )
