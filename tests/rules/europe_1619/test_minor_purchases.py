"""Units and strength that powers buy for minor states: E19-MIN-6 to 12."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import Displaced
from generator.rulesets.europe.steps.minor_builds import clamp_extra_units
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import outcome, play, units_of
from tests.rules.europe_1619.spending import builds, spend


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


def test_x_37_bolsters_stay_when_the_patron_changes() -> None:
    """Union bolsters Hesse; next year France has more INFs there and orders the army of 3."""
    state = builds(units={"HES": ["A HES"]}, infs={"HES": {"union": 5, "france": 4}})
    after = spend(state, {"union": "BOLSTER A HES FOR HES 2"}, union=3).state
    opened = replace(after, moment=EDITION.moment_of(1620, "diplomatic"))
    turned = play(EDITION, opened, {"france": "9: HES"}).state
    assert turned.statuses["HES"].patron == "france"
    moved = play(EDITION, turned, {"france": "A HES - ERF", "union": "A HES H"})
    assert outcome(moved, "A HES H", "union") == "illegal"
    assert units_of(moved.state, "HES") == ["A ERF +2"]
