"""Replaying: the same orders give the same bytes anywhere, and every change by hand is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive import list_games, load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from generator.engine.errors import FileError, GameError
from tests.archive.games import (
    ROOT,
    SEED,
    bid,
    change,
    command,
    files_of,
    new_game,
    play_tiny,
    played_tiny,
    run_theatrum,
)


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Asia/Tokyo"},
    ],
)
def test_a_replay_does_not_depend_on_the_machine(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--title", "Iğdır ı İ \u2028 Größe")
    play_tiny(folder)
    done = run_theatrum("--games", str(tmp_path), "verify", environment=environment)
    assert done.returncode == 0, done.stderr
    twin = tmp_path / "twin"
    arguments = ["--games", str(twin), "new", "duel", "--ruleset", "tiny", "--seed", SEED]
    arguments += ["--orders", "public"]
    done = run_theatrum(*arguments, environment=environment)
    assert done.returncode == 0, done.stderr
    new_game(tmp_path / "other")
    assert files_of(twin / "duel") == files_of(tmp_path / "other" / "duel")


TAMPERED = [
    ("1/orders/crown.toml", "BID 3", "BID 2", "1/state/1-bid.toml:4:"),
    ("1/orders/crown.toml", "BID 3", "BID 0", "1/state/1-bid.toml:4:"),
    ("1/state/0-opening.toml", "crown = 0", "crown = 1", "1/state/0-opening.toml:10:9:"),
    ("1/state/0-opening.toml", "format = 1", "format = 1 ", "1/state/0-opening.toml:2:11:"),
    ("1/state/1-bid.toml", '"won"', '"wan"', "1/state/1-bid.toml:8:8:"),
    ("2/state/2-toss.toml", "year = 3", "year = 4", "2/state/2-toss.toml:9:8:"),
    ("private/2/state/1-bid/purse-crown.toml", "coins = 5", "coins = 6", "private/2/state/1-bid/"),
    ("private/1/events/1-bid.toml", "7 left", "8 left", "private/1/events/1-bid.toml:4:"),
    ("private/seed.toml", SEED, "another", "private/seed.toml:2:1: is not the promised seed"),
    ("game.toml", '"tiny"', '"tiny"\noptions.target = 4', "1/state/0-opening.toml:7:10:"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), TAMPERED, ids=range(len(TAMPERED)))
def test_every_change_by_hand_is_found_at_its_first_line(
    tmp_path: Path, path: str, old: str, new: str, said: str
) -> None:
    folder = played_tiny(tmp_path)
    change(folder, path, old, new)
    with pytest.raises(FileError) as caught:
        verify_game(folder)
    assert str(caught.value).startswith(f"{folder}/{said}")
    assert command(folder, "verify") == 1


def test_the_difference_is_shown_with_both_lines(tmp_path: Path) -> None:
    folder = played_tiny(tmp_path)
    change(folder, "1/state/1-bid.toml", "crown = 1", "crown = 2")
    byte = (folder / "1" / "state" / "1-bid.toml").read_text().index("crown = 2") + 8
    with pytest.raises(FileError) as caught:
        verify_game(folder)
    assert str(caught.value) == (
        f"{folder}/1/state/1-bid.toml:17:9: differs from the replay at byte {byte}: "
        "it has 'crown = 2' (the replay gives 'crown = 1')"
    )


def test_a_state_of_a_public_copy_without_its_end_or_with_more_is_found(tmp_path: Path) -> None:
    folder = played_tiny(tmp_path)
    shutil.rmtree(folder / "private")  # the published seed is enough
    verified = verify_game(folder)
    assert (verified.phases, verified.secrets) == (5, False)
    path = folder / "1" / "state" / "1-bid.toml"
    text = path.read_text()
    for changed in (text + "\n", text.rstrip("\n"), text + "shield = 9\n"):
        path.write_text(changed)
        assert command(folder, "verify") == 1


def test_a_missing_or_added_state_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = played_tiny(tmp_path)
    states = folder / "2" / "state"
    toss = (states / "2-toss.toml").read_bytes()
    (states / "2-toss.toml").unlink()
    capsys.readouterr()
    assert command(folder, "verify") == 1
    assert "is not the phase that comes next, 2 toss" in capsys.readouterr().err
    (states / "2-toss.toml").write_bytes(toss)
    assert command(folder, "verify") == 0
    (states / "2-bid.toml").write_bytes(toss)
    assert command(folder, "verify") == 1
    assert "has the same number as" in capsys.readouterr().err
    (states / "2-bid.toml").unlink()
    (folder / "9" / "state").mkdir(parents=True)
    (folder / "9" / "state" / "1-bid.toml").write_bytes(toss)
    assert command(folder, "verify") == 1
    assert "comes after the end of the game" in capsys.readouterr().err


def test_without_the_seed_only_what_was_never_drawn_replays(tmp_path: Path) -> None:
    """A game replays without its seed until the first phase that draws lots."""
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    (folder / "private" / "seed.toml").unlink()
    assert verify_game(folder).phases == 1
    bid(folder, 2, 2, 2)
    adjudicate_game(folder)
    with pytest.raises(GameError, match="2/2-toss needs draws, and the game's seed is secret"):
        adjudicate_game(folder)


def test_a_game_from_a_given_position_replays_from_it(tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text("# rich\n[purses]\ncrown = 99\n")
    folder = new_game(tmp_path / "games", "duel", "tiny", "--from", str(position))
    assert load_game(folder).current_state().purses == {"crown": 99, "shield": 10}
    assert (folder / "position.toml").read_text() == position.read_text()
    bid(folder, 1, 80, 1)
    adjudicate_game(folder)
    verify_game(folder)
    change(folder, "position.toml", "99", "98")
    assert command(folder, "verify") == 1


def test_the_games_beside_the_program_replay_anywhere() -> None:
    folders = list_games(ROOT / "games")
    assert folders
    environment = {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"}
    done = run_theatrum("--games", str(ROOT / "games"), "verify", environment=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().count("identical") == len(folders)


def test_changed_line_ends_are_named_as_such(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    state = folder / "1" / "state" / "0-opening.toml"
    state.write_bytes(state.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.raises(FileError, match=r"has different line ends.* \.gitattributes") as caught:
        verify_game(folder)
    assert caught.value.place is not None
    assert caught.value.place.path == str(state)
