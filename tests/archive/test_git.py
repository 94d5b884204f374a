"""What git is asked, and that no name is more to it than a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive.git.repository import (
    GitError,
    commit_of,
    differences,
    files_of,
    last_words,
    open_repository,
    read_blobs,
    run,
)
from generator.archive.git.status import changes, is_ignored, uncommitted
from tests.archive.repositories import Clone, alone

__all__ = ["alone"]

ODD = ["a\nb", "*", ":(top)x", ":!x", "-rf", "a b", "\u202ex", "Ünï", '"q"', "x" * 200, "a\\b"]


@pytest.fixture
def repository(tmp_path: Path) -> Clone:
    one = Clone(tmp_path / "own")
    one.folder.mkdir()
    one.git("init", "--quiet", "--initial-branch=main")
    one.identify("anna")
    one.write("first", "1\n")
    one.commit()
    return one


@pytest.mark.parametrize("name", ODD)
def test_names_are_only_names(repository: Clone, name: str) -> None:
    repository.write(f"in/{name}", "text\n")
    repository.write("in/other", "text\n")
    assert uncommitted(repository.folder / "in") == tuple(sorted([name, "other"]))
    repository.git("add", ".")
    repository.git("commit", "--quiet", "--message", "odd")
    opened = open_repository(repository.folder)
    old, new = commit_of(opened, "HEAD~1"), commit_of(opened, "HEAD")
    assert set(differences(opened, old, new)) == {f"in/{name}", "in/other"}
    assert {one.path for one in files_of(opened, new, "in")} == {f"in/{name}", "in/other"}
    (repository.folder / "in" / name).unlink()
    (gone,) = changes(repository.folder)
    assert (gone.path, gone.is_gone) == (f"in/{name}", True)


def test_what_is_ignored_is_known_before_it_is_there(repository: Clone, tmp_path: Path) -> None:
    repository.write(".gitignore", "*.key\nprivate/\n")
    for name, ignored in {"my.key": True, "my.txt": False, "private": False}.items():
        assert is_ignored(repository.folder / name) is ignored, name
    assert is_ignored(tmp_path / "my.key") is None


def test_without_git_there_is_nothing_to_say(
    repository: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert uncommitted(repository.folder) is None
    assert is_ignored(repository.folder / "x") is None


def test_variables_of_a_hook_do_not_lead_elsewhere(
    repository: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.write("new", "1\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert uncommitted(repository.folder) == ("new",)


def test_contents_are_read_byte_for_byte_and_no_more_than_allowed(repository: Clone) -> None:
    texts = {"a": b"", "b": b"\n", "c": b"\0\xff\n\n", "d": b"x" * 1001}
    for name, data in texts.items():
        (repository.folder / name).write_bytes(data)
    repository.commit()
    opened = open_repository(repository.folder)
    names = {one.path: one.name for one in files_of(opened, "HEAD", ".") if one.path in texts}
    found = read_blobs(opened, names.values(), 1000)
    assert [found[names[name]] for name in "abc"] == [texts[name] for name in "abc"]
    assert found[names["d"]] is None
    with pytest.raises(GitError, match="git has no object"):
        read_blobs(opened, ["0" * 40], 1000)


def test_a_git_that_hangs_is_given_up(repository: Clone, tmp_path: Path,
                                      monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec /bin/sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(slow.parent))
    with pytest.raises(GitError, match="did not answer"):
        run(repository.folder, "status", patience=0.1)


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("hint: do this\nerror: that failed\nhint: try again\n", "that failed"),
        ("fatal: no\x1b[31m colour", "no\ufffd[31m colour"),
        ("", "no reason"),
        ("x" * 1000, "x" * 299 + "…"),
    ],
)
def test_last_words_are_one_line_that_says_something(words: str, last: str) -> None:
    assert last_words(words) == last
