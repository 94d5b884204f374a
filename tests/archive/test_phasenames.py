"""A phase goes by the same names in every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.game.phasenames import find_open, find_played, find_record
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from tests.archive.games import command, new_game, tiny_is_installed

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]
PLAYED = (
    "1901 spring-movement", "1901/spring-movement", "1901/1-spring-movement",
    "Spring 1901, movement", "spring 1901 movement", "1901 spring movement", "Spring-Movement",
)  # fmt: skip
WAITS = (
    "1901 fall-movement", "1901/fall-movement", "Fall 1901, movement", "fall 1901 movement",
    "1901 fall movement", "Fall-Movement",
)  # fmt: skip


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A standard game that waits for Fall 1901, movement."""
    folder = new_game(tmp_path, "war", "standard")
    assert command(folder, "adjudicate") == 0
    return folder


@pytest.mark.parametrize("name", PLAYED)
def test_a_phase_that_was_played_goes_by_each_of_its_names(war: Path, name: str) -> None:
    game = load_game(war)
    assert find_played(game, name) is game.phases[0]
    assert find_record(game, name) is game.phases[0]
    with pytest.raises(GameError, match="1901 spring-movement has been adjudicated"):
        find_open(game, name)


@pytest.mark.parametrize("name", WAITS)
def test_the_phase_that_waits_goes_by_each_of_its_names(war: Path, name: str) -> None:
    game = load_game(war)
    assert find_open(game, name) == game.current_moment
    with pytest.raises(GameError, match="has adjudicated no phase"):
        find_played(game, name)


def test_a_later_phase_goes_by_its_title_too(war: Path) -> None:
    game = load_game(war)
    title = game.ruleset.phase_title(Moment(1901, 5, "winter-adjustments"))
    for said in (title, "1901 winter-adjustments", "winter adjustments"):
        assert find_open(game, said).phase == "winter-adjustments"
    assert find_open(game, title.replace("1901", "1903")).year == 1903


@pytest.mark.parametrize("name", ["Spring 1901, movement", "1901/1-spring-movement"])
def test_every_command_takes_the_title(
    war: Path, name: str, tmp_path: Path, capsys: Capture
) -> None:
    out = ("-o", str(tmp_path / "map.svg"))
    assert command(war, "map", "--phase", name, *out) == 0
    assert command(war, "post", "--phase", name) == 0
    mail = tmp_path / "mail.txt"
    mail.write_text("A PAR H\n", encoding="utf-8")
    told = ("--orders", "france", str(mail), "--reason", "so", "--dry-run")
    assert command(war, "amend", "--phase", name, *told) == 0
    waits = name.replace("Spring", "Fall").replace("1-spring", "fall")
    told = ("--power", "france", "--phase", waits, "--dry-run")
    assert command(war, "submit", str(mail), *told) == 0
    assert command(war, "deadline", "--phase", waits, "--set", "2027-03-07 20:00") == 0
    assert load_game(war).settings.deadline(load_game(war).current_moment) is not None
    assert command(war, "undo", "--to", name) == 0
    capsys.readouterr()


def test_a_slip_is_named_with_what_was_meant(war: Path) -> None:
    game = load_game(war)
    with pytest.raises(GameError, match="did you mean fall-movement"):
        find_open(game, "1901 fal-movement")
    with pytest.raises(GameError, match="did you mean 1901 spring-movement"):
        find_played(game, "Sprin 1901, movement")
