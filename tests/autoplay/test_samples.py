"""The sample games in games/: open, and small. `verify` plays them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.engine.chance import commitment
from tests.autoplay.samples import GAMES, files_of

MOST_BYTES = 3_000_000
"""The folders are part of every checkout: thirty years must not need more."""


SEEDED = [path.parent for path in sorted(GAMES.glob("*/seed.toml"))]


@pytest.mark.parametrize("folder", SEEDED, ids=lambda folder: folder.name)
def test_no_secret_is_in_it_but_the_published_seed_and_it_is_small(folder: Path) -> None:
    files = files_of(folder)
    seed = files["seed.toml"].decode().rpartition('seed = "')[2].partition('"')[0]
    assert commitment(seed) == load_game(folder).settings.seed_commitment
    assert not any(path.startswith("private") for path in files)
    assert sum(map(len, files.values())) < MOST_BYTES


def test_a_demonstration_of_another_seed_is_played_and_verified(tmp_path: Path) -> None:
    command = ["new", "pilot", "--ruleset", "europe-1619", "--demo", "3", "--seed", "larch"]
    assert main(["--games", str(tmp_path), *command]) == 0
    game = load_game(tmp_path / "pilot")
    assert game.current_moment.year == 1622
    verify_game(game.folder)
