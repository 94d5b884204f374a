"""The comparison with an earlier commit names what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.same.__main__ import report


def trees(folder: Path, old: dict[str, str], new: dict[str, str]) -> tuple[Path, Path]:
    for name, files in (("before", old), ("after", new)):
        for path, text in files.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text, "utf-8")
    return folder / "before", folder / "after"


def test_equal_trees_are_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"site/a.html": "one", "verify.txt": "same"}
    made = {".cache/x": "1", "games/g/game.toml": "2"}
    assert report(*trees(tmp_path, files | made, files)) == 0
    assert "2 files, 0 of them" in capsys.readouterr().out


def test_every_difference_is_listed_and_the_first_of_a_kind_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = {"site/a.html": "one\ntwo\n", "site/b.html": "x", "posts/p.txt": "y"}
    new = {"site/a.html": "one\nthree\n", "site/c.html": "x", "posts/p.txt": "y"}
    assert report(*trees(tmp_path, old, new)) == 1
    said = capsys.readouterr().out
    assert "gone site: 1: b.html" in said.replace("site/b.html", "b.html")
    assert "new site: 1: c.html" in said.replace("site/c.html", "c.html")
    assert "differs site: 1: a.html" in said.replace("site/a.html", "a.html")
    assert "-two\n+three" in said
