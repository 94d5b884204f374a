"""Fixtures: a sample site that is built once and only read, and one to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sample import Sample, built_once, make_sample


@pytest.fixture(scope="session")
def built() -> Sample:
    """A built site; tests only read it."""
    return built_once()


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """A site of the test's own, not yet built."""
    return make_sample(tmp_path)
