"""Orders that wait in sealed/ are orders: nothing is adjudicated or told without them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import unseal_game
from generator.cli import main
from tests.archive.games import command, files_of, new_game, public_key, store_submission

pytest.importorskip("pyrage")

Capture = pytest.CaptureFixture[str]
NOON = "2027-03-08T12:00Z"


@pytest.fixture
def folder(tmp_path: Path, key: Path) -> Path:
    """A game in its second round; the orders of both powers wait for it, sealed."""
    folder = new_game(tmp_path / "games", "duel", "tiny", "--orders", "private")
    with (folder / "game.toml").open("a") as file:
        file.write(
            f'\n[secrets]\nrecipients = ["{public_key(key)}"]\n[dates.2]\nbid = 2027-03-07\n'
        )
    both(folder, "BID 2", "BID 1")
    assert command(folder, "adjudicate") == 0
    both(folder, "BID 1", "BID 2")
    seal_game(folder)
    return folder


def both(folder: Path, crown: str, shield: str) -> None:
    store_submission(folder, "crown", {"bid": crown}, f"mail: {crown}")
    store_submission(folder, "shield", {"bid": shield}, f"mail: {shield}")


@pytest.fixture(params=["new", "older"])
def clone(request: pytest.FixtureRequest, folder: Path, key: Path, tmp_path: Path) -> Path:
    """A clone without private/, or one whose private/ is older than sealed/."""
    copy = tmp_path / "clone" / "duel"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    if request.param == "older":
        unseal_game(copy, key)
        store_submission(folder, "crown", {"bid": "BID 0"}, "second thoughts")
        seal_game(folder)
        for name in ("crown", "shield"):  # as if neither had written yet
            path = copy / "private" / "2" / "orders" / f"{name}.toml"
            path.write_text(path.read_text().replace("BID", "# BID"))
        shutil.rmtree(copy / "sealed")
        shutil.copytree(folder / "sealed", copy / "sealed")
    return copy


@pytest.mark.parametrize(
    "arguments",
    [
        ["adjudicate"],
        ["adjudicate", "--until", "2"],
        ["undo"],
        ["finish", "--result", "draw", "--reason", "all agree"],
        ["amend", "--phase", "1 bid", "--reason", "a slip", "--yes"],
        ["deadline", "--adjudicate", "--now", NOON],
        ["deadline", "--reminder"],
    ],
)
def test_nothing_is_done_without_them(clone: Path, arguments: list[str], capsys: Capture) -> None:
    before = files_of(clone)
    capsys.readouterr()
    assert command(clone, arguments[0], *arguments[1:]) == 1
    said = capsys.readouterr()
    assert "theatrum secrets unseal" in said.err
    assert said.out == ""
    assert files_of(clone) == before


def test_status_and_check_say_so(clone: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert command(clone, "status") == 1
    assert "sealed/ of duel holds what is not here: private/" in capsys.readouterr().out
    assert command(clone, "check") == 1
    assert "theatrum secrets unseal duel" in capsys.readouterr().err
    assert command(clone, "status", "--json") == 1
    assert "sealed/ of duel" in json.loads(capsys.readouterr().out)[0]["elsewhere"]
    assert command(clone, "check", "--json") == 1
    assert "sealed/ of duel" in json.loads(capsys.readouterr().out)["elsewhere"]
    assert main(["--games", str(clone.parent), "deadline", "--due", "--now", NOON]) == 0
    assert "sealed/ of duel" in capsys.readouterr().err


def test_a_dry_run_warns(folder: Path, capsys: Capture) -> None:
    (folder / "private/2/orders/crown.toml").unlink()
    capsys.readouterr()
    assert command(folder, "adjudicate", "--dry-run") == 0
    assert "warning: sealed/ of duel holds what is not here" in capsys.readouterr().err


def test_after_unsealing_the_game_goes_on(clone: Path, key: Path, capsys: Capture) -> None:
    capsys.readouterr()
    if command(clone, "secrets unseal", "--identity", str(key)):
        again = ["--ours", "2/orders/crown.toml"]
        assert command(clone, "secrets unseal", "--identity", str(key), *again) == 0
    assert command(clone, "status") == 0
    assert "sealed/" not in capsys.readouterr().out
    assert command(clone, "adjudicate") == 0


def test_orders_that_disappeared_here_are_missed(folder: Path, key: Path, capsys: Capture) -> None:
    """They still stand in sealed/, so their power does not hold."""
    (folder / "private/2/orders/crown.toml").unlink()
    assert command(folder, "adjudicate") == 1
    assert "private/2/orders/crown.toml" in capsys.readouterr().err
    unseal_game(folder, key)
    assert command(folder, "adjudicate") == 0


def test_nothing_is_revealed_in_part(folder: Path, key: Path, tmp_path: Path) -> None:
    copy = tmp_path / "clone" / "duel"
    shutil.copytree(folder, copy)
    store_submission(folder, "crown", {"bid": "BID 0"}, "second thoughts")
    seal_game(folder)
    shutil.rmtree(copy / "sealed")
    shutil.copytree(folder / "sealed", copy / "sealed")
    with (copy / "game.toml").open("r+") as file:
        text = file.read()
        file.seek(0)
        file.write(f"archived = true\n{text}")
    assert command(copy, "secrets reveal") == 1
    assert not (copy / "revealed").exists()
    unseal_game(copy, key)
    assert command(copy, "secrets reveal") == 0


def test_who_seals_may_go_on_at_once(folder: Path) -> None:
    assert command(folder, "status") == 0
    assert command(folder, "adjudicate") == 0
    assert command(folder, "undo") == 0
    assert command(folder, "adjudicate") == 0
