"""Options and positions that are changed after a game was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import command, files_of, new_game, tiny_is_installed

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]
WRITERS = ("check", "adjudicate")


def with_setting(folder: Path, old: str, new: str) -> None:
    path = folder / "game.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def with_option(folder: Path, line: str) -> None:
    path = folder / "game.toml"
    path.write_text(f"{path.read_text('utf-8')}\n[options]\n{line}\n", "utf-8")


@pytest.mark.parametrize("name", WRITERS)
def test_an_option_before_the_first_phase_makes_the_opening_again(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "war", "europe-1619", "--orders", "private")
    with_option(folder, "first_year = 1621")
    command(folder, name)
    assert "war: first_year has changed: the opening was made again" in capsys.readouterr().err
    assert not (folder / "1619").exists()
    assert not (folder / "private/1619").exists()
    assert "1621, diplomacy" in (folder / "private/1621/orders/spain.toml").read_text("utf-8")
    assert command(folder, "verify") == 0
    assert "again" not in capsys.readouterr().err


def test_the_opening_made_again_is_that_of_a_game_made_with_the_option(tmp_path: Path) -> None:
    made = new_game(tmp_path / "a", "war", "europe-1619", "--option", "first_year=1621")
    changed = new_game(tmp_path / "b", "war", "europe-1619")
    with_option(changed, "first_year = 1621")
    command(changed, "check")
    assert files_of(changed) == files_of(made)


def test_orders_that_wait_keep_the_year_of_the_opening(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    sheet = folder / "1619/orders/spain.toml"
    sheet.write_text('[diplomatic]\norders = "WAR: FRANCE"\n', "utf-8")
    with_option(folder, "first_year = 1621")
    before = files_of(folder)
    assert command(folder, "check") == 1
    assert "orders of spain wait for 1619 diplomatic" in capsys.readouterr().err
    assert files_of(folder) == before


def test_orders_that_wait_stay_with_another_option(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    sheet = folder / "1619/orders/spain.toml"
    sheet.write_text('[diplomatic]\norders = "WAR: FRANCE"\n', "utf-8")
    with_option(folder, "victory.points = 30")
    command(folder, "check")
    assert "WAR: FRANCE" in sheet.read_text("utf-8")
    assert command(folder, "verify") == 0


def test_a_position_is_read_again_before_the_first_phase(tmp_path: Path, capsys: Capture) -> None:
    position = tmp_path / "place.toml"
    position.write_text("year = 1620\n", "utf-8")
    folder = new_game(tmp_path, "war", "europe-1619", "--from", str(position))
    (folder / "position.toml").write_text("year = 1622\n", "utf-8")
    assert command(folder, "status") == 0
    assert "position.toml has changed: the opening was made again" in capsys.readouterr().err
    assert command(folder, "verify") == 0


def test_a_dry_run_makes_nothing_again(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    with_option(folder, "first_year = 1621")
    before = files_of(folder)
    assert command(folder, "adjudicate", "--dry-run") == 1
    assert "run theatrum check war" in capsys.readouterr().err
    assert files_of(folder) == before


@pytest.mark.parametrize("name", [*WRITERS, "verify"])
def test_an_option_after_the_first_phase_is_refused_by_name(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    folder = new_game(tmp_path, "war", "standard", "--option", "victory-centers=20")
    assert command(folder, "adjudicate") == 0
    with_setting(folder, "victory-centers = 20", "victory-centers = 19")
    before = files_of(folder)
    capsys.readouterr()
    assert command(folder, name) == 1
    said = capsys.readouterr().err
    assert "game.toml:" in said
    assert "the option victory-centers is 19, and the game was opened with 20" in said
    assert 'theatrum undo war --to "1901 spring-movement"' in said
    assert files_of(folder) == before


def test_an_option_that_is_gone_is_refused_by_name(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard", "--option", "victory-centers=20")
    assert command(folder, "adjudicate") == 0
    with_setting(folder, "victory-centers = 20", "")
    assert command(folder, "status") == 1
    assert "the option victory-centers is 18" in capsys.readouterr().err


@pytest.mark.parametrize("name", [*WRITERS, "verify"])
def test_another_ruleset_is_refused_by_name(name: str, tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "europe-1619")
    with_setting(folder, '"europe-1619"', '"standard"')
    before = files_of(folder)
    assert command(folder, name) == 1
    said = capsys.readouterr().err
    assert "ruleset is standard, and the game was made with europe-1619" in said
    assert files_of(folder) == before


def test_a_phase_taken_back_lets_options_change_again(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    assert command(folder, "adjudicate") == 0
    with_option(folder, "victory-centers = 20")
    assert command(folder, "undo") == 0
    assert command(folder, "adjudicate") == 0
    assert command(folder, "verify") == 0
