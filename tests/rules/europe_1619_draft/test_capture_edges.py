"""The cases X-30 to X-42, X-47, X-49, X-56, X-59 and X-60: who holds what, and what follows."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.phases import OrderBook
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.prices import purses
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, play, position, units_of
from tests.rules.europe_1619_draft.marching import (
    adjust,
    given,
    gone,
    holder,
    march,
    move,
    retreat,
    stands,
    status,
)


def after(**parts: Any) -> EuropeState:
    """A position that waits for its map adjustment."""
    return given(phase="adjustment", **parts)


@pytest.mark.rule("E19D-CAP-5")
@pytest.mark.rule("E19D-MIN-4")
def test_x_30_two_states_that_take_each_others_homes_both_come_free():
    state = after(units={"HES": ["A COL"], "COL": ["A HES"]}, wars=[("league", "union")])
    result = adjust(state)
    assert {one.data["state"] for one in events(result, "state-freed")} == {"HES", "COL"}
    assert stands(result, "HES") == stands(result, "COL") == []
    assert (holder(result, "HES"), holder(result, "COL")) == ("HES", "COL")
    assert (status(result, "HES"), status(result, "COL")) == ("aligned union", "aligned league")
    built = play(EDITION, result.state).state
    assert (units_of(built, "HES"), units_of(built, "COL")) == (["A HES"], ["A COL"])


@pytest.mark.rule("E19D-MIN-4")
def test_x_31_the_captures_of_a_falling_state_count_for_nothing():
    """Hesse loses its home while its second army takes Würzburg and holds Bavaria."""
    state = after(
        units={"HES": ["A WUE", "A BAV"], "denmark": ["A HES"], "WUE": [], "league": ["A TYR"]},
        captures={"BAV": "HES"},
        wars=[("league", "union"), ("denmark", "union")],
        alliances=[("austria", "league")],
    )
    result = adjust(state)
    assert status(result, "HES") == "captured denmark"
    assert stands(result, "HES") == []
    assert (holder(result, "WUE"), holder(result, "BAV")) == ("WUE", "league")
    assert status(result, "WUE") == "aligned league"
    assert "league" not in result.state.eliminated


@pytest.mark.rule("E19D-CAP-10")
def test_x_33_who_has_most_of_its_infs_captures_it_all_the_same():
    state = given(
        units={"union": ["A DAR"], "league": []},
        captures={"HES": "league", "DAR": "union"},
        wars=[("league", "union")],
    )
    result = march(state, union="A DAR - HES")
    assert status(result, "HES") == "captured union"
    freed = march(
        given(units={"union": ["A HES"]}, captures={"HES": "union"}, infs={"PAD": {}}),
        union="A HES - PAD",
    )
    assert status(freed, "HES") == "aligned union"


@pytest.mark.rule("E19D-CAP-2")
@pytest.mark.rule("E19D-RET-10")
def test_x_34_who_retreats_into_a_center_that_its_captor_has_left_captures_it():
    """R-23: the League leaves Hesse, and a Danish army retreats there."""
    state = given(
        units={"league": ["A HES", "A WES +1"], "denmark": ["A PAD"]},
        captures={"HES": "league", "WES": "league", "PAD": "denmark"},
        infs={"ERF": {}},
        wars=[("denmark", "league")],
    )
    before = move(state, league="A HES - ERF; A WES - PAD")
    result = adjust(retreat(before, denmark="A PAD R HES"))
    assert status(result, "HES") == "captured denmark"
    assert "HES" not in [one.data["state"] for one in events(result, "state-freed")]


@pytest.mark.rule("E19D-CAP-1")
def test_x_37_a_fresh_capture_of_a_falling_power_is_freed_with_it():
    state = after(
        units={"spain": ["A BAV"], "league": ["A HES"]},
        wars=[("league", "spain"), ("league", "union")],
    )
    result = adjust(state)
    assert "HES" in [one.data["province"] for one in events(result, "captured")]
    assert holder(result, "HES") == "HES"
    assert status(result, "HES") == "aligned union"


@pytest.mark.rule("E19D-CHK-5")
def test_x_39_a_home_that_an_ally_occupies_is_not_lost():
    state = after(units={"austria": ["A BAV"]}, alliances=[("austria", "league")])
    result = adjust(state)
    assert holder(result, "BAV") == "league"
    assert "league" not in result.state.eliminated


@pytest.mark.rule("E19D-CHK-3")
def test_x_40_yesterdays_ally_captures_no_home():
    state = given(year=1623, units={"austria": ["A BAV +1"]})
    before = move(state, austria="A BAV H")
    assert gone(before, "evicted") == ["austria: A BAV +1"]
    result = adjust(retreat(before, austria="A BAV R UAU"))
    assert holder(result, "BAV") == "league"
    assert "league" not in result.state.eliminated


def without_spain(**captures: str) -> EuropeState:
    """France stands in Madrid, Valencia and Andalusia."""
    return after(
        units={
            "france": ["A MAD", "A VAL", "A ANDL", *(f"A {code}" for code in captures)],
            "spain": ["A POR", "A MIL"],
            "POR": [],
        },
        captures={"POR": "spain", **captures},
        infs={"POR": {"england": 3, "spain": 2}},
        wars=[("france", "spain")],
    )


@pytest.mark.rule("E19D-CAP-8")
def test_x_41_the_fall_of_spain_frees_portugal_and_makes_three_states():
    result = adjust(without_spain())
    assert "spain" in result.state.eliminated
    assert (holder(result, "POR"), status(result, "POR")) == ("POR", "aligned england")
    assert set(result.state.founded) == {"NET", "MIL", "NAP"}
    assert [status(result, code) for code in ("NET", "MIL", "NAP")] == ["unaligned"] * 3
    assert stands(result, "spain") == []
    built = play(EDITION, result.state).state
    for code in ("POR", "NET", "MIL", "NAP"):
        assert len(units_of(built, code)) == 1


@pytest.mark.rule("E19D-CAP-6")
def test_x_42_a_successor_state_that_france_holds_is_a_captured_one():
    result = adjust(without_spain(NET="france"))
    assert status(result, "NET") == "captured france"
    later = given(
        year=1620,
        units={"france": ["A NET"]},
        captures={"NET": "france"},
        infs={"NET": {}, "MIL": {}, "NAP": {}},
        founded=("NET", "MIL", "NAP"),
        eliminated=MappingProxyType({"spain": 1619}),
    )
    freed = march(later, france="A NET - PAR")
    assert (holder(freed, "NET"), status(freed, "NET")) == ("NET", "unaligned")


@pytest.mark.rule("E19D-UNT-7")
def test_x_49_a_lost_unit_lowers_the_total_and_the_price():
    units = {
        "france": ["A PAR +9", "A LYO +1", "F NORM", "A PRO", "A BUR"],
        "spain": ["A DAU +2", "A PIE +2"],
    }
    state = given(
        units=units, captures={"DAU": "spain", "PIE": "spain"}, wars=[("france", "spain")]
    )
    before = purses(Turn(EDITION, state, OrderBook({})))["france"]
    after_ = move(state, spain="A DAU - LYO; A PIE - PRO", france="A LYO H; A PRO H")
    result = adjust(after_)
    assert holder(result, "LYO") == holder(result, "PRO") == "spain"
    now = purses(Turn(EDITION, result.state, OrderBook({})))["france"]
    assert (before.strength, now.strength) == (15, 12)
    price = state.facts.price_at
    assert price(12) < price(14)


@pytest.mark.rule("E19D-CHK-5")
def test_x_56_an_ally_in_an_outer_province_is_a_guest():
    state = given(units={"sweden": ["A KAL"]}, alliances=[("denmark", "sweden")])
    result = march(state, sweden="A KAL H")
    assert stands(result, "sweden") == ["A KAL"]
    assert (holder(result, "KAL"), status(result, "LOWR")) == ("LOWR", "aligned denmark")


@pytest.mark.rule("E19D-CAP-6")
def test_x_59_infs_placed_in_the_year_of_the_capture_are_suspended():
    diplomatic = position(
        EDITION,
        phase="diplomatic",
        wars=[("league", "union")],
        alliances=(),
        units={"league": ["A HES"]},
    )
    placed = play(EDITION, diplomatic, {"union": "3: HES"})
    assert infs_in(placed.state, "HES") == {"union": 7}
    result = march(placed.state, league="A HES H")
    assert status(result, "HES") == "captured league"
    assert infs_in(result.state, "HES") == {"union": 7}


@pytest.mark.rule("E19D-MIN-4")
@pytest.mark.rule("E19D-CAP-3")
def test_x_60_the_fall_of_a_state_saves_a_power_in_time():
    """Hesse has held Bavaria for years; its own fall gives it back before anybody falls."""
    state = after(
        units={"HES": ["A BAV"], "denmark": ["A HES"]},
        captures={"BAV": "HES"},
        wars=[("league", "union"), ("denmark", "union")],
    )
    result = adjust(state)
    assert (holder(result, "HES"), holder(result, "BAV")) == ("denmark", "league")
    assert "league" not in result.state.eliminated
