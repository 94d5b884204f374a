"""`theatrum trial` at the command line: reports, errors before the first game, what it keeps."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.trial.playing import GameRecord, play_game
from generator.trial.records import read_trial
from generator.trial.spec import TrialSpec
from tests.trial.trying import SMALL, report, theatrum

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_same_report_whatever_the_number_of_processes(capsys: Any, tmp_path: Path) -> None:
    """Byte for byte, in every form."""
    said = []
    for processes in (1, 2):
        place = ("--folder", tmp_path / str(processes), "--processes", processes)
        for form in ((), ("--json",), ("--csv",)):
            assert theatrum(*SMALL, "--games", 6, *place, "--quiet", *form) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "The Peace of Westphalia: a trial of 6 games, seed short" in said[0]


def test_nothing_is_written_but_the_folder_of_the_trial(tmp_path: Path) -> None:
    assert theatrum(*SMALL, "--games", 1, "--quiet", "-o", "report.txt") == 0
    (folder,) = (tmp_path / "trials").iterdir()
    assert folder.name.startswith("westphalia-")
    assert sorted(one.name for one in folder.iterdir()) == ["games.jsonl", "trial.toml"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["report.txt", "trials"]


def test_the_same_command_goes_on_where_it_stopped(capsys: Any, tmp_path: Path) -> None:
    assert theatrum(*SMALL, "--games", 2, "--processes", 1) == 0
    assert "2 games in " in capsys.readouterr().err
    assert theatrum(*SMALL, "--games", 3, "--processes", 1) == 0
    said = capsys.readouterr().err
    assert "2 games played before" in said
    assert "1 game in " in said
    assert theatrum(*SMALL, "--games", 3) == 0
    assert capsys.readouterr().err == ""


def test_trial_that_is_killed_goes_on_with_the_same_report(capsys: Any, tmp_path: Path) -> None:
    words = [*SMALL, "--games", "12", "--folder", "killed", "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    games = tmp_path / "killed" / "games.jsonl"
    began = time.monotonic()
    while not (games.exists() and games.stat().st_size) and time.monotonic() - began < 60:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert 0 < len(read_trial(tmp_path / "killed").records) <= 12
    taken_up = report(capsys, *words)
    words[words.index("killed")] = "whole"
    assert report(capsys, *words) == taken_up
    assert taken_up["games"] == 12


def test_trial_that_is_interrupted_says_that_it_goes_on(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def third(spec: TrialSpec, number: int) -> GameRecord:
        if number == 3:
            raise KeyboardInterrupt
        return play_game(spec, number)

    words = (*SMALL, "--games", 4, "--processes", 1)
    with monkeypatch.context() as patch:
        patch.setattr("generator.trial.running.play_game", third)
        assert theatrum(*words) == 130
    told = capsys.readouterr()
    assert "2 of 4 games are over, and the same command goes on from there" in told.err
    assert not told.out
    assert theatrum(*words) == 0
    assert "2 games played before" in capsys.readouterr().err


def test_failed_games_are_named_and_the_exit_code_says_so(capsys: Any) -> None:
    broken = (
        "--set",
        "facts.per_players.upheaval_draw={ 3 = 2 }",
        "--games",
        2,
        "--processes",
        1,
        "--quiet",
    )
    assert theatrum(*SMALL, *broken) == 1
    said = capsys.readouterr()
    assert "there is nothing to tell" in said.out
    for number in (1, 2):
        assert f"game {number} (seed " in said.err
    assert "KeyError" in said.err


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("trial",), "the ruleset is missing", 2),
        (("trial", "westphalla"), "did you mean westphalia", 1),
        (("trial", "westphalia", "--games", "0"), "--games: cannot be 0", 2),
        (("trial", "westphalia", "--years", "-1"), "--years: cannot be -1", 2),
        (("trial", "westphalia", "--keep", "201"), "--keep: cannot be 201", 2),
        (("trial", "westphalia", "--set", "facts.peace.twon=4"), "did you mean peace.town", 2),
        (("trial", "westphalia", "--set", "facts.peace.town=-4"), "cannot be -4", 1),
        (("trial", "standard", "--option", "end-year=-1"), "end-year cannot be -1", 2),
        (("trial", "westphalia", "--option", "pacng=stepwise"), "pacing", 2),
        (("trial", "standard", "--position", "no.toml"), "no.toml", 1),
        (("trial", "westphalia", "--json", "--csv"), "two forms of one report", 2),
        (("trial", "--compare", "one", "two"), "one: is not the folder of a trial", 1),
        (("trial", "westphalia", "--compare", "one", "two"), "a comparison plays nothing", 2),
        (
            ("trial", "westphalia", "--set", "facts.peace.town=4", "--keep", "1"),
            "games with other facts cannot be kept",
            2,
        ),
    ],
)
def test_what_cannot_be_tried_is_refused_before_the_first_game(
    capsys: Any, tmp_path: Path, words: tuple[str, ...], said: str, code: int
) -> None:
    assert theatrum(*words) == code
    told = capsys.readouterr()
    assert said in told.err
    assert not told.out
    assert not list(tmp_path.iterdir())


def test_position_is_played_from(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "alone.toml"
    file.write_text(
        '[units]\nfrance = ["A PAR"]\nturkey = ["A CON"]\n'
        '[centers]\nfrance = ["PAR"]\nturkey = ["CON"]\n',
        encoding="utf-8",
    )
    words = ("trial", "standard", "--position", file, "--years", 1, "--processes", 1)
    found = report(capsys, *words, "--games", 2)
    alone = {row["power"] for row in found["powers"] if row["survived"]["mean"] == 1}
    assert alone == {"france", "turkey"}
    file.write_text('[units]\nfrance = ["A XXX"]\n', encoding="utf-8")
    assert theatrum(*words) == 1
    assert "alone.toml:2:" in capsys.readouterr().err


def test_comparison_of_two_folders(capsys: Any) -> None:
    common = (*SMALL, "--games", 12, "--quiet", "--processes", 1)
    theatrum(*common, "--folder", "usual")
    theatrum(*common, "--folder", "rich", "--set", "facts.start.influence=12")
    capsys.readouterr()
    assert theatrum("trial", "--compare", "usual", "rich") == 0
    assert "facts.start.influence is 12 instead of 3: 12 games" in capsys.readouterr().out
    found = report(capsys, "trial", "--compare", "usual", "rich")
    assert found["says"][0].startswith("In the second trial")
    assert {row["kind"] for row in found["differences"]} == {
        "value", "place", "score", "lived", "years", "victories",
    }  # fmt: skip
    assert theatrum("trial", "--compare", "usual", "rich", "--csv") == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1 + len(found["differences"])


def test_kept_games_are_the_games_of_the_trial(capsys: Any, tmp_path: Path) -> None:
    words = ("--games", "games", "trial", "westphalia", "--years", 2, "--processes", 1)
    assert theatrum(*words, "--games", 2, "--keep", 1, "--folder", "t") == 0
    said = capsys.readouterr().err
    (folder,) = (tmp_path / "games").glob("westphalia-trial-*")
    assert f"{folder.name}: as games mostly go: " in said
    game = load_game(folder)
    record = read_trial(tmp_path / "t").records[int(folder.name.rpartition("-")[2])]
    assert len(game.phases) == record.phases
    counts = game.ruleset.standings(game.current_state())[0][1]
    assert {power: counts[power] for power in record.scores} == {
        power: course[-1] for power, course in record.scores.items()
    }
    assert theatrum("verify", folder.name) == 0
    capsys.readouterr()
    assert theatrum(*words, "--games", 2, "--keep", 1, "--folder", "t", "--quiet") == 0
    assert "is there already" in capsys.readouterr().err
