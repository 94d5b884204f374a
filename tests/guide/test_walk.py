"""The referee's year: every command of the page is run, and prints what the page shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.guide.walking import GUIDE, Command, matches, steps, walk
from tests.walk.desk import REFEREE

PAGE = GUIDE / "walk.md"


def test_walk_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyrage", reason="the walk seals secrets, which needs theatrum[secrets]")
    folder = tmp_path / "desk"
    folder.mkdir()
    # Waiting for the disk takes most of the time; the calls themselves have their own tests.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    assert walk(PAGE, folder, REFEREE, in_process=True, seed="kept in a drawer") > 30
    game = folder / "chronicle/games/winter"
    assert (game / "amendments.toml").is_file()
    assert (game / "revealed/salts.toml").is_file()
    assert (folder / "chronicle/_site/winter/1619/movement/index.html").is_file()


def test_walk_has_every_part_of_a_referees_year() -> None:
    lines = [step.line for step in steps(PAGE) if isinstance(step, Command)]
    for part in (
        "init", "new", "deadline", "submit", "status", "check", "adjudicate", "verify", "build",
        "post", "publish", "amend", "undo", "secrets keygen", "secrets seal", "secrets unseal",
        "finish", "scores",
    ):  # fmt: skip
        assert any(line.startswith(f"theatrum {part}") for line in lines), part
    assert any(line.endswith(" --redo") for line in lines)
    assert any(line.endswith(" --archive") for line in lines)


@pytest.mark.parametrize(
    ("said", "shown", "alike"),
    [
        ("a\nb\n", "a\nb", True),
        ("a\nb\n", "a", False),
        ("a\nb\nc\n", "a\n...", True),
        ("a\nb\nc\n", "a\n...\nc", True),
        ("a\nb\nc\n", "a\n...\nd", False),
        ("in 105 days\n", "in ... days", True),
        ("in 105\ndays\n", "in ... days", False),
        ("", "", True),
        ("a\n", "", False),
        ("a.b\n", "axb", False),
    ],
)
def test_output_is_compared_line_by_line(said: str, shown: str, alike: bool) -> None:
    assert matches(said, shown) is alike
