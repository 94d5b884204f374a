"""What the command line says of slips, and the order in which it takes words."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main
from generator.commands.arguments import RENAMED
from generator.engine.errors import UsageError
from generator.trial.playing import parse_facts
from tests.archive.games import new_game, tiny_is_installed

__all__ = ["tiny_is_installed"]

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["adjudicte", "war"], "there is no command adjudicte (did you mean adjudicate?)"),
        (["frobnicate"], "there is no command frobnicate (theatrum --help lists all)"),
        (["adres"], "there is no command adres (did you mean players address?)"),
        (["submit", "war", "--from-thread", "x"], "then: theatrum submit GAME --all FILE)"),
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


@pytest.mark.parametrize("words", [["redo", "war"], ["--games", "@", "redo", "war"]])
def test_an_old_name_works_and_says_the_new_one(
    words: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path / "games", "war", "standard")
    monkeypatch.chdir(tmp_path)
    assert main(["games" if word == "@" else word for word in words]) == 1
    said = capsys.readouterr().err
    assert "theatrum redo is now theatrum undo --redo" in said
    assert "war has nothing to restore" in said


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_every_old_name_leads_to_a_command(old: str, new: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main([old, "--help"])
    said = capsys.readouterr()
    assert ended.value.code == 0
    command = new.partition(" --")[0]
    assert said.out.startswith(f"usage: theatrum {command} ")
    assert all(word in said.out for word in new.split() if word.startswith("--"))


def test_the_old_import_takes_its_own_words(tmp_path: Path, capsys: Capture) -> None:
    games = new_game(tmp_path / "games", "war", "standard").parent
    file = tmp_path / "peace.json"
    assert main(["--games", str(games), "export", "war", "-o", str(file)]) == 0
    assert main(["--games", str(games), "import", str(file)]) == 0
    assert main(["--games", str(games), "import", str(file), "--name", "truce"]) == 0
    assert "theatrum import is now theatrum new NAME --from FILE" in capsys.readouterr().err
    assert sorted(folder.name for folder in games.iterdir()) == ["peace", "truce", "war"]


def test_options_for_one_kind_of_new_game_are_refused_for_another(
    tmp_path: Path, capsys: Capture
) -> None:
    games = ["--games", str(tmp_path)]
    assert main([*games, "new", "war", "--press"]) == 2
    assert (
        "--press needs a game that was already played (--from FILE.json)" in capsys.readouterr().err
    )
    assert main([*games, "new", "war", "--from", "war.json", "--title", "War"]) == 2
    assert "--title cannot be used with a game that was already played" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


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


@pytest.mark.parametrize(
    "words",
    ["finish --archive", "finish --reopen", "finish --reason x", "deadline --clear", "export"],
)
def test_a_command_for_one_game_asks_for_its_name(
    words: str, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["--games", str(tmp_path), *words.split()]) == 2
    assert "give the name of a game" in capsys.readouterr().err


def test_values_nested_too_deep_are_refused() -> None:
    with pytest.raises(UsageError, match="nested too deeply"):
        parse_facts([f"facts.victory.threshold={'[' * 500}{']' * 500}"])
    assert parse_facts(["facts.a=[1, 2]", "facts.b=word"]) == {"a": [1, 2], "b": "word"}


def test_the_key_is_found_by_a_setting(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path, "war", "standard")
    monkeypatch.delenv("THEATRUM_IDENTITY", raising=False)
    assert main(["--games", str(tmp_path), "secrets", "unseal", "war"]) == 2
    assert "git config theatrum.identity FILE" in capsys.readouterr().err
    monkeypatch.setenv("THEATRUM_IDENTITY", str(tmp_path / "gone.key"))
    assert main(["--games", str(tmp_path), "secrets", "unseal", "war"]) != 0
    assert "gone.key" in capsys.readouterr().err
