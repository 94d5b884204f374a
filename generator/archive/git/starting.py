"""The first commit of a new repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from generator.archive.git.repository import Repository, check_identity
from generator.archive.git.running import GitError, last_words, query, run
from generator.archive.git.sending import commit_paths, mend_index
from generator.engine.errors import GameError

Started = Literal["committed", "uncommitted", "within", "there", "no git"]
_BRANCH = "main"


def start_repository(folder: Path, paths: Sequence[str], message: str) -> Started:
    """Make a folder a repository on the branch main, with these files in its first commit.

    "within": the folder belongs to another repository, and stays so; "there": it was one already,
    and nothing was committed; "uncommitted": git does not know who commits. Raises GitError where
    git refuses.
    """
    try:
        if (folder / ".git").exists():
            return "there"
        if not query(folder, "rev-parse", "--show-toplevel").code:
            return "within"
        done = run(folder, "init", "--quiet", f"--initial-branch={_BRANCH}")
    except GitError as error:
        if "not installed" in error.problem:
            return "no git"
        raise
    if done.code:
        raise GitError(f"git init: {last_words(done.words)}")
    repository = Repository(folder.resolve())
    try:
        check_identity(repository)
    except GameError:
        return "uncommitted"
    commit_paths(repository, paths, (), message)
    mend_index(repository, paths)
    return "committed"
