"""What the referee rules, in the phases of Version 3."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe_1615_v3 import RULESET
from tests.rules.europe_1615_v3.three import complaints, given, sheets


def ruling(phase: str, kind: str, **facts: Any) -> Ruling:
    return Ruling(1, phase, kind, "it is ruled", "", facts)


@pytest.mark.parametrize("phase", ["spring", "early-winter", "late-winter", "scoring"])
@pytest.mark.rule("E15V3-SPU-1")
def test_a_unit_that_is_ruled_away_loses_its_marks(phase: str) -> None:
    state = given(phase=phase, units={"BAV": ["A BAV"]})
    assert state.parts["marks"].letters["B"] == "BAV"
    after = sheets(state, ruling(phase, "units", side="BAV", units=[])).state
    marks = after.parts["marks"]
    assert "B" not in marks.letters
    assert "BAV" not in marks.originals
    assert RULESET.load(RULESET.dump(after)) == after


@pytest.mark.rule("E15V3-WAI-2", "E15V3-INF-7")
def test_an_order_of_other_phases_is_told_which_take_it() -> None:
    (waiver, *_) = complaints(given(), austria="WAIVE SAX")
    assert waiver.problem == "an order of fall and early winter in spring"
    (infs,) = complaints(given(phase="late-winter"), austria="5: SAX")
    assert infs.problem == "an order of spring, summer and fall in late winter"
