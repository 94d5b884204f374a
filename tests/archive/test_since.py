"""What was public in a commit, and is another now: `verify --since` and `publish` name it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.game.chain import SHOWN, read_chain
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.amending import Correction, amend_phase
from generator.archive.play.undo import undo_to
from generator.cli import main
from tests.archive.games import Terminal, bid, change, command, new_game, undo_last, write_orders
from tests.archive.repositories import Clone, alone, clone, new_remote, published
from tests.made import copy_of

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]
PRESS = "press/2027-03-01-to-arms.md"


@pytest.fixture
def desk(tmp_path: Path) -> Clone:
    """A referee's clone with two published phases of a game, and press."""
    return Clone(copy_of("since", _make_desk, tmp_path) / "anna")


def _make_desk(root: Path) -> None:
    one = clone(new_remote(root / "remote.git"), root / "anna")
    folder = new_game(one.games)
    one.write(f"games/duel/{PRESS}", "News.\n")
    bid(folder, 1, 2, 1)
    adjudicate_game(folder)
    bid(folder, 2, 1, 0)
    adjudicate_game(folder)
    assert published(one) == 0


def play_again(folder: Path, year: int, crown: int, shield: int) -> None:
    undo_to(folder, f"{year} bid")
    bid(folder, year, crown, shield)
    adjudicate_game(folder)


def since(folder: Path, commit: str, capsys: Capture) -> tuple[int, dict[str, list[str]]]:
    """The exit code of verify, and what it names."""
    capsys.readouterr()
    code = command(folder, "verify", "--since", commit, "--json")
    (found,) = json.loads(capsys.readouterr().out)
    told = found["since"]
    return code, {"rewritten": [one["text"] for one in told["rewritten"]], "noted": told["noted"]}


def test_a_game_that_only_went_on_has_rewritten_nothing(desk: Clone, capsys: Capture) -> None:
    folder, then = desk.games / "duel", desk.head()
    assert since(folder, then, capsys) == (0, {"rewritten": [], "noted": []})
    bid(folder, 3, 1, 1)
    adjudicate_game(folder)
    assert since(folder, then, capsys) == (0, {"rewritten": [], "noted": []})
    assert command(folder, "verify", "--since", then) == 0
    assert "nothing public has changed" in capsys.readouterr().out


def test_a_public_phase_that_was_undone_is_named_until_it_is_played_as_it_was(
    desk: Clone, capsys: Capture
) -> None:
    folder, then = desk.games / "duel", desk.head()
    head = read_chain(folder)[2].head
    undo_last(folder)
    code, told = since(folder, then, capsys)
    assert code == 1
    assert [line.endswith("is gone: it was undone") for line in told["rewritten"]] == [True]
    bid(folder, 2, 1, 0)
    adjudicate_game(folder)
    assert since(folder, then, capsys)[0] == 0
    play_again(folder, 2, 0, 1)
    assert command(folder, "verify") == 0  # by itself it is a good game
    code, told = since(folder, then, capsys)
    assert code == 1
    (line,) = told["rewritten"]
    assert line.startswith(f"2 1-bid had the record {head[:SHOWN]}, which is gone")
    assert line.endswith("it was undone and has changed")
    bid(folder, 3, 1, 1)
    adjudicate_game(folder)
    assert since(folder, then, capsys)[0] == 1


def test_a_correction_is_noted_and_rewrites_nothing(desk: Clone, capsys: Capture) -> None:
    folder, then = desk.games / "duel", desk.head()
    amend_phase(folder, Correction("1 bid", "late", "2027-03-09", {"crown": "BID 1"}), _yes)
    code, told = since(folder, then, capsys)
    assert code == 0
    assert not told["rewritten"]
    assert "1 1-bid: orders of crown changed (correction 1)" in told["noted"]
    assert published(desk) == 0


def _yes(found: object) -> bool:
    return True


def test_a_removed_correction_is_named_even_with_its_links(desk: Clone, capsys: Capture) -> None:
    """Everything is put back as if it had never been corrected: the chain of then tells."""
    folder = desk.games / "duel"
    before = shutil.copytree(folder, desk.folder.parent / "before")
    amend_phase(folder, Correction("2 bid", "late", "2027-03-09", {"crown": "BID 0"}), _yes)
    assert published(desk) == 0
    shutil.rmtree(folder)
    shutil.copytree(before, folder)
    assert command(folder, "verify") == 0
    code, told = since(folder, "HEAD", capsys)
    assert code == 1
    assert "correction 1 removed" in told["rewritten"]
    assert any(line.startswith("2 1-bid (correction 1) had") for line in told["rewritten"])


def test_press_that_no_phase_had_listed_is_compared_too(desk: Clone, capsys: Capture) -> None:
    folder = desk.games / "duel"
    desk.write("games/duel/press/2027-03-02-peace.md", "Peace!\n")
    assert published(desk) == 0
    (folder / "press/2027-03-02-peace.md").unlink()
    assert command(folder, "verify") == 0
    assert since(folder, "HEAD", capsys)[1]["rewritten"] == ["press 2027-03-02-peace removed"]
    capsys.readouterr()
    assert published(desk) == 2
    assert "public, and changed now: press 2027-03-02-peace" in capsys.readouterr().out


def test_public_settings_that_changed_are_named(desk: Clone, capsys: Capture) -> None:
    folder = desk.games / "duel"
    path = folder / "game.toml"
    path.write_text(f'early = "all-ready"\nabsence = "hold"\n{path.read_text("utf-8")}', "utf-8")
    assert command(folder, "players replace", "crown", "Zoe") == 0
    code, told = since(folder, "HEAD", capsys)
    assert (code, told["rewritten"]) == (0, [])
    assert "game.toml: early added: all-ready" in told["noted"]
    assert "game.toml: absence added: hold" in told["noted"]
    assert "game.toml: replacements.1.player added: Zoe" in told["noted"]


def test_a_removed_chain_is_named_and_one_that_began_later_covers_what_was_there(
    desk: Clone, capsys: Capture
) -> None:
    folder = desk.games / "duel"
    (folder / "chain.toml").unlink()
    assert command(folder, "verify") == 1
    code, told = since(folder, "HEAD", capsys)
    assert code == 1
    assert told["rewritten"] == ["chain.toml existed, and is gone"]
    assert published(desk) == 2
    assert published(desk, "--rewritten") == 0
    assert command(folder, "upgrade") == 0
    assert since(folder, "HEAD", capsys) == (0, {"rewritten": [], "noted": []})
    assert published(desk) == 0


def test_a_game_without_a_chain_is_compared_by_its_files(tmp_path: Path, capsys: Capture) -> None:
    desk = clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna")
    folder = new_game(desk.games)
    (folder / "chain.toml").unlink()
    for year in (1, 2):
        bid(folder, year, 2, 1)
        adjudicate_game(folder)
    assert published(desk) == 0
    assert since(folder, "HEAD", capsys) == (1, {"rewritten": [], "noted": []})
    amend_phase(folder, Correction("2 bid", "late", "2027-03-09", {"crown": "BID 0"}), _yes)
    code, told = since(folder, "HEAD", capsys)
    assert (code, told["rewritten"]) == (1, [])
    assert "2 1-bid: state changed (correction 1)" in told["noted"]
    assert published(desk) == 0
    undo_last(folder)
    bid(folder, 2, 0, 3)
    adjudicate_game(folder)
    code, told = since(folder, "HEAD", capsys)
    assert code == 1
    assert "2 1-bid: state changed" in told["rewritten"]
    assert published(desk) == 2
    assert published(desk, "--rewritten") == 0


def test_publish_names_what_was_public_and_asks(desk: Clone, capsys: Capture) -> None:
    folder = desk.games / "duel"
    before = desk.head()
    play_again(folder, 2, 0, 1)
    capsys.readouterr()
    assert published(desk, "--dry-run") == 0
    assert "duel: public, and changed now: 2 1-bid had the record" in capsys.readouterr().out
    assert published(desk) == 2
    assert "theatrum amend" in capsys.readouterr().err
    assert desk.head() == before
    assert published(desk, "--rewritten") == 0
    assert desk.head() != before
    assert published(desk) == 0  # told once


def test_publish_asks_only_for_what_the_remote_has(desk: Clone, capsys: Capture) -> None:
    """What it has is public, whatever HEAD says; a phase that it has not is undone freely."""
    folder = desk.games / "duel"
    bid(folder, 3, 1, 0)
    adjudicate_game(folder)
    play_again(folder, 3, 0, 1)
    capsys.readouterr()
    assert published(desk) == 0
    assert "was public" not in capsys.readouterr().out
    desk.git("reset", "--quiet", "--soft", "HEAD~1")
    desk.git("reset", "--quiet")
    play_again(folder, 3, 1, 0)
    capsys.readouterr()
    assert published(desk) == 2
    assert "3 1-bid had the record" in capsys.readouterr().out


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 1)])
def test_at_a_terminal_publish_asks_for_it(
    answer: str, code: int, desk: Clone, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_again(desk.games / "duel", 2, 0, 1)
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    assert main(["--games", str(desk.games), "publish"]) == code
    assert "although it rewrites the public record? [y/N]" in capsys.readouterr().err


def test_a_revealed_game_whose_secrets_are_removed_is_named(
    tmp_path: Path, capsys: Capture
) -> None:
    desk = clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna")
    folder = new_game(desk.games, "duel", "tiny", "--orders", "private")
    for year in (1, 2, 3):
        bid(folder / "private", year, 3 if year == 1 else 1, 0)
        adjudicate_game(folder)
    assert load_game(folder).is_revealed
    assert published(desk) == 0
    shutil.rmtree(folder / "revealed")
    shutil.rmtree(folder / "private")
    (folder / "seed.toml").unlink()
    capsys.readouterr()
    assert command(folder, "verify") == 1
    assert "what was revealed: removed since 3 1-bid" in capsys.readouterr().err


def test_since_takes_no_other_thing_than_a_commit(desk: Clone, capsys: Capture) -> None:
    assert command(desk.games / "duel", "verify", "--since", "nowhere") == 1
    assert "there is no such commit here" in capsys.readouterr().err
    first = desk.git("rev-list", "--max-parents=0", "HEAD").strip()
    fresh = new_game(desk.games, "fresh")
    assert since(fresh, first, capsys) == (
        0,
        {"rewritten": [], "noted": ["the game did not exist then"]},
    )


def test_a_game_that_was_deleted_is_named(desk: Clone, capsys: Capture) -> None:
    new_game(desk.games, "fresh")
    shutil.rmtree(desk.games / "duel")
    verify = ["--games", str(desk.games), "verify", "--since", desk.head()]
    capsys.readouterr()
    assert main(verify) == 1
    assert "duel: existed in this commit, and is gone" in capsys.readouterr().err
    assert main([*verify, "--json"]) == 1
    told = {one["game"]: one["verified"] for one in json.loads(capsys.readouterr().out)}
    assert told == {"duel": False, "fresh": True}
    shutil.rmtree(desk.games / "fresh")
    assert main(verify) == 1


def test_orders_of_a_commit_are_compared_as_they_were_written(
    tmp_path: Path, capsys: Capture
) -> None:
    desk = clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna")
    folder = new_game(desk.games, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="# as we agreed\nA VIE - GAL")
    adjudicate_game(folder)
    (folder / "chain.toml").unlink()
    assert published(desk) == 0
    change(folder, "1901/orders/austria.toml", "# as we agreed\n", "")
    assert command(folder, "verify") == 1
    code, told = since(folder, "HEAD", capsys)
    assert (code, told["rewritten"]) == (1, ["1901 1-spring-movement: orders of austria changed"])
