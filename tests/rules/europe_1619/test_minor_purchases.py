"""Units and strength that powers buy for minor states: E19-MIN-6 to 12."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from generator.engine.phases import OrderBook
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import Displaced
from generator.rulesets.europe.steps.minor_builds import clamp_extra_units
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe_1619.spending import builds


def extra(**states: int) -> MappingProxyType[str, int]:
    return MappingProxyType(states)


@pytest.mark.rule("E19-MIN-12")
@pytest.mark.parametrize(("displaced", "kept"), [(True, {"HES": 1}), (False, {})])
def test_a_unit_that_may_still_retreat_is_not_lost(displaced: bool, kept: dict[str, int]) -> None:
    units = {"HES": ["A HES", "A WUE +1"]}
    turn = Turn(EDITION, builds(units=units, extra_units=extra(HES=1)), OrderBook({}))
    gone = parse_unit("A WUE +1")
    turn.stands.remove(("HES", gone))
    if displaced:
        turn.displaced = (Displaced("HES", gone, "evicted", "", ("ANS",)),)
    clamp_extra_units(turn)
    assert turn.extra_units == kept
