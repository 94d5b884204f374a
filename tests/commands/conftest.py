"""Games to test with, made by the command itself in a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.games import tiny_is_installed
from tests.commands.mailbox import Capture, Post, dated_game

__all__ = ["tiny_is_installed"]


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Post:
    folder = dated_game(tmp_path / "games")
    capsys.readouterr()
    return Post(folder, monkeypatch, capsys)
