"""`theatrum ruleset trial`: reports, comparisons, errors before the first game."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from tests.trial.trying import SMALL, report, theatrum


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_same_report_whatever_the_number_of_processes(capsys: Any, tmp_path: Path) -> None:
    """Byte for byte, in every form."""
    said = []
    for processes in (1, 2):
        for form in ((), ("--json",)):
            words = ("--games", 6, "--processes", processes, "--quiet", *form)
            assert theatrum(*SMALL, *words) == 0
        said.append(capsys.readouterr().out)
    assert not list(tmp_path.iterdir())
    assert said[0] == said[1]
    assert "The Peace of Westphalia: a trial of 6 games, seed short" in said[0]


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
    assert "there is nothing to report" in said.out
    for number in (1, 2):
        assert f"game {number} (seed " in said.err
    assert "KeyError" in said.err


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("ruleset", "trial", "westphalla"), "did you mean westphalia", 1),
        (("ruleset", "trial", "westphalia", "--games", "0"), "--games: cannot be 0", 2),
        (("ruleset", "trial", "westphalia", "--years", "-1"), "--years: cannot be -1", 2),
        (
            ("ruleset", "trial", "westphalia", "--set", "facts.peace.twon=4"),
            "did you mean peace.town",
            2,
        ),
        (("ruleset", "trial", "westphalia", "--set", "facts.peace.town=-4"), "cannot be -4", 1),
        (("ruleset", "trial", "standard", "--option", "end-year=-1"), "end-year cannot be -1", 2),
        (("ruleset", "trial", "westphalia", "--option", "pacng=stepwise"), "pacing", 2),
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


def test_a_change_is_compared_with_the_same_games_without_it(capsys: Any) -> None:
    gc.freeze()  # after each game garbage is looked for: not in all that other tests have made
    words = (*SMALL, "--games", 10, "--processes", 1, "--set", "facts.start.influence=12")
    assert theatrum(*words, "--quiet") == 0
    assert "seed by seed: facts.start.influence is 12 instead of 3." in capsys.readouterr().out
    found = report(capsys, *words)["comparison"]
    assert found["games"] == 10
    assert {row["kind"] for row in found["differences"]} == {
        "value", "place", "score", "lived", "years", "victories",
    }  # fmt: skip
    assert "comparison" not in report(capsys, *SMALL, "--games", 1, "--processes", 1)
