"""A repository as a referee left it: where it is, its branch, its remote, and what is under way.

Git is run without a shell, and never waits for input.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.engine.errors import GameError, Place, UsageError

_SOON: Final = 20.0
"""Seconds that git may take without a network."""
NETWORK: Final = 300.0
"""Seconds that git may take over the network."""

# Set where theatrum is called from a hook: they would lead git to another repository or index.
_FOREIGN: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
                   "GIT_PREFIX", "GIT_NAMESPACE")  # fmt: skip
_LONGEST: Final = 300


class GitError(GameError):
    """Git is not here, takes too long, or refuses; `problem` has its own last words."""


class GitAnswer(Struct, frozen=True):
    """How git ended (0 is well), what it printed, and what it said beside it."""

    code: int
    out: bytes
    words: str


def run(
    folder: Path,
    *arguments: str,
    given: bytes = b"",
    patience: float = _SOON,
    settings: Mapping[str, str] | None = None,
) -> GitAnswer:
    """Run git in a folder and return its answer. `given` is its standard input, `patience` in
    seconds, `settings` are further variables of its environment.

    Paths among the arguments are literal: "*" is a star. Raises GitError where there is no git, or
    no answer in time.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environment |= {"LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", **(settings or {})}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            input=given,
            capture_output=True,
            timeout=patience,
            check=False,
            env=environment,
        )
    except FileNotFoundError:
        raise GitError("git is not installed", hint="get it from https://git-scm.com") from None
    except subprocess.TimeoutExpired:
        raise GitError(
            f"git {arguments[0]} did not answer in {patience:.0f} seconds",
            hint="try again, or type the git command yourself",
        ) from None
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from None
    return GitAnswer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def query(
    folder: Path, *arguments: str, given: bytes = b"", settings: Mapping[str, str] | None = None
) -> GitAnswer:
    """The answer to a question: asking disturbs no commit that the referee is making."""
    quiet = {"GIT_OPTIONAL_LOCKS": "0", **(settings or {})}
    return run(folder, *arguments, given=given, settings=quiet)


def tell(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """The answer of git to a question. Raises GitError if it has none."""
    answer = query(folder, *arguments, given=given)
    if answer.code:
        raise GitError(f"git {arguments[0]}: {last_words(answer.words)}")
    return answer.out


def last_words(words: str) -> str:
    """The last line with any text in the output of git, or of a hook, cut to length."""
    lines = [line.strip() for line in words.splitlines()]
    said = [line for line in lines if line and not line.startswith(("hint:", "To "))]
    plain = "".join(c if c.isprintable() else "\ufffd" for c in said[-1]) if said else "no reason"
    plain = plain.removeprefix("fatal: ").removeprefix("error: ")
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


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

FILE_MODE: Final = "100644"
"""The mode of a plain file that is not a program."""
# As git writes names of revisions; one that began with "-" would be an option.
_REVISION: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._/~^@{}-]{0,199}\Z")


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
    or an object that is not a file. Raises GitError for an object that is not here."""
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
