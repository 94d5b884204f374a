"""Games to test with, made by the command itself in a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive.secret.age import make_identity
from tests.archive.games import new_game, play_tiny, tiny_is_installed
from tests.made import copy_of

__all__ = ["played", "tiny_is_installed"]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished game with press, a ruling and files of all kinds."""
    return copy_of("played", _play, tmp_path / "games") / "duel"


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The key of a referee."""
    path = tmp_path / "referee.key"
    make_identity(path)
    return path


def _play(games: Path) -> None:
    folder = new_game(games)
    (folder / "press").mkdir()
    (folder / "press" / "2027-03-01-to-arms.md").write_bytes("Zu den Wäffen!\r\n".encode())
    (folder / "1" / "rulings.toml").write_text(
        '# settled by mail\n[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\n'
        'facts = { power = "crown" }\n'
    )
    play_tiny(folder)
