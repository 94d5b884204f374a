"""What all scenarios share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _without_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk proves nothing here, and takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
