"""Units of minor states: what they build, what is bought for them, what they give up: E19-MIN."""

from __future__ import annotations

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play
from tests.rules.europe_1619.spending import builds


@pytest.mark.parametrize(
    "facts", [{"state": "HES", "builds": "A SAA"}, {"state": "HES", "disbands": "A ERF"}]
)
def test_a_ruling_that_does_not_fit_is_an_error(facts: dict[str, str]) -> None:
    ruling = Ruling(1, "builds", "minor", "for the test", "", facts)
    state = builds(units={"HES": ["A HES"], "france": ["A SAA"]})
    with pytest.raises(GameError, match="ruling 1 does not apply"):
        play(EDITION, state, {}, [ruling])
