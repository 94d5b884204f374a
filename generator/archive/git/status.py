"""What git says about a folder. Optional: without git there is nothing to say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from generator.archive.git.running import GitError, run, tell

__all__ = ["Changed", "changes", "is_ignored", "uncommitted"]

_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--")


class Changed(Struct, frozen=True):
    """A file that is not as the last commit has it; `path` is relative to the repository's top.

    `staged` and `here` are git's letters for what differs between the commit and the index, and
    between the index and the disk: "A", "M", "D", "T", "U", "?" for a file that git does not
    know, " " for nothing.
    """

    path: str
    staged: str
    here: str

    @property
    def is_known(self) -> bool:
        """Whether git has the file in its index, or had it."""
        return self.here != "?"

    @property
    def is_staged(self) -> bool:
        return self.staged not in " ?"

    @property
    def is_gone(self) -> bool:
        """Whether the file is no longer on the disk."""
        return self.here == "D" or (self.staged == "D" and self.here == " ")

    @property
    def is_unmerged(self) -> bool:
        return "U" in (self.staged, self.here) or self.staged + self.here in ("AA", "DD")


def changes(top: Path, paths: Sequence[str] = (".",)) -> tuple[Changed, ...]:
    """Files below some paths that are new, changed or gone, sorted. `paths` are relative to `top`,
    the repository's top. Raises GitError."""
    found = tell(top, *_STATUS, *paths).split(b"\0")
    entries = [os.fsdecode(entry) for entry in found if entry]
    return tuple(
        sorted((Changed(one[3:], one[0], one[1]) for one in entries), key=lambda one: one.path)
    )


def uncommitted(folder: Path) -> tuple[str, ...] | None:
    """Files of a folder that are new or changed since the last commit, relative to it, sorted.

    None where there is no git, no repository, or no answer in time.
    """
    try:
        prefix = os.fsdecode(tell(folder, "rev-parse", "--show-prefix")).rstrip("\n")
        return tuple(one.path.removeprefix(prefix) for one in changes(folder))
    except GitError:
        return None


def is_ignored(path: Path) -> bool | None:
    """Whether git leaves a file out, which may not be there yet. None outside of a repository, and
    where there is no git."""
    # check-ignore, which takes no patterns anyway, refuses to be told that they are none.
    plain = {"GIT_LITERAL_PATHSPECS": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        asked = ("check-ignore", "-q", "--", path.name)
        answer = run(path.absolute().parent, *asked, settings=plain)
    except GitError:
        return None
    return {0: True, 1: False}.get(answer.code)
