"""The state of a folder in git. Optional: without git there is no state to report.

The disk is compared with the last commit, not with the index: an index that a killed command left
behind would show newly committed files as deleted.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from generator.archive.files.scratch import scratch
from generator.archive.git.repository import GitError, last_words, query, run, tell

_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--")


class Changed(Struct, frozen=True):
    """A file that is not as the last commit has it; `path` is relative to the repository's top.

    `here` is how the disk differs from the commit: "M", "T", "D" for a file that is gone, "?"
    for one that the commit does not have, " " for nothing. `staged` is the same for the index, with
    "A" for a new file and "U" for one that waits for a merge.
    """

    path: str
    staged: str
    here: str

    @property
    def is_known(self) -> bool:
        """Whether git has the file, in the commit or in the index."""
        return self.here != "?" or self.is_staged

    @property
    def is_staged(self) -> bool:
        return self.staged != " "

    @property
    def is_changed(self) -> bool:
        """Whether the disk differs from the commit, whatever the index holds."""
        return self.here != " "

    @property
    def is_gone(self) -> bool:
        """Whether the file of the commit is no longer on the disk."""
        return self.here == "D"

    @property
    def is_unmerged(self) -> bool:
        return self.staged == "U"


def changes(top: Path, paths: Sequence[str] = (".",)) -> tuple[Changed, ...]:
    """Files below some paths that are new, changed or gone, sorted, and those that are staged.
    `paths` are relative to `top`, the repository's top. Raises GitError."""
    with head_index(top) as own:
        answer = query(top, *_STATUS, *paths, settings=own)
    if answer.code:
        raise GitError(f"git status: {last_words(answer.words)}")
    entries = [os.fsdecode(entry) for entry in answer.out.split(b"\0") if entry]
    here = {entry[3:]: "?" if entry.startswith("??") else entry[1] for entry in entries}
    for path, letter in here.items():
        # Where a disk takes two spellings for one name, the file is there under the other one.
        if letter == "D" and _is_file(top / path):
            here[path] = " "
    staged = _staged(top, paths)
    for path, letter in staged.items():
        if path not in here:
            here[path] = "?" if letter == "A" and _is_file(top / path) else " "
    found = (Changed(path, staged.get(path, " "), letter) for path, letter in here.items())
    return tuple(
        sorted(
            (change for change in found if change.is_changed or change.is_staged),
            key=lambda entry: entry.path,
        )
    )


def _is_file(path: Path) -> bool:
    return path.is_symlink() or (path.exists() and not path.is_dir())


def _staged(top: Path, paths: Sequence[str]) -> dict[str, str]:
    """How the referee's index differs from the last commit: letters by path."""
    asked = ("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-ext-diff")
    parts = tell(top, *asked, _head(top), "--", *paths).split(b"\0")
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return {os.fsdecode(path): head.decode("ascii").split()[-1] for head, path in pairs}


def _head(top: Path) -> str:
    """The last commit; the empty tree in a repository without one."""
    answer = query(top, "rev-parse", "--verify", "--quiet", "HEAD")
    named = answer.out if not answer.code else tell(top, "hash-object", "-t", "tree", "--stdin")
    return named.decode("ascii").strip()


@contextmanager
def head_index(top: Path) -> Iterator[Mapping[str, str]]:
    """Variables that give git its own index, which holds the last commit and nothing else.
    The referee's stays as it is. Raises GitError."""
    with scratch("theatrum-index") as folder:
        own = {"GIT_INDEX_FILE": str(folder / "index")}
        index = top / os.fsdecode(tell(top, "rev-parse", "--git-path", "index")).rstrip("\n")
        # A copy spares git from reading every file again: it knows those that did not change.
        if not _copied(index, Path(own["GIT_INDEX_FILE"])) or not _reads(top, own, "--reset"):
            Path(own["GIT_INDEX_FILE"]).unlink(missing_ok=True)
            if not _reads(top, own):
                raise GitError(f"git cannot read the last commit of {top}")
        yield own


def _copied(index: Path, to: Path) -> bool:
    try:
        facts = index.stat()
        shutil.copyfile(index, to)
        # With the same times: git reads the files again that are as new as its index, or newer.
        os.utime(to, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    except OSError:
        return False
    return True


def _reads(top: Path, own: Mapping[str, str], *options: str) -> bool:
    return not run(top, "read-tree", *options, _head(top), settings=own).code


def uncommitted(folder: Path) -> tuple[str, ...] | None:
    """Files of a folder that are new or changed since the last commit, relative to it, sorted.

    None where there is no git, no repository, or no answer in time.
    """
    try:
        prefix = os.fsdecode(tell(folder, "rev-parse", "--show-prefix")).rstrip("\n")
        top = Path(os.fsdecode(tell(folder, "rev-parse", "--show-toplevel")).rstrip("\n"))
        found = changes(top, (prefix or ".",))
        return tuple(change.path.removeprefix(prefix) for change in found)
    except GitError:
        return None


def is_ignored(path: Path) -> bool | None:
    """Whether git leaves a file out, which may not be there yet. None outside of a repository, and
    where there is no git."""
    # check-ignore, which takes no patterns anyway, refuses the setting against patterns.
    plain = {"GIT_LITERAL_PATHSPECS": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        asked = ("check-ignore", "-q", "--", path.name)
        answer = run(path.absolute().parent, *asked, settings=plain)
    except GitError:
        return None
    return {0: True, 1: False}.get(answer.code)
