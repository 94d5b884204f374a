"""Units that are dislodged: those of powers retreat, others are disbanded. E15V3-DIS-1 and 2, PH-2,
NEU-1."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    complaints,
    given,
    sheets,
    with_modifiers,
)

LOST = {"denmark": "BRA-SAX ; BRU S BRA-SAX"}


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


def driven(**parts: Any) -> Played:
    """Austria's army in Saxony has been dislodged by Denmark's from Brandenburg."""
    units = {"austria": ["A SAX"], "denmark": ["A BRA", "A BRU"], **parts.pop("units", {})}
    return sheets(given(units=units, **parts), **LOST)


@pytest.mark.rule("E15V3-PH-2")
def test_a_sheet_without_an_order_for_a_displaced_unit_is_told_so():
    (told,) = complaints(driven().state, austria="# nothing\nA VIE - BOH")[1:]
    assert told.problem == "no order: it will be disbanded"


UNION = "protestant_union"


@pytest.mark.rule("E15V3-DIS-2")
@pytest.mark.parametrize(("power", "after"), [("denmark", ["A SAX"]), ("spain", [])])
def test_the_patron_orders_the_retreat_of_a_unit_that_may(power: str, after: list[str]):
    units = {"HES": ["A HES"], "france": ["A RHI", "A WES"]}
    state = with_modifiers([UNION], units=units, infs={"HES": {"denmark": 5}})
    played = sheets(state, france="RHI-HES ; WES S RHI-HES")
    assert played.state.moment.phase == "spring-retreats"
    assert EDITION.course.awaited(played.state) == ("denmark",)
    assert on(sheets(played.state, **{power: "HES - SAX"}), "HES") == after


LYON = "treaty_of_lyon"


@pytest.mark.rule("E15V3-LYON-2")
def test_a_spanish_unit_in_switzerland_stays_or_leaves_and_needs_leave_to_return():
    """X-50."""
    infs = {"SAV": {"france": 3}}
    state = with_modifiers([LYON], units={"spain": ["A SWI", "A MIL"]}, infs=infs)
    assert on(sheets(state, spain="SWI H"), "spain") == ["A MIL", "A SWI"]
    left = sheets(state, spain="SWI-LOR ; MIL-SWI")
    assert on(left, "spain") == ["A LOR", "A MIL"]
    back = at(left.state, "summer")
    assert on(sheets(back, spain="LOR-SWI"), "spain") == ["A LOR", "A MIL"]
    assert on(sheets(back, spain="LOR-SWI", france="PERMIT SPAIN SWI"), "spain") == [
        "A MIL", "A SWI"
    ]  # fmt: skip
