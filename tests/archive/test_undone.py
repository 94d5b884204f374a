"""Taking several phases back at once, and putting back what was taken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game
from generator.archive.play.adjudicating import adjudicate_game, adjudicate_on
from generator.archive.play.redo import redo_phases
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.engine.errors import FileError, GameError
from tests.archive.games import bid, change, command, files_of, new_game, write_orders


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Europe 1619, a year and the first phase of the next. Tests copy what they change."""
    folder = new_game(tmp_path_factory.mktemp("games"), "war", "europe-1619", "--orders", "private")
    write_orders(folder / "private", 1619, "diplomatic", france="5: BRE\nALLIANCE: SAVOY")
    list(adjudicate_on(folder))
    write_orders(folder / "private", 1619, "movement", france="A PAR - BUR")
    list(adjudicate_on(folder))
    list(adjudicate_on(folder))
    write_orders(folder / "private", 1620, "diplomatic", spain="1: POR")
    list(adjudicate_on(folder))
    return folder


def plain_files(folder: Path) -> dict[str, bytes]:
    """All files but those that undo keeps for itself."""
    return {path: data for path, data in files_of(folder).items() if "/." not in path}


def test_undo_goes_back_across_the_end_of_a_year(europe: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(europe, tmp_path / "war"))
    step = Path(shutil.copytree(europe, tmp_path / "step" / "war"))
    taken = undo_to(folder, "1619 movement")
    assert [str(one) for one in taken] == [
        "1620 diplomatic",
        "1619 scoring",
        "1619 builds",
        "1619 adjustment",
        "1619 movement",
    ]
    assert str(load_game(folder).current_moment) == "1619 movement"
    assert verify_game(folder).phases == 1
    while str(load_game(step).current_moment) != "1619 movement":
        assert command(step, "undo") == 0
    one_by_one, at_once = files_of(step), files_of(folder)
    for files in (one_by_one, at_once):
        for name in [name for name in files if name.startswith("private/.undone-")]:
            del files[name]
    assert at_once == one_by_one


def test_undo_takes_back_what_one_command_played(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "europe-1619", "--orders", "private")
    for phases in (1, 2, 2):  # diplomacy; movement and adjustment; builds and scoring
        before, number = plain_files(folder), len(load_game(folder).phases)
        assert command(folder, "adjudicate") == 0
        after = files_of(folder)
        assert len(load_game(folder).phases) == number + phases
        assert command(folder, "undo") == 0
        assert plain_files(folder) == before
        assert command(folder, "undo", "--redo") == 0
        assert files_of(folder) == after


def test_undo_takes_back_years_that_one_command_played(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    assert command(folder, "adjudicate") == 0
    assert command(folder, "adjudicate", "--until", "2") == 0
    assert [str(one) for one in undo_to(folder)] == ["2 toss", "2 bid", "1 toss"]
    assert [str(one) for one in undo_to(folder)] == ["1 bid"]


def test_without_its_record_undo_takes_back_what_followed_by_itself(
    europe: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(europe, tmp_path / "war"))
    (folder / "private/.played").unlink()
    assert [str(one) for one in undo_to(folder)] == ["1620 diplomatic"]
    assert [str(one) for one in undo_to(folder)] == ["1619 scoring", "1619 builds"]
    assert [str(one) for one in undo_to(folder)] == ["1619 adjustment", "1619 movement"]


def test_what_was_taken_back_step_by_step_comes_back_step_by_step(
    europe: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(europe, tmp_path / "war"))
    steps = [files_of(folder)]
    for _ in range(3):
        undo_to(folder)
        steps.append(files_of(folder))
    for number in (2, 1, 0):
        redo_phases(folder)
        assert files_of(folder) == steps[number]
    with pytest.raises(GameError, match="nothing to restore"):
        redo_phases(folder)


@pytest.mark.parametrize("name", ["1/rulings.toml", "2/orders/crown.toml"])
def test_what_was_written_since_is_named(name: str, tmp_path: Path) -> None:
    """Orders stand where undo had taken an untouched sheet away: redo would overwrite them."""
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    undo_to(folder)
    write_orders(folder, 2, "bid", crown="BID 1")
    if name == "1/rulings.toml":
        shutil.rmtree(folder / "2")
        (folder / name).write_text(
            '[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\nfacts = { power = "crown" }\n'
        )
    with pytest.raises(GameError, match=f"{name} changed"):
        redo_phases(folder)


def test_orders_that_changed_since_are_named_and_a_game_that_goes_on_forgets(
    tmp_path: Path,
) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    whole = files_of(folder)
    undo_to(folder)
    change(folder, "1/orders/crown.toml", "BID 3", "BID 2")
    before = files_of(folder)
    with pytest.raises(GameError, match=r"1/orders/crown.toml changed since 1 bid was undone"):
        redo_phases(folder)
    assert files_of(folder) == before
    change(folder, "1/orders/crown.toml", "BID 2", "BID 3")
    redo_phases(folder)
    undo_to(folder)
    adjudicate_game(folder)
    assert files_of(folder) == whole
    with pytest.raises(GameError, match="nothing to restore"):
        redo_phases(folder)


def test_without_secrets_nothing_is_kept_that_looks_like_some(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "duel", "standard")
    adjudicate_game(folder)
    shutil.rmtree(folder / "private")
    undo_to(folder)
    assert not (folder / "private").exists()


def test_the_record_is_no_part_of_the_game_and_reaches_nothing_outside(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games")
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    undo_to(folder)
    exported = export_game(folder, private=True)
    assert exported.left_out == ()
    assert "undone" not in exported.text
    verify_game(folder)
    for old, new in (('"1/state/1-bid.toml"', '"../victim.toml"'), ('"phases"', '"faces"')):
        change(folder, "private/.undone-1.json", old, new)
        with pytest.raises(FileError, match="was changed since theatrum undo stored it"):
            redo_phases(folder)
    assert not (tmp_path / "games" / "victim.toml").exists()


def test_an_unknown_phase_is_answered_with_the_nearest(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    with pytest.raises(GameError, match="is at its opening"):
        undo_to(folder, "1 bid")
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    with pytest.raises(GameError) as caught:
        undo_to(folder, "1 bit")
    assert caught.value.hint == "did you mean 1 bid?"
