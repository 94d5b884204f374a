"""Units stronger than 1: E19-BOL."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619.moves import given, move, stands


@pytest.mark.rule("E19-BOL-6")
@pytest.mark.parametrize(("strength", "label"), [(1, ""), (2, " +1"), (3, " +2"), (10, " +9")])
def test_the_label_is_the_strength_above_one(strength: int, label: str):
    state = given(units={"france": [f"A PAR{label}"]})
    assert state.units["france"][0].strength == strength
    assert stands(move(state, france="A PAR - BUR"), "france") == [f"A BUR{label}"]
