"""`theatrum init`: a repository of a referee's own."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Final

from generator.archive.git.sending import Started, start_repository
from generator.archive.publish.new_repository import (
    Program,
    found_repository,
    pack_program,
    title_of,
)
from generator.commands.output import say, show
from generator.engine.errors import GameError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.words import count

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


def run(options: Namespace) -> int:
    """Makes the folder, and a git repository of it. A missing identity is told, and no error."""
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
    """Makes a git repository of a new folder, with these files in its first commit, and tells what
    came of it."""
    message = f"{title[:60]}: a new repository of games\n"
    try:
        say(_TOLD[start_repository(folder.absolute(), paths, message)])
    except GameError as error:
        say(f"the folder is made, but {error}")


def program(address: str) -> Program:
    """What the workflows install: this very program as a wheel, or what is at an address.

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
