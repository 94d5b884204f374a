"""A repository as a referee left it: where it is, its branch, its remote, and what is under way."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.git.running import GitError, query, tell
from generator.engine.errors import GameError, Place

# A file or folder of .git that is there while something is under way, and how it is ended.
_UNDER_WAY: Final = (
    ("MERGE_HEAD", "a merge", "git merge --continue or git merge --abort"),
    ("rebase-merge", "a rebase", "git rebase --continue or git rebase --abort"),
    ("rebase-apply", "a rebase", "git rebase --continue or git rebase --abort"),
    ("CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --continue or --abort"),
    ("REVERT_HEAD", "a revert", "git revert --continue or --abort"),
    ("BISECT_LOG", "a bisection", "git bisect reset"),
)
IDENTITY: Final = (
    'git config user.name "Your Name" and git config user.email you@example.org, in this folder'
)


class Remote(Struct, frozen=True):
    """Where a branch is pushed to: the remote's name and the whole name of the branch there.

    `is_known`: git has noted it as the branch's upstream.
    """

    name: str
    ref: str
    is_known: bool


class Repository(Struct, frozen=True):
    """A working copy. `top` is its outermost folder."""

    top: Path

    def path(self, file: Path) -> str:
        """A file's path below the top, with "/". Raises GameError for one outside of it."""
        whole = file.parent.resolve() / file.name
        try:
            return whole.relative_to(self.top).as_posix()
        except ValueError:
            raise GameError(
                f"is not in the repository {self.top}",
                place=Place(str(file)),
                hint="move the games into the repository",
            ) from None

    def branch(self) -> str:
        """The name of the branch that is checked out. Raises GameError where none is."""
        answer = query(self.top, "symbolic-ref", "--quiet", "--short", "HEAD")
        if answer.code:
            raise GameError(
                "no branch is checked out, so there is nowhere to commit",
                hint="run git switch main",
            )
        return _line(answer.out)

    def has_commits(self) -> bool:
        return not query(self.top, "rev-parse", "--verify", "--quiet", "HEAD").code

    def remote(self, branch: str) -> Remote | None:
        """Where a branch is pushed to: its upstream, otherwise origin or the only remote there is.

        None if there is no remote.
        """
        names = tell(self.top, "remote").decode("utf-8", "replace").split()
        name = self._setting(f"branch.{branch}.remote")
        if name in names:
            ref = self._setting(f"branch.{branch}.merge") or f"refs/heads/{branch}"
            return Remote(name, ref, is_known=True)
        if "origin" not in names and len(names) != 1:
            return None
        name = "origin" if "origin" in names else names[0]
        return Remote(name, f"refs/heads/{branch}", is_known=False)

    def _setting(self, name: str) -> str:
        return _line(query(self.top, "config", "--get", name).out)


def open_repository(folder: Path) -> Repository:
    """The repository that a folder is in. Raises GitError where there is no git, and GameError
    where there is no repository."""
    answer = query(folder, "rev-parse", "--show-toplevel")
    if answer.code:
        if "dubious ownership" in answer.words:
            hint = "if you trust it: git config --global --add safe.directory FOLDER"
            raise GitError("the repository belongs to another user", hint=hint)
        raise GameError(
            "is not in a git repository",
            place=Place(str(folder)),
            hint="make one with git init, or a new folder with theatrum init",
        )
    return Repository(Path(_line(answer.out)).resolve())


def check_at_rest(repository: Repository) -> None:
    """Raises GameError while a merge, a rebase or the like is under way."""
    for name, what, hint in _UNDER_WAY:
        path = _line(tell(repository.top, "rev-parse", "--git-path", name))
        if os.path.lexists(repository.top / path):
            raise GameError(f"{what} is under way in {repository.top}", hint=hint)


def check_identity(repository: Repository) -> None:
    """Raises GameError where git does not know who commits."""
    for name in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"):
        if query(repository.top, "var", name).code:
            raise GameError("git does not know your name", hint=IDENTITY)


def _line(out: bytes) -> str:
    return os.fsdecode(out).rstrip("\n")
