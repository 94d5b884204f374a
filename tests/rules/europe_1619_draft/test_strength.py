"""Bolstered units in combat: E19D-STR."""

from __future__ import annotations

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe_1619_draft.marching import given


@pytest.mark.rule("E19D-STR-11")
@pytest.mark.parametrize(
    ("strength", "label"), [(1, "A PAR"), (2, "A PAR +1"), (3, "A PAR +2"), (10, "A PAR +9")]
)
def test_the_label_is_the_strength_above_1(strength: int, label: str):
    """+1 is a strength of 2, +9 one of 10. (source)"""
    assert str(Unit("A", "PAR", strength)) == label
    state = given(units={"france": [label]})
    (sign,) = picture_of_position(EDITION, state).units
    assert sign.unit.strength == strength
