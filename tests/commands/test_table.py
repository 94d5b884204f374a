"""The commands of the game master's table, as people and programs meet them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.cli import main
from tests.archive.games import (
    Terminal,
    bid,
    command,
    files_of,
    new_game,
    play_tiny,
    run_theatrum,
    write_orders,
)

Capture = pytest.CaptureFixture[str]


def dated(root: Path, name: str = "duel", *more: str) -> Path:
    """A tiny game that is due on 7 March 2027 at 20:00 UTC."""
    folder = new_game(root, name, "tiny", *more)
    with (folder / "game.toml").open("a") as file:
        file.write('\n[rhythm]\nbid = "14 days"\n\n[dates.1]\nbid = 2027-03-07T20:00:00Z\n')
    return folder


def test_deadline_says_when_it_is_due_in_words(tmp_path: Path, capsys: Capture) -> None:
    dated(tmp_path)
    new_game(tmp_path, "other")
    play_tiny(new_game(tmp_path, "over"))
    capsys.readouterr()
    arguments = ["--games", str(tmp_path), "deadline", "--now", "2027-03-05T20:00Z"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == (
        "duel: Round 1, the bids: due Sunday, 7 March 2027, 20:00 UTC; 2027-03-07 20:00 UTC; "
        "in 2 days\n"
        "other: Round 1, the bids: no deadline (theatrum deadline other --set WHEN)\n"
    )
    assert main([*arguments, "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["due"], first["past"]) == ("2027-03-07T20:00:00+00:00", False)
    assert second["due"] is None


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2027-03-07T19:15Z", "in 45 minutes"),
        ("2027-03-07T15:59Z", "in 4 hours"),
        ("2027-03-07T20:30Z", "past; orders are still accepted for 90 minutes"),
        ("2027-03-08T20:00Z", "22 hours ago"),
        ("2027-03-07 20:00 +03:00", "in 3 hours"),
    ],
)
def test_deadline_says_how_far_it_is(now: str, said: str, tmp_path: Path, capsys: Capture) -> None:
    folder = dated(tmp_path)
    path = folder / "game.toml"
    path.write_text(path.read_text().replace("format = 1", 'format = 1\ngrace = "2 hours"'))
    capsys.readouterr()
    assert command(folder, "deadline", "--now", now) == 0
    assert capsys.readouterr().out.rstrip().endswith(said)


def test_deadline_sets_and_extends(tmp_path: Path, capsys: Capture) -> None:
    folder = dated(tmp_path)
    capsys.readouterr()
    at = ("--now", "2027-03-01T00:00Z")
    assert command(folder, "deadline", "--set", "2027-03-09 18:00", *at) == 0
    assert "due Tuesday, 9 March 2027, 18:00 UTC" in capsys.readouterr().out
    assert command(folder, "deadline", "--extend", "36 hours", *at) == 0
    assert "due Thursday, 11 March 2027, 06:00 UTC" in capsys.readouterr().out
    assert command(folder, "deadline", "--set", "soon") == 2
    with pytest.raises(SystemExit, match="2"):
        command(folder, "deadline", "--extend", "")
    assert main(["--games", str(tmp_path), "deadline", "--set", "2027-03-09"]) == 2


def test_a_calendar_goes_to_a_file_or_to_the_output(tmp_path: Path, capsys: Capture) -> None:
    folder = dated(tmp_path)
    file = tmp_path / "war.ics"
    assert command(folder, "deadline", "--ics", str(file)) == 0
    done = run_theatrum("--games", str(tmp_path), "deadline", "duel", "--ics")
    assert done.returncode == 0
    assert done.stdout == file.read_bytes()
    assert file.read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    capsys.readouterr()
    assert command(new_game(tmp_path, "other"), "deadline", "--ics") == 1
    assert "other has no deadlines" in capsys.readouterr().err


def test_reminders_are_mails(tmp_path: Path, capsys: Capture) -> None:
    folder = dated(tmp_path, "duel", "--players", "crown=Anna")
    capsys.readouterr()
    assert command(folder, "deadline", "--reminder") == 0
    first, second = capsys.readouterr().out.split("\n-----\n\n")
    assert first.startswith("To: Anna\nSubject: Duel: orders of Crown for Round 1, the bids, due")
    assert second.startswith("To: shield\n")
    bid(folder, 1, 2, 1)
    assert command(folder, "deadline", "--reminder") == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "duel: all orders have arrived\n")


def test_a_scheduler_adjudicates_what_is_due_once(tmp_path: Path, capsys: Capture) -> None:
    first, second = dated(tmp_path, "first"), dated(tmp_path, "second")
    third = new_game(tmp_path, "third")
    for folder in (first, second, third):
        bid(folder, 1, 2, 1)
    assert command(second, "deadline", "--extend", "30 days") == 0
    capsys.readouterr()
    games = ["--games", str(tmp_path), "deadline"]
    late = ["--now", "2027-03-08T00:00Z"]
    assert main([*games, "--due", *late]) == 0
    assert capsys.readouterr().out == (
        "first: Round 1, the bids: due Sunday, 7 March 2027, 20:00 UTC; 2027-03-07 20:00 UTC; "
        "4 hours ago; all orders have arrived\n"
    )
    assert main([*games, "--adjudicate", "--all", *late]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["first:", "Round 1, the bids: 2 orders; state written"]
    assert out[-1] == "first: Round 2, the bids is due Sunday, 21 March 2027, 20:00 UTC"
    played = [len(load_game(folder).phases) for folder in (first, second, third)]
    assert played == [1, 0, 0]
    before = files_of(tmp_path)
    assert main([*games, "--adjudicate", "--all", *late]) == 0
    assert capsys.readouterr().err == "nothing is due\n"
    assert main([*games, "--due", *late, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert files_of(tmp_path) == before


def test_a_broken_game_does_not_stop_the_others(tmp_path: Path, capsys: Capture) -> None:
    broken, good = dated(tmp_path, "broken"), dated(tmp_path, "good")
    (broken / "1/orders/crown.toml").write_text("[bid\n")
    bid(good, 1, 2, 1)
    capsys.readouterr()
    late = ["--now", "2027-03-08T00:00Z"]
    arguments = ["--games", str(tmp_path), "deadline", "--adjudicate", "--all", *late]
    assert main(arguments) == 1
    assert "crown.toml:1" in capsys.readouterr().err
    assert len(load_game(good).phases) == 1
    assert len(load_game(broken).phases) == 0


def test_adjudicating_needs_a_game_or_all(tmp_path: Path) -> None:
    folder = dated(tmp_path)
    assert main(["--games", str(tmp_path), "deadline", "--adjudicate"]) == 2
    assert command(folder, "deadline", "--adjudicate", "--all") == 2
    assert command(folder, "deadline", "--all") == 2


def test_adjudicate_before_the_deadline_warns_and_goes_on(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path)
    with (folder / "game.toml").open("a") as file:
        file.write("\n[dates.1]\nbid = 9000-01-01T20:00:00Z\n")
    write_orders(folder, 1, "bid", crown="BID 1")
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run") == 0
    assert "warning" not in capsys.readouterr().err
    assert command(folder, "adjudicate") == 0
    said = capsys.readouterr().err
    assert said.startswith("warning: orders are due Wednesday, 1 January 9000, 20:00 UTC, in ")
    assert "; no orders yet from Shield\n" in said
    assert len(load_game(folder).phases) == 1
    assert command(folder, "adjudicate") == 0
    assert "warning" not in capsys.readouterr().err


def test_adjudicate_proposes_the_next_deadline(tmp_path: Path, capsys: Capture) -> None:
    folder = dated(tmp_path)
    bid(folder, 1, 2, 1)
    capsys.readouterr()
    assert command(folder, "adjudicate") == 0
    hint = "Round 2, the bids is due 2027-03-21 20:00: theatrum deadline duel --set rhythm\n"
    assert capsys.readouterr().err.endswith(hint)
    assert command(folder, "deadline", "--set", "rhythm") == 0
    bid(folder, 2, 2, 1)
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run") == 0
    assert "rhythm" not in capsys.readouterr().err


def test_undo_to_and_redo(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path)
    play_tiny(folder)
    before = files_of(folder)
    capsys.readouterr()
    assert command(folder, "undo", "--to", "2/bid") == 0
    taken = capsys.readouterr().out.splitlines()
    assert taken[-1] == "Round 2, the bids is undone; its orders are kept"
    assert len(taken) == 4
    assert command(folder, "undo", "--redo") == 0
    assert capsys.readouterr().out.splitlines()[0] == "Round 2, the bids is restored"
    assert files_of(folder) == before
    assert command(folder, "undo", "--redo") == 1


@pytest.fixture
def played(tmp_path: Path, capsys: Capture) -> Path:
    """A tiny game of which the first round was played, Crown's bid being the higher one."""
    folder = new_game(tmp_path / "games")
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    capsys.readouterr()
    return folder


def amended(folder: Path, *more: str) -> int:
    return command(
        folder, "amend", "--phase", "1/bid", "--reason", "late", "--date", "2027-03-09", *more
    )


def test_amend_shows_what_changes_and_asks(played: Path, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "shield.txt"
    file.write_text("BID 3\n")
    before = files_of(played)
    arguments = ("--orders", "Shield", str(file))
    assert amended(played, *arguments) == 1
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "Round 1, the bids: orders of Shield; 1 phase played again",
        "",
        "Round 1, the bids",
        "  Shield: BID 3: success (new)",
        "  Shield: BID 1: gone (was success)",
        "  points of Crown: 0 (was 1)",
        "  points of Shield: 1 (was 0)",
    ]
    assert "there is no terminal to ask you on" in said.err
    assert amended(played, *arguments, "--dry-run") == 0
    assert files_of(played) == before
    capsys.readouterr()
    assert amended(played, *arguments, "--json", "--yes") == 0
    facts = json.loads(capsys.readouterr().out)
    told = (facts["written"], facts["what"], facts["waits"])
    assert told == (True, ["orders of Shield"], "2 bid")
    assert command(played, "verify") == 0


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("YES\n", 0), ("n\n", 1), ("", 1)])
def test_amend_writes_when_it_is_told_to(
    answer: str, code: int, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shield.txt"
    file.write_text("BID 3\n")
    before = files_of(played)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    assert amended(played, "--orders", "shield", str(file)) == code
    assert (files_of(played) == before) == bool(code)


def test_amend_takes_orders_from_a_file_of_orders(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "shield.toml"
    file.write_text('[toss]\norders = "x"\n[bid]\norders = """\nBID 3\n"""\n')
    assert amended(played, "--orders", "shield", str(file), "--yes") == 0
    assert load_game(played).current_state().points == {"crown": 0, "shield": 1}
    file.write_text('[toss]\norders = "x"\n')
    assert amended(played, "--orders", "shield", str(file), "--yes") == 1
    assert amended(played, "--json") == 2
    assert amended(played, "--date", "today", "--yes") == 2


def test_finish_archive_and_scores(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "war", "standard")
    assert command(folder, "finish", "--result", "won", "--reason", "r") == 2
    assert command(folder, "finish", "--archive") == 1
    capsys.readouterr()
    result = ("--result", "win", "Turkey", "--reason", "The others gave up.")
    assert command(folder, "finish", *result, "--dry-run") == 0
    assert "nothing written" in capsys.readouterr().out
    assert command(folder, "finish", *result) == 0
    assert "the game is over: Turkey wins by ruling 1" in capsys.readouterr().out
    assert command(folder, "finish", "--archive") == 0
    assert capsys.readouterr().out == "war is archived\n"
    assert command(folder, "finish", "--archive") == 0
    assert capsys.readouterr().err == "war was archived already\n"
    assert command(folder, "scores") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "War: Turkey wins by ruling 1"
    assert lines[2:4] == ["Final standings", "  power    Centers  Units"]
    assert command(folder, "scores", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert [one["year"] for one in facts["years"]] == ["start", "1901"]
    assert facts["years"][0]["counts"]["Centers"]["russia"] == 4
    assert command(folder, "finish", "--reopen") == 0
    assert not load_game(folder).settings.archived
    other = new_game(tmp_path, "other")
    assert command(other, "finish", "--archive", "--unfinished") == 0
    capsys.readouterr()
    assert command(other, "status") == 0
    assert capsys.readouterr().out == "other: over; archived, not finished\n"
