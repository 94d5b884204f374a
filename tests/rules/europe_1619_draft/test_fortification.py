"""Fortified provinces: E19D-FRT."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events
from tests.rules.europe_1619_draft.paying import bought, builds, spend

UNION = {"HES": {"union": 4}}


@pytest.mark.rule("E19D-FRT-3")
def test_steps_raise_the_price_in_their_phase_and_never_the_power():
    state = builds(units={"union": ["A PAL", "A BOH"], "HES": ["A HES"]}, infs=UNION)
    played = spend(state, {"union": "FORTIFY HES 1; FORTIFY HES 1"}, union=8)
    assert bought(played, "union") == [3, 5]
    (rows,) = [event.data["by_power"] for event in events(played, "treasuries")]
    assert (rows["union"]["strength"], rows["union"]["next_price"]) == (2, 3)


@pytest.mark.rule("E19D-FRT-5")
def test_a_shield_is_drawn_with_its_steps():
    state = builds(units={"HES": ["A HES +1"], "BRA": ["A BRA"]}, infs=UNION)
    drawn = {str(sign.unit): sign.flag for sign in picture_of_position(EDITION, state).units}
    assert drawn["A HES +1"] == "shield"
