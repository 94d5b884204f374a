"""Markers of the suite, and what all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from filelock import FileLock
from hypothesis import settings

from generator.kit.packages import cache_folder

KEPT: Final = cache_folder()
"""What `theatrum build --desk` has set up for this user; tests of the desk's program ask for it."""
_ROOT: Final = Path(__file__).parents[1]
_LONG: Final = (
    "tests/browser/test_quality.py",
    "tests/browser/test_sealing.py",
    "tests/walk/",
    "tests/browser/test_deskjudge.py",
    "tests/archive/test_faults.py",
    "tests/desk/test_worker.py",
    "tests/guide/test_contributing",
)
"""Files that take a minute or more: begun first, so that none is left to one worker at the end."""

# A busy machine must not fail a test: how long things take is for the benchmarks to say.
settings.register_profile("theatrum", deadline=None)
settings.load_profile("theatrum")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "rule(id): the test shows what the rulebook's rule of that id says",
        "browser: needs a browser",
    ):
        config.addinivalue_line("markers", line)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(_LONG))


def pytest_collection_finish() -> None:
    # Thousands of tests stay to the end: no search for garbage has to walk through them.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _on_a_machine_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Sites of tests are the same whether the desk was set up on this machine or not, those of
    child processes, too. And no test waits for the disk: it need not survive a power cut."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patched.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session")
def archive_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample games, built once for all workers; tests only read it."""
    # Imported here: most runs are of a few tests that build no site.
    from generator.building.build import build_site

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    output, done = folder / "archive" / "site", folder / "archive" / "done"
    with FileLock(folder / "archive.lock"):
        if not done.is_file():
            build_site(_ROOT / "games", _ROOT / "site", output)
            done.touch()
    return output
