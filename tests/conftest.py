"""Markers of the suite."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A busy machine must not fail a test: how long things take is for the benchmarks to say.
settings.register_profile("theatrum", deadline=None)
settings.load_profile("theatrum")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "rule(id): the test shows what the rulebook's rule of that id says",
        "browser: needs a browser",
        "slow: takes seconds; left out of the ordinary run",
    ):
        config.addinivalue_line("markers", line)
