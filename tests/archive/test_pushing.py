"""Two referees and one remote; and what is said where git or the remote says no."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.publish.publishing import plan_publication, publish
from generator.cli import main
from generator.engine.errors import FileError, TheatrumError
from tests.archive.games import bid, command, new_game
from tests.archive.repositories import Clone, alone, clone, new_remote
from tests.made import copy_of

__all__ = ["alone"]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Clone, Clone]:
    """Two clones of one remote, which has two games; their secrets are in both."""
    folder = copy_of("pair", _make_pair, tmp_path)
    return Clone(folder / "anna"), Clone(folder / "ben")


def _make_pair(folder: Path) -> None:
    remote = new_remote(folder / "remote.git")
    anna = clone(remote, folder / "anna", "anna")
    for name in ("duel", "other"):
        new_game(anna.games, name)
    go(anna)
    ben = clone(remote, folder / "ben", "ben")
    for name in ("duel", "other"):
        shutil.copytree(anna.games / name / "private", ben.games / name / "private")


def go(one: Clone, *, rebasing: bool = False) -> None:
    publish(plan_publication(one.games), rebasing=rebasing)


def play(one: Clone, game: str, crown: int = 3) -> None:
    bid(one.games / game, 1, crown, 1)
    adjudicate_game(one.games / game)  # at the same time as the other referee: nobody looks


def said(one: Clone, *, rebasing: bool = False) -> str:
    with pytest.raises(TheatrumError) as caught:
        go(one, rebasing=rebasing)
    return str(caught.value)


def test_two_referees_of_one_game_are_told_what_to_do(pair: tuple[Clone, Clone]) -> None:
    """Not even with --rebase: git would join what the rules do not."""
    anna, ben = pair
    play(anna, "duel", 3)
    go(anna)
    play(ben, "duel", 2)
    for rebasing in (False, True):
        words = said(ben, rebasing=rebasing)
        assert "origin has newer commits that change games/duel too" in words
        assert "your commit is kept here" in words
        assert "git log -p ..FETCH_HEAD -- games/duel" in words
    assert ben.git("ls-remote", "origin", "main").split()[0] == anna.head()
    assert ben.git("status", "--porcelain") == ""
    assert ben.git("show", "HEAD:games/duel/1/orders/crown.toml").count("BID 2") == 1


def test_two_referees_of_two_games_come_after_each_other(pair: tuple[Clone, Clone]) -> None:
    anna, ben = pair
    play(anna, "duel")
    go(anna)
    play(ben, "other")
    words = said(ben)
    assert "theatrum publish --rebase" in words
    # The command again pushes what is committed already.
    go(ben, rebasing=True)
    assert ben.git("log", "--format=%an", "-2").split() == ["ben", "anna"]
    assert ben.git("ls-remote", "origin", "main").split()[0] == ben.head()
    # What is secret of Anna's phase comes by another way: sealed, or in person.
    shutil.copytree(anna.games / "duel/private", ben.games / "duel/private", dirs_exist_ok=True)
    for game in ("duel", "other"):
        assert main(["--games", str(ben.games), "verify", game]) == 0


def test_two_publishes_at_the_same_moment_both_arrive(pair: tuple[Clone, Clone]) -> None:
    anna, ben = pair
    play(anna, "duel")
    play(ben, "other")
    with ThreadPoolExecutor(2) as at_once:
        for done in [at_once.submit(go, one, rebasing=True) for one in pair]:
            done.result()
    anna.git("fetch", "--quiet")
    log = anna.git("log", "--format=%an", "-2", "origin/main").split()
    assert sorted(log) == ["anna", "ben"]


def test_a_rebase_that_is_not_possible_leaves_everything(pair: tuple[Clone, Clone]) -> None:
    anna, ben = pair
    play(anna, "duel")
    go(anna)
    ben.write("notes.txt", "one\n")
    ben.commit("notes.txt")
    play(ben, "other")
    ben.write("notes.txt", "two\n")
    words = said(ben, rebasing=True)
    assert "cannot be put after those of the remote" in words
    assert (ben.folder / "notes.txt").read_text("utf-8") == "two\n"
    assert ben.message().splitlines()[0].startswith("Other: ")
    assert not (ben.folder / ".git" / "rebase-merge").exists()


def test_a_remote_that_began_by_itself_is_told(tmp_path: Path) -> None:
    remote = new_remote(tmp_path / "remote.git")
    first = clone(remote, tmp_path / "first")
    first.write("README.md", "made by the host\n")
    first.commit()
    first.git("push", "--quiet", "origin", "main")
    own = Clone(tmp_path / "own")
    own.folder.mkdir()
    own.git("init", "--quiet", "--initial-branch=main")
    own.identify("anna")
    own.git("remote", "add", "origin", str(remote))
    new_game(own.games)
    assert "not related to yours" in said(own)


def test_nothing_is_ever_pushed_by_force(pair: tuple[Clone, Clone]) -> None:
    """Even where the clone's own settings would."""
    anna, ben = pair
    ben.git("config", "remote.origin.push", "+refs/heads/*:refs/heads/*")
    ben.git("config", "push.default", "matching")
    play(anna, "duel")
    go(anna)
    play(ben, "duel", 2)
    said(ben)
    assert ben.git("ls-remote", "origin", "main").split()[0] == anna.head()


def test_the_upstream_of_the_branch_is_used(pair: tuple[Clone, Clone], tmp_path: Path) -> None:
    anna, _ = pair
    anna.git("remote", "add", "backup", str(new_remote(tmp_path / "backup.git")))
    anna.git("config", "branch.main.remote", "backup")
    anna.git("config", "branch.main.merge", "refs/heads/games")
    play(anna, "duel")
    go(anna)
    assert anna.head() in anna.git("ls-remote", "backup", "refs/heads/games")
    assert anna.head() not in anna.git("ls-remote", "origin")


def test_a_hook_of_the_remote_is_heard(pair: tuple[Clone, Clone], tmp_path: Path) -> None:
    anna, _ = pair
    hook = tmp_path / "remote.git" / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho 'no games on Sundays' >&2\nexit 1\n")
    hook.chmod(0o755)
    play(anna, "duel")
    words = said(anna)
    assert "no games on Sundays" in words
    assert "the commit is kept here" in words
    hook.unlink()
    go(anna)
    assert anna.git("ls-remote", "origin", "main").split()[0] == anna.head()


def test_a_hook_of_the_repository_is_heard(pair: tuple[Clone, Clone]) -> None:
    anna, _ = pair
    hook = anna.folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'spelling!' >&2\nexit 1\n")
    hook.chmod(0o755)
    play(anna, "duel")
    before = anna.git("status", "--porcelain")
    words = said(anna)
    assert "nothing was committed" in words
    assert "spelling!" in words
    assert anna.git("status", "--porcelain") == before


def test_a_remote_that_is_gone_keeps_the_commit(pair: tuple[Clone, Clone], tmp_path: Path) -> None:
    anna, _ = pair
    shutil.move(tmp_path / "remote.git", tmp_path / "away.git")
    play(anna, "duel")
    assert "the push failed" in said(anna)
    shutil.move(tmp_path / "away.git", tmp_path / "remote.git")
    go(anna)
    assert anna.git("ls-remote", "origin", "main").split()[0] == anna.head()


# A repository in which nothing can be published


@pytest.fixture
def own(tmp_path: Path) -> Clone:
    one = Clone(tmp_path / "own")
    one.folder.mkdir()
    one.git("init", "--quiet", "--initial-branch=main")
    one.identify("anna")
    new_game(one.games)
    return one


def plan(one: Clone, *, pushing: bool = False) -> str:
    with pytest.raises(TheatrumError) as caught:
        plan_publication(one.games, pushing=pushing)
    return str(caught.value)


def test_no_repository(tmp_path: Path) -> None:
    new_game(tmp_path / "games")
    words = plan(Clone(tmp_path))
    assert "is not in a git repository" in words
    assert "theatrum init" in words


def test_a_repository_that_is_the_folder_of_games(tmp_path: Path) -> None:
    new_game(tmp_path / "games")
    Clone(tmp_path / "games").git("init", "--quiet")
    assert "is the folder of games itself" in plan(Clone(tmp_path))


def test_no_git(own: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "git is not installed" in plan(own)


def test_no_remote(own: Clone) -> None:
    words = plan(own, pushing=True)
    assert "no remote to push to" in words
    assert "git remote add origin" in words
    assert "--no-push" in words


def test_no_identity(own: Clone) -> None:
    own.git("config", "--unset", "user.email")
    own.git("config", "user.useConfigOnly", "true")
    words = plan(own)
    assert "git does not know your name" in words
    assert "git config user.name" in words


def test_no_branch(own: Clone) -> None:
    own.commit("games/duel/game.toml")
    own.git("switch", "--quiet", "--detach")
    assert "no branch is checked out" in plan(own)


def test_a_merge_under_way(own: Clone) -> None:
    own.commit("games/duel/game.toml")
    own.git("switch", "--quiet", "--create", "side")
    own.write("games/duel/game.toml", "one\n")
    own.commit("games/duel/game.toml")
    own.git("switch", "--quiet", "main")
    own.write("games/duel/game.toml", "two\n")
    own.commit("games/duel/game.toml")
    own.git("merge", "side", code=1)
    words = plan(own)
    assert "a merge is under way" in words
    assert "git merge --abort" in words
    (own.folder / ".git" / "MERGE_HEAD").unlink()
    assert "has conflicts of a merge" in plan(own)


def test_a_game_that_is_not_there(own: Clone) -> None:
    with pytest.raises(FileError, match="there is no game dual"):
        plan_publication(own.games, "dual")


def test_a_dry_run_needs_no_remote(own: Clone, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["--games", str(own.games), "publish", "--dry-run"]
    capsys.readouterr()
    assert main(games) == 0
    told = capsys.readouterr()
    assert "git remote add origin ADDRESS" in told.err
    assert main([*games[:-1], "--yes"]) == 1


def test_a_phase_waits_for_what_others_have_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remote = new_remote(tmp_path / "remote.git")
    anna = clone(remote, tmp_path / "anna", "anna")
    folder = new_game(anna.games)
    assert main(["--games", str(anna.games), "publish", "--yes"]) == 0
    ben = clone(remote, tmp_path / "ben", "ben")
    ben.write("games/duel/1/orders/crown.toml", '[bid]\norders = "BID 1"\n')
    ben.commit()
    ben.git("push", "--quiet")
    assert command(folder, "adjudicate") == 1
    assert "origin has newer files of duel: 1/orders/crown.toml" in capsys.readouterr().err
    write = ("deadline", "--set", "2027-03-07 20:00", "--now", "2027-03-01T20:00Z")
    assert command(folder, *write) == 0
    assert command(folder, "deadline", "--adjudicate", "--now", "2027-03-08T20:00Z") == 1
    assert "origin has newer files of duel: 1/orders/crown.toml" in capsys.readouterr().err
    assert not (folder / "1/state/1-bid.toml").exists()
    anna.git("remote", "set-url", "origin", str(tmp_path / "gone"))
    assert command(folder, "adjudicate") == 0
    assert "could not check whether other referees have published" in capsys.readouterr().err
