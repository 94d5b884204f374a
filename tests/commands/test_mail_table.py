"""What is known of a game when its mails are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.mailroom.letter import open_letter
from generator.mailroom.mail_table import table_of
from generator.mailroom.reading import read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.archive.games import change, command, new_game

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_game(tmp_path / "games", "war", "standard", "--title", "The Spring Offensive")


def table(folder: Path) -> MailTable:
    return table_of(load_game(folder))


def test_other_games_are_known_by_folder_and_title(folder: Path) -> None:
    new_game(folder.parent, "winter", "europe-1619", "--title", "The Winter King")
    assert table(folder).others == ("winter", "The Winter King")
    letter = open_letter(
        b"From: a@b.c\nTo: x@y.z\nSubject: Re: The Winter King: orders\n\nA PAR H\n"
    )
    with pytest.raises(LetterError, match="for another game, The Winter King"):
        read_letter(letter, table(folder), "france")
    # By its folder alone where the title is broken.
    change(folder.parent / "winter", "game.toml", 'title = "The Winter King"', 'title = " "')
    assert table(folder).others == ("winter",)


@pytest.mark.parametrize("text", ["title = ", 'title = ["x"]\n', "\0\0", "a" * 2_000_000])
def test_a_broken_game_beside_it_stops_nothing(folder: Path, text: str) -> None:
    broken = new_game(folder.parent, "broken", "standard")
    (broken / "game.toml").write_text(text)
    assert table(folder).others == ("broken",)


def test_addresses_are_in_lower_case_and_players_those_who_play_now(folder: Path) -> None:
    with (folder / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "Anna@Example.org"\n')
        file.write('\n[players]\nfrance = "Anna"\nitaly = "Carlo"\n')
        file.write('\n[[replacements]]\npower = "italy"\nplayer = "Gina"\n')
        file.write('since = "1901 spring-movement"\n')
    assert table(folder).addresses == {"france": ("anna@example.org",)}
    assert table(folder).players == {"france": "Anna", "italy": "Gina"}


def test_only_those_who_play_are_powers(tmp_path: Path) -> None:
    """A minor state that is a power in larger games closes nobody's orders."""
    small = new_game(tmp_path, "small", "europe-1619", "--option", "players=12")
    assert "savoy" not in table(small).powers
    reading = read_letter(open_letter(b"France\n5: BRE\n\nSavoy\n3: HES\n"), table(small))
    assert "3: HES\n" in reading.sections[0].text


def test_the_calendar_of_westphalia_has_the_phases_of_its_options(tmp_path: Path) -> None:
    merged = new_game(tmp_path, "merged", "westphalia")
    live = new_game(tmp_path, "live", "westphalia", "--option", "battle_play=live")
    steps = new_game(tmp_path, "steps", "westphalia", "--option", "pacing=stepwise")
    assert "battles-1-round-1" not in table(merged).calendar.titles
    assert "battles-1-round-1" in table(live).calendar.open
    assert {"actions-1", "conversion", "scripts-1"} <= set(table(steps).calendar.open)
    assert not {"actions-1", "conversion", "scripts-1"} & set(table(merged).calendar.open)
    assert table(merged).calendar.round == 1


def test_what_is_sent_before_the_choices_waits_for_them(tmp_path: Path, capsys: Capture) -> None:
    """A Round begins with a phase that needs no orders; the next one is what players think of."""
    folder = new_game(tmp_path, "peace", "westphalia")
    while load_game(folder).current_moment.phase != "upheaval":
        assert command(folder, "adjudicate") == 0
    mail = tmp_path / "red.txt"
    mail.write_text("Red\nCHOOSE heresy diplomacy\n")
    assert command(folder, "submit", str(mail)) == 0
    capsys.readouterr()
    assert command(folder, "adjudicate") == 0
    assert command(folder, "check") == 0
    assert "CHOOSE" in (folder / "1535" / "orders" / "red.toml").read_text()
