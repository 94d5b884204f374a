"""The variants of the project itself: as they stand they are without a fault, and their maps are
those that their drawings give."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.authoring.folder import check_variant
from generator.rulesets.variants import know_folder
from generator.trial.playing import TrialSpec, play_game

VARIANTS = Path(__file__).parents[2] / "variants"
NAMES = sorted(folder.name for folder in VARIANTS.iterdir() if folder.is_dir())


@pytest.mark.parametrize("name", NAMES)
def test_variant_is_without_a_fault(name: str) -> None:
    ruleset, faults, files = check_variant(VARIANTS / name)
    assert ruleset is not None
    assert [str(fault.error) for fault in faults] == []
    for file, data in files.items():
        assert (VARIANTS / name / file).read_bytes() == data


@pytest.mark.parametrize("name", NAMES)
def test_programs_play_it(name: str) -> None:
    know_folder(VARIANTS / name)
    record = play_game(TrialSpec(name, "own", {}, {}, 1), 1)
    assert not record.failed
