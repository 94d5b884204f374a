"""Captures: the edge cases."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619.adjusting import adjust, holder, march, status


def test_x_7_a_vassal_is_a_vassal_again_when_it_comes_free() -> None:
    played = adjust(units={}, captures={"HES": "france"}, infs={"HES": {"union": 26, "league": 3}})
    assert status(played, "HES") == "vassal union"


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
