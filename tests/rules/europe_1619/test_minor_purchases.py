"""Units and strength that powers buy for minor states: E19-MIN-6 to 12."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import Displaced, EuropeState
from generator.rulesets.europe.steps.minor_builds import clamp_extra_units
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import outcome, play, units_of
from tests.rules.europe_1619.spending import builds, refusal, spend

ALIGNED = {"HES": {"union": 5}}


def extra(**states: int) -> MappingProxyType[str, int]:
    return MappingProxyType(states)


def built(state: EuropeState, code: str, **orders: str) -> list[str]:
    """The units of a state after a builds phase."""
    return units_of(play(EDITION, state, orders).state, code)


@pytest.mark.rule("E19-MIN-11")
def test_next_year_the_points_do_not_count_for_the_buyer() -> None:
    state = builds(units={"union": ["A UPP"], "HES": ["A HES"]}, infs=ALIGNED, year=1620)
    first = spend(state, {"union": "BOLSTER A HES FOR HES 2"}, union=5).state
    assert units_of(first, "HES") == ["A HES +2"]
    state = replace(first, moment=EDITION.moment_of(1621, "builds"))
    result = spend(state, {"union": "BUILD A PAL"}, union=2)
    assert outcome(result, "BUILD A PAL") == "success"


@pytest.mark.rule("E19-MIN-12")
def test_a_center_that_comes_and_goes_does_not_take_what_was_bought() -> None:
    """Hesse has a bought unit; it captures Westphalia, and a year later has lost it again."""
    state = builds(
        units={"HES": ["A HES", "A WES"]}, captures={"WES": "HES"}, extra_units=extra(HES=1)
    )
    after = play(EDITION, state).state
    assert (units_of(after, "HES"), after.extra_units) == (["A HES", "A WES"], {"HES": 1})
    state = builds(units={"HES": ["A HES", "A WES"]}, extra_units=after.extra_units)
    assert built(state, "HES") == ["A HES", "A WES"]


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


def _two_buyers(**infs: dict[str, int]) -> EuropeState:
    return builds(
        units={"HES": ["A PAD"], "LOR": ["A SAA"]},
        captures={"PAD": "HES", "SAA": "LOR"},
        infs=infs,
    )


@pytest.mark.rule("E19-MIN-6")
@pytest.mark.parametrize(
    ("patron", "winner"), [("france", "france"), ("savoy", "savoy"), ("spain", "savoy")]
)
def test_the_patron_buys_first_then_the_attack_order_decides(patron: str, winner: str) -> None:
    """Savoy and France want the one vacant place in Hesse; Savoy attacks before France."""
    order = "BUILD A HES FOR HES"
    state = _two_buyers(HES={patron: 5})
    result = spend(state, {"france": order, "savoy": order}, france=9, savoy=9)
    loser = "savoy" if winner == "france" else "france"
    assert outcome(result, order, winner) == "success"
    assert refusal(result, order, loser) == "void E19-MIN-6"
    assert (result.state.treasury[winner], result.state.treasury[loser]) == (8, 9)
    assert result.state.extra_units == {"HES": 1}


@pytest.mark.rule("E19-MIN-6")
def test_a_patron_who_cannot_pay_leaves_the_place_to_the_next() -> None:
    order = "BUILD A HES FOR HES"
    state = _two_buyers(HES={"france": 5})
    result = spend(state, {"france": order, "savoy": order}, france=0, savoy=9)
    assert outcome(result, order, "france") == "excess"
    assert outcome(result, order, "savoy") == "success"
