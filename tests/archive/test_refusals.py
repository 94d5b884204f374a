"""Names, links and missing files: what cannot be a game is named, and nothing is followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import read_press
from generator.engine.errors import FileError
from tests.archive.games import change, command, new_game


def test_missing_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = new_game(tmp_path)
    capsys.readouterr()
    assert command(tmp_path / "deul", "check") == 1
    assert "there is no game deul (games: duel)" in capsys.readouterr().err
    (folder / "1" / "state" / "0-opening.toml").rename(tmp_path / "kept")
    assert command(folder, "adjudicate") == 1
    assert "the game has no first state" in capsys.readouterr().err
    (tmp_path / "kept").rename(folder / "1" / "state" / "0-opening.toml")
    (folder / "game.toml").unlink()
    assert command(folder, "adjudicate") == 1
    assert "game.toml: cannot be read: no such file or directory" in capsys.readouterr().err


def test_a_state_that_the_ruleset_cannot_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new_game(tmp_path)
    change(folder, "1/state/0-opening.toml", "target = 3\n", "")
    capsys.readouterr()
    assert command(folder, "check") == 1
    said = capsys.readouterr().err
    assert said == f"{folder}/1/state/0-opening.toml: the state has no target\n"


def test_press_is_read_by_name_and_a_bad_name_is_refused(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    assert read_press(folder) == ()
    (folder / "press").mkdir()
    for name in ("1620-05-23-prague.md", "1620-arms.md", "notes.txt"):
        (folder / "press" / name).write_text("Zu den Waffen\r\n")
    assert [text.name for text in read_press(folder)] == ["1620-05-23-prague", "1620-arms"]
    assert read_press(folder)[0].text == "Zu den Waffen\n"
    (folder / "press" / "Prague.md").write_text("x")
    with pytest.raises(FileError, match=r"Prague\.md: is not a press file's name"):
        read_press(folder)
