"""Markers of the suite."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "rule(id): the test shows what the rulebook's rule of that id says",
        "browser: needs a browser",
        "slow: takes seconds; left out of the ordinary run",
    ):
        config.addinivalue_line("markers", line)
