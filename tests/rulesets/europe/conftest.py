"""What tests through the commands need."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk takes most of such a test's time, and has tests of its own."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
