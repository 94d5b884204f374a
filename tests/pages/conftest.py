"""Fixtures: a sample site that is built once and only read, and one to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.sample import Sample, make_sample


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A built site; tests only read it."""
    sample = make_sample(tmp_path_factory.mktemp("built"))
    sample.build()
    return sample


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    """A site of the test's own, not yet built."""
    return make_sample(tmp_path)
