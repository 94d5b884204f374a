"""Markers of the suite, and what all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from generator.kit.packages import cache_folder
from tests.building import share
from tests.made import keep_in, made_once

KEPT: Final = cache_folder()
"""What `theatrum build --desk` has set up for this user; tests of the desk's program ask for it."""
_ROOT: Final = Path(__file__).parents[1]
_SLOW: Final = (
    "tests/browser/test_quality.py::test_every_page_passes",
    "tests/browser/test_quality.py::test_every_page_fits_a_phone",
    "tests/browser/test_quality.py::test_every_page_says",
    "tests/browser/test_quality.py::test_letters",
    "tests/browser/test_fonts.py::test_nothing_moves_on_a_first_visit",
    "tests/browser/test_deskyear.py",
    "tests/browser/test_compare.py",
    "tests/browser/test_eyes.py",
    "tests/browser/test_figures.py",
    "tests/browser/test_fonts.py",
    "tests/browser/test_replay.py",
    "tests/walk/",
    "tests/browser/test_deskjudge.py",
    "tests/pages/test_sequences.py",
    "tests/archive/test_faults.py",
    "tests/desk/test_worker.py",
    "tests/guide/test_contributing",
    "tests/guide/test_trial.py::test_guide_does_what_it_shows",
    "tests/guide/test_walk.py::test_walk_does_what_it_shows",
    "tests/archive/test_packing.py",
    "tests/portable/test_windows.py",
    "tests/test_build.py::test_same_bytes_under_any_hash_seed",
    "tests/test_wheel.py",
    "tests/commands/test_forum_maps.py::test_an_image_that_cannot_be_so_wide",
    # The longest of the sample games, and all but one of the games that programs play.
    *(
        f"tests/{test}[{game}"
        for test in (
            "archive/test_dossier.py::test_a_dossier_has_no_secret_of_another",
            "rulesets/test_hindsight.py::test_every_order_that_failed_in_a_sample_game_has_a_true_remedy",
        )
        for game in ("after-the-comet", "eleven-voices", "nine-winters")
    ),
    "tests/autoplay/test_standard.py::test_games_end_by_the_rules[ember]",
    "tests/autoplay/test_standard.py::test_games_end_by_the_rules[gravel]",
    "tests/autoplay/europe/test_player.py::test_games_end_by_the_rules[onyx]",
)
"""What takes long, or more than one machine has, and is not alone in what it guards: `make
test-slow` runs it."""
_USUAL: Final = (
    "tests/browser/test_compare.py::test_every_province_that_changed_hands",
    "tests/browser/test_eyes.py::test_contrast_turns_page_and_map",
    "tests/browser/test_figures.py::test_nothing_is_cut_off_on_paper",
    "tests/browser/test_replay.py::test_keys_step_and_the_address_follows",
)
"""Of these, what `make test` runs all the same: each kind of page has a walk in it."""
_LONG: Final = (
    "tests/test_build.py",
    "tests/pages/test_kept.py",
    "tests/pages/test_valid.py",
    "tests/browser/",
)
"""The longest files of `make test`."""

# A busy machine must not fail a test: how long things take is for the benchmarks to say.
settings.register_profile("theatrum", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=150)
settings.load_profile("theatrum")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "rule(id): the test shows what the rulebook's rule of that id says",
        "browser: needs a browser",
        "slow: takes long; make test-slow runs it",
    ):
        config.addinivalue_line("markers", line)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(_SLOW) and not item.nodeid.startswith(_USUAL):
            item.add_marker("slow")
    # Begun first and in this order, so that none is left to one worker at the end.
    first = [name.partition("[")[0] for name in (*_SLOW, *_LONG)]

    def place(item: pytest.Item) -> int:
        starts = (n for n, name in enumerate(first) if item.nodeid.startswith(name))
        return next(starts, len(first))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    # Thousands of tests stay to the end: no search for garbage has to walk through them.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _on_a_machine_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Sites of tests are the same whether the desk was set up on this machine or not, those of
    child processes, too. And no test waits for the disk: it need not survive a power cut."""
    base = tmp_path_factory.getbasetemp()
    root = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    keep_in(root)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patched.setattr(os, "fsync", lambda _: None)
        share(root / "compiled", patched)
        yield


@pytest.fixture(scope="session")
def archive_site() -> Path:
    """The site of the sample games; tests only read it."""
    # Imported here: most runs are of a few tests that build no site.
    from generator.building.build import build_site

    return made_once("archive", lambda folder: build_site(_ROOT / "games", _ROOT / "site", folder))
