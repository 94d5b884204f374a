"""`theatrum init`: a repository of a referee's own."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any, Final

from generator import __version__
from generator.archive.founding import found_repository, title_of
from generator.archive.git.starting import Started, start_repository
from generator.commands.output import counted, say, show
from generator.engine.errors import GameError

__all__ = ["requirement", "run"]

_EXTRAS: Final = "[search,secrets]"
_COMMIT: Final = 'git add -A, then git commit -m "A new repository of games"'
_TOLD: Final[Mapping[Started, str]] = {
    "committed": "git has its first commit, on the branch main",
    "uncommitted": "git does not know who you are, so nothing is committed yet: set git config "
    f"user.name and user.email, then {_COMMIT}",
    "within": "the folder is part of a repository already, so git was left alone",
    "there": f"the folder was a repository already; to commit its files: {_COMMIT}",
    "no git": "git is not installed: the folder works without it, but cannot be published",
}


def run(options: Namespace) -> int:
    """Makes the folder, and a git repository of it. A missing identity is told, and no error."""
    title = options.title or title_of(options.folder)
    needed = requirement()
    paths = found_repository(options.folder, title, needed)
    show(f"{options.folder}: {counted(len(paths), 'file')}")
    if not options.no_git:
        try:
            say(_TOLD[start_repository(options.folder.absolute(), paths, _message(title))])
        except GameError as error:
            say(f"the folder is made, but {error}")
    if " @ " not in needed:
        say(f"the workflows will install {needed}: see {options.folder}/requirements.txt")
    say(f"next: cd {options.folder}, read README.md, and theatrum new GAME")
    return 0


def _message(title: str) -> str:
    return f"{title[:60]}: a new repository of games\n"


def requirement() -> str:
    """What pip installs this very program from: the address it came from, where anybody else can
    reach that, otherwise its version."""
    try:
        origin = distribution("theatrum").read_text("direct_url.json")
        facts: Any = json.loads(origin) if origin else {}
    except (PackageNotFoundError, ValueError):
        facts = {}
    url = facts.get("url", "") if isinstance(facts, dict) else ""
    if not url.startswith("https://") or "@" in url:  # a name before "@" may be a password
        return f"theatrum{_EXTRAS}=={__version__}"
    source = facts.get("vcs_info", {})
    if source:
        url = f"{source['vcs']}+{url}@{source['commit_id']}"
    return f"theatrum{_EXTRAS} @ {url}"
