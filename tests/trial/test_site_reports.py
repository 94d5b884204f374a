"""The reports of the sample site say what the program plays today."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from generator.rulesets import ruleset_ids
from generator.trial.playing import play_game
from generator.trial.report import TrialReport
from generator.trial.spec import TrialSpec

TRIALS = Path(__file__).parent.parent.parent / "site/trials"


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_program_still_plays_the_first_game_of_a_report(ruleset_id: str) -> None:
    """Its first year. Where that comes out otherwise, `make trials` makes the reports anew."""
    data = (TRIALS / f"{ruleset_id}.json").read_bytes()
    report = msgspec.json.decode(data, type=TrialReport)
    kept = report.first
    assert kept
    assert report.settings == {"years": 40}
    again = play_game(TrialSpec(ruleset_id, report.seed, years=1), 1)
    assert (again.seed, again.natures) == (kept.seed, kept.natures)
    assert again.openings == kept.openings
    first_year = {power: course[:1] for power, course in kept.scores.items()}
    assert again.scores == first_year
