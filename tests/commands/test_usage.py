"""What the command line says of slips, and the order in which it takes words."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main
from generator.engine.errors import UsageError
from generator.trial.spec import parse_facts
from tests.archive.games import new_game, tiny_is_installed

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["adjudicte", "war"], "there is no command adjudicte (did you mean adjudicate?)"),
        (["frobnicate"], "there is no command frobnicate (theatrum --help lists all)"),
        (["adjudicate", "war", "--dryrun"], "--dryrun (did you mean --dry-run?)"),
        (["post", "war", "--format", "bbcod"], "--format cannot be bbcod (did you mean bbcode?)"),
        (["verify", "war", "--since", ""], "argument --since: the value is empty"),
        (["verify", "war", "--record", ""], "argument --record: the value is empty"),
        (["undo", "war", "--to", ""], "argument --to: the value is empty"),
        (["deadline", "war", "--set", ""], "argument --set: the value is empty"),
        (["export", "war", "-o", ""], "the value is empty"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    words: list[str], said: str, capsys: Capture
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert said in capsys.readouterr().err


def test_a_base_may_be_empty(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["build", "--base", "", "--help"])
    assert "usage" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["--reason", "enough", "--result", "win", "france", "war"],
        ["war", "--reason", "enough", "--result", "win", "france"],
    ],
)
def test_finish_takes_its_words_in_either_order(
    words: list[str], tmp_path: Path, capsys: Capture
) -> None:
    new_game(tmp_path, "war", "standard")
    assert main(["--games", str(tmp_path), "finish", "--dry-run", *words]) == 0
    assert "the game is over: France wins" in capsys.readouterr().out


def test_values_nested_too_deep_are_refused() -> None:
    with pytest.raises(UsageError, match="nested too deep"):
        parse_facts([f"facts.victory.threshold={'[' * 500}{']' * 500}"])
    assert parse_facts(["facts.a=[1, 2]", "facts.b=word"]) == {"a": [1, 2], "b": "word"}


def test_the_key_is_found_by_a_setting(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path, "war", "standard")
    monkeypatch.delenv("THEATRUM_IDENTITY", raising=False)
    assert main(["--games", str(tmp_path), "unseal", "war"]) == 2
    assert "git config theatrum.identity FILE" in capsys.readouterr().err
    monkeypatch.setenv("THEATRUM_IDENTITY", str(tmp_path / "gone.key"))
    assert main(["--games", str(tmp_path), "unseal", "war"]) != 0
    assert "gone.key" in capsys.readouterr().err
