"""A game that is paused: no deadline applies, no reminders are sent, and everybody can see it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.dates.calendar import game_calendar
from generator.archive.dates.deadlines import deadline_of, pause_words
from generator.archive.people.ready import all_ready
from generator.archive.play.due import adjudicate_due
from tests.archive.games import command, files_of, new_game, tiny_is_installed
from tests.made import copy_of

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]
WORDS = "paused since Friday, 5 March 2027, 13:00 CET, until Monday, 22 March 2027 (Easter)"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose first phase is due on Sunday, 7 March 2027, 20:00 in Vienna."""
    return copy_of("paused", _make_game, tmp_path / "games") / "war"


def _make_game(games: Path) -> None:
    folder = new_game(games, "war", "standard")
    path = folder / "game.toml"
    text = path.read_text("utf-8")
    path.write_text(f'zone = "Europe/Vienna"\n{text}# the end\n', encoding="utf-8")
    assert command(folder, "deadline", "--set", "2027-03-07 20:00") == 0
    assert command(folder, "deadline", "--set", "2027-03-14", "--phase", "fall-movement") == 0


def pause(folder: Path, *more: str) -> int:
    told = ("--now", "2027-03-05T12:00Z", "--until", "22 March 2027", "--reason", " Easter\n")
    return command(folder, "pause", *told, *more)


def test_a_pause_stands_in_the_settings_and_everywhere_else(game: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert pause(game) == 0
    assert capsys.readouterr().out.startswith(f"war: {WORDS}\n")
    assert pause_words(load_game(game).settings) == WORDS
    for name in ("status", "deadline"):
        assert command(game, name) == 0
        assert WORDS in capsys.readouterr().out
    assert command(game, "status", "--json") == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["paused"] == {
        "since": "2027-03-05T13:00:00", "until": "2027-03-22", "reason": "Easter", "words": WORDS,
    }  # fmt: skip
    assert facts["due"] is None


def test_no_deadline_counts_while_a_game_is_paused(game: Path, capsys: Capture) -> None:
    pause(game)
    paused = load_game(game)
    assert deadline_of(paused.settings, paused.current_moment) is None
    before = files_of(game)
    assert adjudicate_due(game, datetime(2027, 4, 1, tzinfo=UTC), all_ready).done == ()
    capsys.readouterr()
    assert command(game, "deadline", "--due", "--now", "2027-04-01T00:00Z") == 0
    assert command(game, "deadline", "--adjudicate", "--now", "2027-04-01T00:00Z") == 0
    assert command(game, "deadline", "--reminder") == 0
    heard = capsys.readouterr()
    assert heard.out == ""
    assert "no reminders are sent" in heard.err
    assert files_of(game) == before
    assert "Spring 1901" not in game_calendar(paused)


def test_a_deadline_moves_by_whole_days_when_the_game_goes_on(game: Path, capsys: Capture) -> None:
    before = (game / "game.toml").read_text("utf-8")
    pause(game)
    capsys.readouterr()
    assert command(game, "pause", "--end", "--now", "2027-03-15T20:00Z") == 0
    assert capsys.readouterr().out == (
        "war: Spring 1901, movement: due Thursday, 18 March 2027, 20:00 CET\n"
    )
    after = (game / "game.toml").read_text("utf-8")
    moved = before.replace("2027-03-07T20", "2027-03-18T20").replace("2027-03-14", "2027-03-25")
    kept = "spring-movement = [2027-03-07T20:00:00]\nfall-movement = [2027-03-14]\n"
    assert after == f"{moved}\n[moved.1901]\n{kept}"


def test_a_new_deadline_may_be_named_instead(game: Path, capsys: Capture) -> None:
    pause(game)
    told = ("--set", "Sunday 20:00", "--now", "2027-04-01T08:00Z")
    capsys.readouterr()
    assert command(game, "pause", "--end", *told) == 0
    assert "due Sunday, 4 April 2027, 20:00 CEST" in capsys.readouterr().out
    assert "pause" not in (game / "game.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ((), "war is not paused (theatrum pause war)"),
        (("--until", "1 March 2027"), "the pause would be over before it begins"),
        (("--since", "3/4/2027"), "or Saturday, 3 April 2027"),
    ],
)
def test_what_cannot_be_changes_no_file(
    game: Path, first: tuple[str, ...], words: str, capsys: Capture
) -> None:
    before = files_of(game)
    done = pause(game, *first) if first else command(game, "pause", "--end")
    assert done in (1, 2)
    assert words in capsys.readouterr().err
    assert files_of(game) == before


def test_a_game_is_paused_once(game: Path, capsys: Capture) -> None:
    pause(game)
    before = files_of(game)
    assert pause(game) == 1
    assert f"war is {WORDS} (theatrum pause war --end)" in capsys.readouterr().err
    assert files_of(game) == before


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("pause = true", "pause cannot be True (a table [pause])"),
        ("[pause]\nuntil = 2027-03-01", "since is missing"),
        ('[pause]\nsince = "today"', "since is not a date"),
        (
            "[pause]\nsince = 2027-03-01\nwhy = 1",
            "there is no why in pause (entries: since, until, reason)",
        ),
        ("[pause]\nsince = 2027-03-01\nreason = 1", "pause.reason cannot be 1 (a text in quotes)"),
    ],
)
def test_a_wrong_table_is_named(game: Path, table: str, words: str, capsys: Capture) -> None:
    path = game / "game.toml"
    top, _, rest = path.read_text("utf-8").partition("\n[")
    inner = table.startswith("[")
    text = f"{top}\n[{rest}\n{table}\n" if inner else f"{top}\n{table}\n[{rest}"
    path.write_text(text, encoding="utf-8")
    assert command(game, "status") == 1
    assert words in capsys.readouterr().err


def test_a_pause_is_seen_on_the_games_page_and_in_posts(game: Path, capsys: Capture) -> None:
    from generator.posts import DueOrders

    assert command(game, "adjudicate") == 0
    pause(game)
    capsys.readouterr()
    assert command(game, "post", "--format", "text") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"The game is {WORDS}." in said
    assert "Orders are due" not in said
    assert DueOrders("t", "", ()).paused == ""


def test_a_deadline_is_cleared(game: Path, capsys: Capture) -> None:
    text = (game / "game.toml").read_text("utf-8")
    capsys.readouterr()
    assert command(game, "deadline", "--clear") == 0
    assert capsys.readouterr().out == "war: Spring 1901, movement: deadline removed\n"
    after = (game / "game.toml").read_text("utf-8")
    left = text.replace("spring-movement = 2027-03-07T20:00:00\n", "")
    assert after == f"{left}\n[moved.1901]\nspring-movement = [2027-03-07T20:00:00]\n"
    assert command(game, "deadline", "--clear") == 1
    assert "has no deadline for 1901 spring-movement" in capsys.readouterr().err


def test_a_pause_is_seen_on_the_site(game: Path, tmp_path: Path) -> None:
    from generator.cli import main

    assert command(game, "adjudicate") == 0
    pause(game)
    site = tmp_path / "site"
    site.mkdir()
    (site / "site.toml").write_text('title = "T"\n', encoding="utf-8")
    told = ["--site", str(site), "--output", str(tmp_path / "_site"), "--quiet"]
    assert main(["--games", str(game.parent), "build", *told]) == 0
    for page in ("index.html", "war/index.html"):
        assert WORDS in (tmp_path / "_site" / page).read_text("utf-8"), page
