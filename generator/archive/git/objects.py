"""What git's revisions hold, read without checking anything out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from generator.archive.git.repository import Repository
from generator.archive.git.running import GitError, query, tell
from generator.engine.errors import GameError, UsageError

FILE_MODE: Final = "100644"
"""The mode of a plain file that is not a program."""
# As git writes names of revisions; one that began with "-" would be an option.
_REVISION: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._/~^@{}-]{0,199}\Z")


class Blob(Struct, frozen=True):
    """A file in a revision: its mode, and its name as an object."""

    path: str
    mode: str
    name: str


def commit_of(repository: Repository, revision: str) -> str:
    """The whole name of the commit that a revision stands for. Raises UsageError."""
    if not _REVISION.match(revision):
        raise UsageError("not a revision", text=repr(revision), hint="a commit or a branch")
    wanted = f"{revision}^{{commit}}"
    answer = query(repository.top, "rev-parse", "--verify", "--quiet", wanted)
    if answer.code:
        raise UsageError("there is no such commit here", text=revision, hint="try git fetch")
    return answer.out.decode("ascii").strip()


def merge_base(repository: Repository, base: str, head: str) -> str:
    """The commit from which two went apart. Raises GameError where nothing joins them."""
    answer = query(repository.top, "merge-base", base, head)
    if answer.code:
        raise GameError(
            "the two commits have no common ancestor here",
            hint="in a workflow, actions/checkout needs fetch-depth: 0",
        )
    return answer.out.decode("ascii").split()[0]


def differences(repository: Repository, old: str, new: str) -> tuple[str, ...]:
    """The paths of the files in which two commits differ, sorted. Raises GitError."""
    asked = ("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff")
    paths = tell(repository.top, *asked, old, new).split(b"\0")
    return tuple(sorted(os.fsdecode(path) for path in paths if path))


def files_of(repository: Repository, commit: str, folder: str) -> tuple[Blob, ...]:
    """All files below a folder of a commit, by path; links and submodules have other modes."""
    out = tell(repository.top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", folder)
    found = []
    for entry in out.split(b"\0"):
        head, tab, path = entry.partition(b"\t")
        if tab:
            mode, _, name = head.decode("ascii").split()
            found.append(Blob(os.fsdecode(path), mode, name))
    return tuple(found)


def read_blobs(repository: Repository, names: Iterable[str], limit: int) -> dict[str, bytes | None]:
    """The contents of files by the names of their objects; None for one of more than `limit` bytes
    and for what is no file. Raises GitError for an object that is not here."""
    wanted = list(dict.fromkeys(names))
    listed = "".join(f"{name}\n" for name in wanted).encode()
    heads = tell(repository.top, "cat-file", "--batch-check", given=listed).splitlines()
    small = []
    for head in heads:
        name, *facts = head.decode("ascii").split()
        if len(facts) != 2:
            raise GitError(f"git has no object {name}")
        if facts[0] == "blob" and int(facts[1]) <= limit:
            small.append(name)
    listed = "".join(f"{name}\n" for name in small).encode()
    out = tell(repository.top, "cat-file", "--batch", given=listed) if small else b""
    found: dict[str, bytes | None] = dict.fromkeys(wanted)
    at = 0
    for name in small:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[2])
        found[name] = out[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return found
