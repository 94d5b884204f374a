"""Data of features that went is named once, is no error, and stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive.files.layout import mail_path
from generator.archive.files.leftovers import FILES, SETTINGS, SITE_SETTINGS
from generator.cli import main
from tests.archive.games import files_of, new_game, played_tiny

Capture = pytest.CaptureFixture[str]
WRITTEN = {
    ("logins",): '[logins]\ncrown = "ada"',
    ("chance", "event"): 'event = "a lottery"',
    ("repository",): 'repository = "https://github.com/ada/club"',
    ("branch",): 'branch = "main"',
}
"""Entries as somebody has written them."""


def said(root: Path, capsys: Capture, *words: str) -> str:
    """What a command that ends well says beside its result."""
    capsys.readouterr()
    assert main(["--games", str(root), *words]) == 0
    return capsys.readouterr().err


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_named_once_and_stays(name: str, tmp_path: Path, capsys: Capture) -> None:
    folder = played_tiny(tmp_path)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text('format = 1\n[["crown"]]\n', encoding="utf-8")
    before = files_of(folder)
    line = f"{folder / name}: is no longer used ({FILES[name]})\n"
    for words in (("status",), ("status", "duel"), ("verify", "duel"), ("scores", "duel")):
        assert said(tmp_path, capsys, *words).count(line) == 1
    assert files_of(folder) == before


def test_marks_of_sealed_letters_are_named_once_and_stay(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard", "--orders", "private")
    for power in ("austria", "france"):
        file = folder / mail_path(1901, "spring-movement", power, 1, "toml")
        file.parent.mkdir(parents=True)
        file.write_text('received = ""\norders = "A PAR H\\n"\nstood = 1\nmark = "880c-0737"\n')
        file.with_suffix(".txt").write_text("A PAR H\n")
    before = files_of(folder)
    line = f"{folder / 'private'}: has marks of sealed letters, which are no longer used"
    assert said(tmp_path, capsys, "status", "war").count(line) == 1
    assert files_of(folder) == before


def test_what_a_game_left_that_moved_is_named(tmp_path: Path, capsys: Capture) -> None:
    new_game(tmp_path, "duel")
    left = tmp_path / "bohemia" / "moved.toml"
    left.parent.mkdir()
    left.write_text('address = "https://ada.example/bohemia/"\n', encoding="utf-8")
    assert said(tmp_path, capsys, "status").count(f"{left}: is no longer used") == 1
    assert main(["--games", str(tmp_path), "status", "bohemia"]) == 1
    assert f"{left}: is no longer used" in capsys.readouterr().err
    assert left.is_file()


@pytest.mark.parametrize("keys", SETTINGS)
def test_a_setting_is_named_once_and_stays(
    keys: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "duel")
    file = folder / "game.toml"
    text = file.read_text("utf-8")
    table = f"[{keys[0]}]\n" if len(keys) > 1 else ""
    before, there, after = text.partition(table) if table in text and table else (text, table, "")
    file.write_text(f"{before}\n{there}{WRITTEN[keys]}\n{after}", encoding="utf-8")
    before = files_of(folder)
    line = f" {'.'.join(keys)} is no longer used ({SETTINGS[keys]})\n"
    for words in (("status",), ("status", "duel"), ("check", "duel"), ("verify", "duel")):
        assert said(tmp_path, capsys, *words).count(line) == 1
    assert files_of(folder) == before


@pytest.mark.parametrize("keys", SITE_SETTINGS)
def test_a_setting_of_the_site_is_named_once(
    keys: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    played_tiny(tmp_path)
    file = tmp_path / "site" / "site.toml"
    file.parent.mkdir()
    file.write_text(f'title = "Wars"\n{WRITTEN[keys]}\n', encoding="utf-8")
    words = ("post", "duel", "--dialect", "plain", "--site", str(file.parent))
    line = f"{file}:2:1: {keys[0]} is no longer used ({SITE_SETTINGS[keys]})\n"
    assert said(tmp_path, capsys, *words).count(line) == 1
