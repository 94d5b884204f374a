"""Markers of the suite."""

from __future__ import annotations

from collections.abc import Iterator

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


@pytest.fixture(scope="session", autouse=True)
def _without_the_program_of_the_desk() -> Iterator[None]:
    """Sites of tests are the same whether `theatrum desk` was given on this machine or not; a test
    of the desk's program asks for it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("generator.pages.site.site.find_kit", lambda: None)
        yield
