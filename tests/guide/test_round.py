"""A Round of Westphalia: every command of the page is run, and prints what the page shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.guide.walking import GUIDE, walk


def test_round_does_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    # Waiting for the disk takes most of the time; the calls themselves have their own tests.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    assert walk(GUIDE / "westphalia.md", folder, in_process=True, seed="in a drawer") > 15
    assert "holds 3P 3M 2C" in (folder / "purple.html").read_text("utf-8")
