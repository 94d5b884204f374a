"""The small ruleset of the archive's tests, and a game that has everything."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.archive.games import tiny_is_installed
from tests.attacks.games import game_with_everything

__all__ = ["tiny_is_installed"]


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """The game that others are copied from, made when a test first asks for it."""
    made: list[Path] = []

    def make() -> Path:
        if not made:
            made.append(game_with_everything(tmp_path_factory.mktemp("pattern") / "games"))
        return made[0]

    return make


@pytest.fixture
def duel(pattern: Callable[[], Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(pattern(), tmp_path / "games" / "duel"))
