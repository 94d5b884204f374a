"""A hole in the history: whichever state is missing, every command names it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_on
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.cli import main
from tests.archive.games import bid, change, command, files_of, new_game

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
COMMANDS = ("status", "check", "adjudicate", "verify", "post", "export", "deadline", "scores")
RULESETS = (
    "standard",
    pytest.param("europe-1619", marks=pytest.mark.slow),
    pytest.param("europe-1619-draft", marks=pytest.mark.slow),
    pytest.param("westphalia", marks=pytest.mark.slow),
)


@pytest.fixture(scope="module", params=RULESETS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A year and the first phase of the next, without an order: units hold, nobody chooses."""
    folder = new_game(tmp_path_factory.mktemp("games"), "war", request.param)
    while len({one.moment.year for one in load_game(folder).phases}) < 2:
        list(adjudicate_on(folder))
    return folder


def states(folder: Path) -> list[str]:
    game = load_game(folder)
    paths = [game.opening.path, *(record.path for record in game.phases)]
    return [path.relative_to(folder).as_posix() for path in paths]


def without(played: Path, tmp_path: Path, *, chained: bool) -> Iterator[tuple[str, Path]]:
    """For each state, a copy of the game in which it is missing."""
    for number, path in enumerate(states(played)):
        folder = Path(shutil.copytree(played, tmp_path / str(number) / "games" / "war"))
        (folder / path).unlink()
        if not chained:
            (folder / "chain.toml").unlink()
            (folder / "commitments.toml").unlink(missing_ok=True)
        yield path, folder


def assert_named(path: str, said: str) -> None:
    """Whether an error names the place; that of the opening is described."""
    opening = (
        "has no first state (it belongs in <first year>/state/0-opening.toml; "
        "restore it with git restore)"
    )
    assert (opening if path.endswith("/0-opening.toml") else path) in said, path
    assert "Traceback" not in said


def test_each_state_that_is_missing_is_named_by_every_command(
    played: Path, tmp_path: Path, capsys: Capture
) -> None:
    for path, folder in without(played, tmp_path, chained=True):
        before = files_of(folder)
        for name in COMMANDS:
            capsys.readouterr()
            assert command(folder, name) == 1, (path, name)
            said = capsys.readouterr().err
            assert_named(path, said)
            assert path.endswith("opening.toml") or "git restore" in said
        assert files_of(folder) == before


def test_without_a_chain_each_but_the_last_is_named(
    played: Path, tmp_path: Path, capsys: Capture
) -> None:
    *most, last = without(played, tmp_path, chained=False)
    for path, folder in most:
        for name in ("status", "adjudicate", "verify"):
            capsys.readouterr()
            assert command(folder, name) == 1, (path, name)
            assert_named(path, capsys.readouterr().err)
    assert command(last[1], "status") == 0  # as if it had been taken back


def test_no_site_is_built_without_the_phase(played: Path, tmp_path: Path, capsys: Capture) -> None:
    path = states(played)[2]
    folder = Path(shutil.copytree(played, tmp_path / "games" / "war"))
    arguments = ["--games", str(folder.parent), "build", "--site", str(tmp_path / "site")]
    (tmp_path / "site").mkdir()
    (folder / path).unlink()
    capsys.readouterr()
    assert main([*arguments, "--output", str(tmp_path / "out"), "--quiet"]) == 1
    assert path in capsys.readouterr().err
    assert not list((tmp_path / "out").glob("war/**/index.html"))


def test_a_folder_of_a_year_that_is_missing_is_named(tmp_path: Path, capsys: Capture) -> None:
    folder = Path(shutil.copytree(ROOT / "games" / "first-light", tmp_path / "first-light"))
    shutil.rmtree(folder / "1907")
    for name in ("status", "verify"):
        assert command(folder, name) == 1
        assert "1907/state/1-spring-movement.toml restores" in capsys.readouterr().err


def test_a_last_state_to_which_the_game_has_committed_is_named(
    tmp_path: Path, capsys: Capture
) -> None:
    """Without a chain its commitments tell as much."""
    folder = Path(shutil.copytree(ROOT / "games" / "winter-king", tmp_path / "winter-king"))
    (folder / "chain.toml").unlink()
    last = load_game(folder).phases[-1].path
    last.unlink()
    assert command(folder, "status") == 1
    assert f"{last}: is missing, though commitments.toml shows" in capsys.readouterr().err


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    folder = new_game(tmp_path / "games")
    for year in (1, 2, 3):
        bid(folder, year, 0, year % 2 + 1)
        list(adjudicate_on(folder))
    return folder


@pytest.mark.parametrize(("missing", "years"), [(1, 0), (2, 1), (3, 1)])
def test_undo_goes_back_to_before_a_hole_as_the_error_says(
    missing: int, years: int, duel: Path, capsys: Capture
) -> None:
    (duel / f"{missing}/state/1-bid.toml").unlink()
    assert command(duel, "status") == 1
    hint = re.search(r"theatrum undo duel(?: --to (\S+))?\)?", capsys.readouterr().err)
    assert hint is not None
    undo_to(duel, (hint[1] or "").rstrip(")"))
    assert verify_game(duel).phases == years
    list(adjudicate_on(duel))
    assert verify_game(duel).phases == years + 1


def test_a_hole_that_no_text_tells_of_is_found_when_the_state_before_it_is_read(
    duel: Path, capsys: Capture
) -> None:
    """No ruleset has to write year and phase where they can be found at once."""
    (duel / "chain.toml").unlink()
    (duel / "commitments.toml").unlink()
    change(duel, "1/state/1-bid.toml", 'phase = "bid"', 'phase   = "bid"')
    (duel / "2/state/1-bid.toml").unlink()
    assert command(duel, "export") == 1
    assert "is not the phase that comes next, 2 bid" in capsys.readouterr().err
