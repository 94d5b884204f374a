"""`theatrum publish` cut short at every step: nothing is lost, and the next one puts it right."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.archive.git import repository
from generator.archive.git.status import changes
from generator.archive.publish.publishing import plan_publication, publish
from generator.engine.errors import TheatrumError
from tests.archive.games import bid, command, new_game, run_python
from tests.archive.repositories import Clone, alone, clone, new_remote, published
from tests.made import copy_of

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]
slow = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Clone:
    """A referee's clone with a published game that has just moved on."""
    return Clone(copy_of("published", _make_desk, tmp_path) / "anna")


def _make_desk(folder: Path) -> None:
    one = clone(new_remote(folder / "remote.git"), folder / "anna")
    new_game(one.games)
    assert published(one) == 0
    bid(one.games / "duel", 1, 3, 1)
    assert command(one.games / "duel", "adjudicate") == 0


def check_nothing_is_lost(desk: Clone) -> None:
    """All stands in git and at the remote, the index knows it, and no commit removed anything."""
    assert "games/duel/1/state/1-bid.toml" in desk.files()
    assert desk.git("log", "--diff-filter=D", "--format=", "--name-only") == ""
    assert desk.git("status", "--porcelain") == ""
    assert desk.git("ls-remote", "origin", "main").split()[0] == desk.head()


def test_a_change_within_the_same_second_is_seen(desk: Clone) -> None:
    """Git tells an unchanged file by its size and times, and reads again what is no older than
    its index: a copy of the index has to be as old as the index itself."""
    assert published(desk) == 0
    for name, value in (("core.checkStat", "minimal"), ("core.trustctime", "false")):
        desk.git("config", name, value)
    path, index = desk.games / "duel/1/orders/crown.toml", desk.folder / ".git/index"
    moment = (1_700_000_000 * 10**9,) * 2
    os.utime(path, ns=moment)
    desk.git("update-index", "-q", "--refresh")
    os.utime(index, ns=moment)
    text = path.read_text("utf-8")
    path.write_text(text.replace("BID 3", "BID 4"), "utf-8")
    os.utime(path, ns=moment)
    assert path.read_text("utf-8") != text
    assert [one.path for one in changes(desk.folder)] == ["games/duel/1/orders/crown.toml"]


def test_a_lock_of_a_git_that_died_makes_no_deletion(desk: Clone, capsys: Capture) -> None:
    lock = desk.folder / ".git" / "index.lock"
    lock.touch()
    assert published(desk) == 0
    assert "index.lock" in capsys.readouterr().err
    head = desk.head()
    assert published(desk) == 0
    assert desk.head() == head
    lock.unlink()
    assert published(desk) == 0
    assert desk.head() == head
    check_nothing_is_lost(desk)


KILL = """
import os, signal, sys
from generator.archive.git import repository
real = repository.subprocess.run
def killed(arguments, **more):
    if "{step}" in arguments:
        if {after}:
            real(arguments, **more)
        os.kill(os.getpid(), signal.SIGKILL)
    return real(arguments, **more)
repository.subprocess.run = killed
from generator.cli import main
main(["--games", sys.argv[1], "publish", "--yes"])
"""


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ("commit", True),
        ("push", False),
        *(
            pytest.param(*one, marks=slow)
            for one in (("update-index", True), ("commit", False), ("reset", False), ("push", True))
        ),
    ],
)
def test_a_kill_at_any_step_is_put_right_by_the_next_publish(
    desk: Clone, step: str, after: bool
) -> None:
    code = KILL.format(step=step, after=after)
    done = run_python("-c", code, str(desk.games))
    assert done.returncode == -9, done.stderr.decode()
    assert published(desk) == 0
    check_nothing_is_lost(desk)
    assert desk.git("rev-list", "--count", "HEAD") == "2\n"


def failing(
    monkeypatch: pytest.MonkeyPatch, step: str, *, answer: Callable[..., Any], after: bool
) -> None:
    """Let the first call of a step of git fail, after it was done or instead of it."""
    real, failed = subprocess.run, []

    def run(arguments: list[str], **more: Any) -> Any:
        if step in arguments and not failed:
            failed.append(step)
            if after:
                real(arguments, **more)
            return answer(arguments)
        return real(arguments, **more)

    monkeypatch.setattr(repository.subprocess, "run", run)


def refuses(arguments: list[str]) -> Any:
    return subprocess.CompletedProcess(arguments, 1, b"", b"fatal: no space left")


def hangs(arguments: list[str]) -> Any:
    raise subprocess.TimeoutExpired(arguments, 1)


@pytest.mark.parametrize(
    ("step", "answer", "after"),
    [
        *((step, refuses, False) for step in ("status", "read-tree", "update-index", "write-tree")),
        *(
            pytest.param(step, answer, after, marks=() if after == (answer is hangs) else slow)
            for step in ("commit", "reset", "push")
            for answer in (refuses, hangs)
            for after in (False, True)
        ),
    ],
)
def test_a_step_that_fails_is_put_right_by_the_next_publish(
    desk: Clone, monkeypatch: pytest.MonkeyPatch, step: str, answer: Callable[..., Any], after: bool
) -> None:
    with monkeypatch.context() as patched:
        failing(patched, step, answer=answer, after=after)
        published(desk)
    assert published(desk) == 0
    check_nothing_is_lost(desk)
    assert desk.git("rev-list", "--count", "HEAD") == "2\n"


def test_an_index_that_was_left_behind_is_mended(desk: Clone, capsys: Capture) -> None:
    """Otherwise the next commit by hand would remove what was published."""
    old = (desk.folder / ".git" / "index").read_bytes()
    assert published(desk) == 0
    head = desk.head()
    (desk.folder / ".git" / "index").write_bytes(old)
    assert desk.git("status", "--porcelain").startswith("MM games/duel/")
    capsys.readouterr()
    assert published(desk, "--dry-run") == 0
    assert desk.git("status", "--porcelain")
    assert published(desk) == 0
    assert "git's index is up to date again" in capsys.readouterr().err
    assert desk.head() == head
    check_nothing_is_lost(desk)


def test_an_index_that_cannot_be_read_stops_nothing(desk: Clone) -> None:
    (desk.folder / ".git" / "index").unlink()
    assert published(desk) == 0
    check_nothing_is_lost(desk)


@pytest.mark.parametrize("hook", ["git add -f games/duel/private", "git rm -q -r --cached games"])
def test_a_hook_that_changes_the_commit_is_refused(desk: Clone, hook: str) -> None:
    path = desk.folder / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{hook}\n")
    path.chmod(0o755)
    head, before = desk.head(), desk.git("status", "--porcelain")
    with pytest.raises(TheatrumError, match="a hook of this repository changed the commit"):
        publish(plan_publication(desk.games))
    assert (desk.head(), desk.git("status", "--porcelain")) == (head, before)
    path.unlink()
    assert published(desk) == 0
    check_nothing_is_lost(desk)


def test_a_hook_of_a_first_commit_is_refused_too(tmp_path: Path) -> None:
    one = clone(new_remote(tmp_path / "empty.git"), tmp_path / "ben")
    new_game(one.games)
    path = one.folder / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\ngit add -f games/duel/private\n")
    path.chmod(0o755)
    assert published(one) == 1
    one.git("rev-parse", "--verify", "--quiet", "HEAD", code=1)
    path.unlink()
    assert published(one) == 0


def test_another_branch_after_the_check_is_refused(desk: Clone) -> None:
    plan = plan_publication(desk.games)
    desk.git("switch", "--quiet", "--create", "side")
    with pytest.raises(TheatrumError, match="have changed since they were checked"):
        publish(plan)


def test_a_file_that_comes_back_after_the_check_is_not_removed(desk: Clone) -> None:
    assert published(desk) == 0
    path = desk.games / "duel" / "1" / "orders" / "crown.toml"
    text = path.read_text("utf-8")
    desk.write("site/x.md", "x\n")
    assert published(desk) == 0
    (desk.folder / "site" / "x.md").unlink()
    plan = plan_publication(desk.games)
    assert plan.files == {"site/x.md": ""}
    desk.write("site/x.md", "again\n")
    with pytest.raises(TheatrumError, match="have changed since they were checked"):
        publish(plan)
    assert path.read_text("utf-8") == text


def test_a_sparse_checkout_removes_nothing(desk: Clone) -> None:
    desk.write("site/about.md", "# About\n")
    assert published(desk) == 0
    desk.git("sparse-checkout", "set", "games")
    assert not (desk.folder / "site").exists()
    new_game(desk.games, "other")
    assert published(desk) == 0
    assert "site/about.md" in desk.files()
    check_nothing_is_lost(desk)


def test_line_ends_of_windows_make_no_endless_changes(desk: Clone, capsys: Capture) -> None:
    desk.git("config", "core.autocrlf", "true")
    desk.write("site/about.md", "# About\r\n")
    assert published(desk) == 0
    capsys.readouterr()
    assert published(desk) == 0
    assert capsys.readouterr().err == "there is nothing to publish\n"
    check_nothing_is_lost(desk)


def test_a_folder_in_the_place_of_a_file_and_the_reverse(desk: Clone) -> None:
    desk.write("site/a", "file\n")
    desk.write("site/b/c", "file\n")
    assert published(desk) == 0
    (desk.folder / "site/a").unlink()
    desk.write("site/a/x", "file\n")
    (desk.folder / "site/b/c").unlink()
    (desk.folder / "site/b").rmdir()
    desk.write("site/b", "file\n")
    assert published(desk) == 0
    assert [path for path in desk.files() if path.startswith("site/")] == ["site/a/x", "site/b"]
    assert desk.git("status", "--porcelain") == ""


@pytest.mark.parametrize("setting", ["core.splitIndex", "core.untrackedCache", "index.sparse"])
def test_settings_of_the_index_change_nothing(desk: Clone, setting: str) -> None:
    desk.git("config", setting, "true")
    desk.git("update-index", "--force-write-index")
    assert published(desk) == 0
    bid(desk.games / "duel", 2, 1, 0)
    assert published(desk) == 0
    check_nothing_is_lost(desk)


def test_a_rebase_that_hangs_is_taken_back(
    desk: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    other = clone(tmp_path / "remote.git", tmp_path / "ben", "ben")
    other.write("notes.txt", "mine\n")
    other.commit("notes.txt")
    other.git("push", "--quiet", "origin", "HEAD:main")
    capsys.readouterr()
    with monkeypatch.context() as patched:
        failing(patched, "rebase", answer=hangs, after=False)
        assert published(desk, "--rebase") == 1
    assert "did not answer" in capsys.readouterr().err
    assert published(desk, "--rebase") == 0
    check_nothing_is_lost(desk)


def test_what_the_referee_has_staged_elsewhere_stays_staged(desk: Clone) -> None:
    desk.write("notes.txt", "mine\n")
    desk.git("add", "notes.txt")
    assert published(desk) == 0
    assert published(desk) == 0
    assert desk.git("status", "--porcelain") == "A  notes.txt\n"
