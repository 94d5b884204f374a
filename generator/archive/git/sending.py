"""Committing and pushing: only the given paths, and never by force; and the first commit of a new
repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from generator.archive.git.repository import (
    NETWORK,
    GitAnswer,
    GitError,
    Remote,
    Repository,
    check_identity,
    differences,
    last_words,
    merge_base,
    query,
    run,
    tell,
)
from generator.archive.git.status import head_index
from generator.engine.errors import GameError

Outcome = Literal["done", "behind", "refused"]
# The last four: another push was at work at this very moment.
_BEHIND: Final = (
    "(fetch first)",
    "(non-fast-forward)",
    "cannot lock ref",
    "failed to update ref",
    "incorrect old value",
    "reference already exists",
)

Started = Literal["committed", "uncommitted", "within", "there", "no git"]
_BRANCH = "main"


def commit_paths(
    repository: Repository, paths: Sequence[str], gone: Sequence[str], message: str
) -> str:
    """Commit `paths` as they are on the disk, and that those of `gone` are no longer in git,
    whether on the disk or not; nothing else, even if it is staged. Returns the commit's short name.

    Raises GitError with the words of git or of a hook; then nothing has changed. The referee's own
    index follows with `mend_index`; until then it shows the files as they were before.
    """
    top = repository.top
    before = _head(repository)
    # A separate index: the referee's staged changes are left for the referee's next commit, and
    # .gitignore's files are never looked at.
    with head_index(top) as own:
        add = ("update-index", "--add", "-z", "--stdin")
        remove = ("update-index", "--force-remove", "-z", "--stdin")
        # First the files that are gone: there may be a file where a folder was.
        _done(run(top, *remove, given=_listed(gone), settings=own))
        _done(run(top, *add, given=_listed(paths), settings=own))
        tree = _done(run(top, "write-tree", settings=own)).out.decode("ascii").strip()
        text = ("commit", "--quiet", "--cleanup=verbatim", "--file=-")
        refusal: GitError | None = None
        try:
            _done(run(top, *text, given=message.encode(), patience=NETWORK, settings=own))
        except GitError as error:
            refusal = error
    commit = _head(repository)
    if commit == before:
        raise refusal or GitError("nothing was committed, and git gives no reason")
    # From here on there is a commit, even if git fails later.
    _check_commit(repository, before, commit, tree)
    return tell(top, "rev-parse", "--short", commit).decode("ascii").strip()


def _head(repository: Repository) -> str:
    """The last commit; "" in a repository without one."""
    answer = query(repository.top, "rev-parse", "--verify", "--quiet", "HEAD")
    return answer.out.decode("ascii").strip()


def _check_commit(repository: Repository, before: str, commit: str, tree: str) -> None:
    """Takes a commit back that is not what was asked for, and raises GitError."""
    top = repository.top
    row = tell(top, "rev-list", "--parents", "--max-count=1", commit).decode("ascii").split()
    if row[1:] != ([before] if before else []):
        raise GitError(
            "someone else committed at the same moment",
            hint="see git log, then run the command again",
        )
    made = tell(top, "rev-parse", f"{commit}^{{tree}}").decode("ascii").strip()
    if made == tree:
        return
    others = ", ".join(differences(repository, tree, made))
    target = ("update-ref", "-m", "theatrum: undone", "HEAD", before, commit)
    if not before:
        target = ("update-ref", "-m", "theatrum: undone", "-d", "HEAD", commit)
    done = run(top, *target)
    if done.code:
        raise GitError(
            f"a hook of this repository put other files into the commit: {others}",
            hint=f"the commit is still there ({last_words(done.words)}); git reset --soft HEAD~1",
        )
    raise GitError(
        f"nothing was committed, because a hook of this repository changed the commit: {others}",
        hint="commit by hand to accept the hook's changes",
    )


def mend_index(repository: Repository, paths: Sequence[str]) -> str:
    """Let the referee's index have some paths as the last commit has them. Returns git's
    objection, or "" if it is done."""
    if not paths:
        return ""
    asked = ("reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul")
    try:
        done = run(repository.top, *asked, given=_listed(paths))
    except GitError as error:
        return error.problem
    if done.code and "index.lock" in done.words:
        return "remove .git/index.lock when no other git is at work, then publish again"
    return last_words(done.words) if done.code else ""


def _listed(paths: Sequence[str]) -> bytes:
    return b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)


def _done(answer: GitAnswer) -> GitAnswer:
    if answer.code:
        said = last_words(answer.words or answer.out.decode("utf-8", "replace"))
        raise GitError(f"nothing was committed. The message of git or of a hook: {said}")
    return answer


def push(repository: Repository, remote: Remote, branch: str) -> tuple[Outcome, str]:
    """Push a branch. The outcome is "behind" if the remote has commits that are not here, and
    "refused" for everything else that went wrong, with the words of git or of the remote. Raises
    GitError for no answer in time."""
    upstream = () if remote.is_known else ("--set-upstream",)
    refs = f"refs/heads/{branch}:{remote.ref}"  # no "+": it may only go forward
    options = ("--porcelain", "--no-force", *upstream)
    answer = run(repository.top, "push", *options, "--", remote.name, refs, patience=NETWORK)
    if not answer.code:
        return "done", ""
    said = answer.out.decode("utf-8", "replace")
    if any(words in said for words in _BEHIND):
        return "behind", ""
    refused = [line.split("\t")[-1] for line in said.splitlines() if line.startswith("!")]
    words = last_words(answer.words)
    if refused and "remote rejected" in refused[0]:
        told = [line for line in answer.words.splitlines() if line.startswith("remote:")]
        words = f"{refused[0]} {' '.join(line[7:].strip() for line in told)}".strip()
        words = last_words(words)
    return "refused", words


def fetch(repository: Repository, remote: Remote, patience: float = NETWORK) -> str:
    """Fetch the branch that is pushed to; returns its commit, or "" if it is not there yet. With
    little `patience` (in seconds) no one is asked for a password.

    Raises GitError where the remote cannot be reached.
    """
    top = repository.top
    asked = ("fetch", "--quiet", "--no-tags", "--", remote.name, remote.ref)
    quiet = {"GIT_TERMINAL_PROMPT": "0"} if patience < NETWORK else {}
    answer = run(top, *asked, patience=patience, settings=quiet)
    if answer.code and "couldn't find remote ref" in answer.words:
        return ""
    if answer.code:
        raise GitError(f"the remote {remote.name} did not answer: {last_words(answer.words)}")
    return tell(top, "rev-parse", "--verify", "FETCH_HEAD").decode("ascii").strip()


def paths_between(repository: Repository, theirs: str) -> tuple[set[str], set[str]]:
    """The paths that the last commit here and another have changed since they went apart."""
    since = merge_base(repository, "HEAD", theirs)
    here, there = (set(differences(repository, since, commit)) for commit in ("HEAD", theirs))
    return here, there


def rebase(repository: Repository, onto: str) -> None:
    """Put our commits after those of the remote. Raises GitError; then nothing has changed."""
    try:
        done = run(repository.top, "rebase", "--quiet", "--no-autostash", onto, patience=NETWORK)
    except GitError as error:
        done = GitAnswer(1, b"", error.problem)
    if done.code:
        aborted = run(repository.top, "rebase", "--abort")
        if aborted.code and "no rebase in progress" not in aborted.words.lower():
            raise GitError(
                f"our commits cannot be put after those of the remote: {last_words(done.words)}",
                hint="the rebase is still under way: git rebase --abort cancels it",
            )
        raise GitError(
            f"our commits cannot be put after those of the remote: {last_words(done.words)}",
            hint="nothing has changed; run git pull --rebase to see the conflict",
        )


def unpushed(repository: Repository, remote: Remote) -> tuple[str, ...]:
    """The commits of HEAD that no branch of the remote is known to have, the newest first."""
    if not repository.has_commits():
        return ()
    out = tell(repository.top, "rev-list", "HEAD", "--not", f"--remotes={remote.name}")
    return tuple(out.decode("ascii").split())


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
