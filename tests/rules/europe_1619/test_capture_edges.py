"""Captures: the edge cases."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.values import MinorBuild
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, units_of
from tests.rules.europe_1619.adjusting import adjust, holder, march, status


def test_x_5_a_state_without_infs_is_taken_by_the_unit_that_stands_in_it() -> None:
    """Its suspended INFs are gone; the captor has left and another stands there."""
    played = adjust(units={"savoy": ["A HES"]}, captures={"HES": "france"}, infs={"HES": {}})
    assert status(played, "HES") == "captured savoy"
    empty = adjust(units={}, captures={"HES": "france"}, infs={"HES": {}})
    assert status(empty, "HES") == "unaligned"


def test_x_7_a_vassal_is_a_vassal_again_when_it_comes_free() -> None:
    played = adjust(units={}, captures={"HES": "france"}, infs={"HES": {"union": 26, "league": 3}})
    assert status(played, "HES") == "vassal union"


def test_x_11_a_state_that_falls_loses_what_it_takes_the_same_year() -> None:
    played = march(
        {"union": "A HES - PAD", "league": "A WUE - HES"},
        units={"HES": ["A HES"], "league": ["A WUE"]},
        infs={"PAD": {}},
        wars=[("union", "league")],
    )
    assert status(played, "HES") == "captured league"
    assert holder(played, "PAD") == "PAD"
    assert units_of(played.state, "HES") == []
    kinds = [event.kind for event in played.events if "PAD" in event.provinces]
    assert kinds == ["captured", "state-captured", "units-disbanded", "liberated", "state-freed"]


def test_x_12_two_states_that_take_each_others_homes_are_both_free_again() -> None:
    played = adjust(
        units={"HES": ["A COL"], "COL": ["A HES"]}, wars=[("union", "league")], alliances=[]
    )
    assert status(played, "HES") == "aligned union"
    assert status(played, "COL") == "aligned league"
    assert units_of(played.state, "HES") == units_of(played.state, "COL") == []
    assert not played.state.captures
    built = play(EDITION, played.state).state
    assert units_of(built, "HES") == ["A HES"]
    assert units_of(built, "COL") == ["A COL"]


def test_x_31_an_outer_province_stays_with_its_own_captor() -> None:
    captures = {"BRU": "dutch", "KAL": "saxony"}
    held = adjust(units={"dutch": ["A BRU"], "saxony": ["A KAL"]}, captures=captures)
    assert holder(held, "KAL") == "saxony"
    freed = adjust(units={"saxony": ["A KAL"]}, captures=captures)
    assert status(freed, "LOWR") == "aligned denmark"
    assert holder(freed, "BRU") == "LOWR"
    assert holder(freed, "KAL") == "saxony"


def test_x_32_a_guest_captures_the_grey_land_around_him() -> None:
    played = adjust(
        units={"austria": ["A BOH"], "union": ["A LUS"]},
        infs={"BOHC": {"union": 3}},
        wars=[("austria", "union")],
    )
    assert status(played, "BOHC") == "captured austria"
    assert holder(played, "LUS") == "union"
    assert holder(played, "SIL") == "BOHC"


@pytest.mark.parametrize("infs", [5, 30])
def test_x_33_and_x_34_the_patron_stands_in_his_state_without_capturing_it(infs: int) -> None:
    played = adjust(units={"union": ["A HES"]}, infs={"HES": {"union": infs}})
    assert holder(played, "HES") == "HES"
    assert status(played, "HES") == ("aligned union" if infs < 25 else "vassal union")


def test_x_35_a_patron_must_lose_the_state_before_he_can_capture_it() -> None:
    units = {"union": ["A HES"]}
    aligned = adjust(units=units, infs={"HES": {"union": 1}})
    assert not aligned.state.captures
    unaligned = adjust(units=units, infs={"HES": {}})
    assert status(unaligned, "HES") == "captured union"


def test_x_36_two_armies_that_bounce_capture_nothing() -> None:
    played = march(
        {"saxony": "A SAX - ERF", "union": "A WUE - ERF"},
        units={"saxony": ["A SAX"], "union": ["A WUE"]},
        infs={"WUE": {"union": 1}},
    )
    assert holder(played, "ERF") == "ERF"
    assert not played.state.captures


@pytest.mark.parametrize(
    ("orders", "unit"),
    [({}, "F IRE/EC"), ({"england": [MinorBuild("IRE", "F", "WC")]}, "F IRE/WC")],
)
def test_x_50_a_freed_state_with_two_coasts_builds_where_its_patron_says(
    orders: dict[str, list[MinorBuild]], unit: str
) -> None:
    played = adjust(units={}, captures={"IRE": "france"}, infs={"IRE": {"england": 2}})
    assert units_of(play(EDITION, played.state, orders).state, "IRE") == [unit]
