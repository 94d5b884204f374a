"""Units that are dislodged: those of powers retreat, others are disbanded. E15V3-DIS-1 and 2, PH-2,
NEU-1."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    cited,
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


@pytest.mark.rule("E15V3-DIS-1")
def test_a_unit_of_a_state_is_disbanded():
    units = {"BAV": ["A BAV"], "austria": ["A BOH", "A TYR"]}
    state = given(units=units, infs={"BAV": {"spain": 5}})
    played = sheets(state, austria="BOH-BAV ; TYR S BOH-BAV")
    assert on(played, "BAV") == []
    assert [event.rule for event in events(played, "disbanded")] == ["E15V3-DIS-1"]
    assert played.state.moment.phase == "summer"


@pytest.mark.rule("E15V3-PH-2")
def test_fleets_retreat_too():
    units = {"spain": ["F TYN"], "france": ["F LIG", "F MED"]}
    played = sheets(given(units=units), france="LIG-TYN ; MED S LIG-TYN")
    after = sheets(played.state, spain="F TYN - NAP")
    assert on(after, "spain") == ["F NAP"]


@pytest.mark.rule("E15V3-PH-2")
@pytest.mark.parametrize(
    ("order", "rule"),
    [("A SAX - BRA", "E15V3-PH-2"), ("A SAX - BRU", "E15V3-PH-2"), ("A SAX - VIE", "E15V3-PH-2")],
)
def test_not_to_where_the_attack_came_from_nor_to_occupied_or_distant_land(order: str, rule: str):
    after = sheets(driven().state, austria=order)
    assert cited(after, order) == ("illegal", rule)
    assert on(after, "austria") == []


@pytest.mark.rule("E15V3-PH-2")
def test_two_that_retreat_to_one_province_and_one_without_an_order_are_disbanded():
    units = {"austria": ["A SAX", "A FRA"], "france": ["A RHI", "A WUR"]}
    state = given(units={**units, "denmark": ["A BRA", "A BRU"]})
    played = sheets(state, france="RHI-FRA ; WUR S RHI-FRA", **LOST)
    after = sheets(played.state, austria="A SAX - HES ; A FRA - HES")
    assert on(after, "austria") == []
    assert on(sheets(played.state, austria="A SAX - HES"), "austria") == ["A HES"]


@pytest.mark.rule("E15V3-NEU-1")
def test_land_of_a_state_that_has_just_become_neutral_is_no_way_out():
    """X-45."""
    state = given(units={"austria": ["A SAX"], "denmark": ["A BRA", "A BRU"]})
    played = sheets(state, france="3: HES ; 3: FRA", spain="3: HES ; 3: FRA", **LOST)
    (one,) = played.state.displaced
    assert one.places == ("BOH",)
    after = sheets(played.state, austria="A SAX - HES")
    assert cited(after, "A SAX - HES") == ("illegal", "E15V3-NEU-1")


@pytest.mark.rule("E15V3-NEU-2")
def test_nobody_must_leave_land_in_which_it_has_no_business():
    units = {"austria": ["A SAX"], "HES": ["A MEC"], "OTT": ["A TRA"], "spain": ["A PAR"]}
    infs = {"SAX": {"austria": 5, "denmark": 5}, "HES": {"spain": 5, "denmark": 5}}
    played = sheets(given(units=units, infs=infs))
    assert not events(played, "evicted")
    for side, own in units.items():
        assert on(played, side) == own


@pytest.mark.rule("E15V3-PH-2")
def test_a_sheet_without_an_order_for_a_displaced_unit_is_told_so():
    (told,) = complaints(driven().state, austria="# nothing\nA VIE - BOH")[1:]
    assert told.problem == "no order: it will be disbanded"


# --- states with the right to retreat


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


@pytest.mark.rule("E15V3-DIS-2")
@pytest.mark.parametrize("row", [{}, {"denmark": 5, "spain": 5}])
def test_without_a_patron_it_is_disbanded(row: dict[str, int]):
    """X-51 and R-66; a neutral state's own land is closed, so its unit stands abroad."""
    units = {"HES": ["A SAX"], "denmark": ["A BRA", "A BRU"]}
    played = sheets(with_modifiers([UNION], units=units, infs={"HES": row}), **LOST)
    assert on(played, "HES") == []
    (gone,) = events(played, "disbanded")
    assert gone.rule == "E15V3-DIS-1"
    assert "aligned with nobody who could order its retreat" in gone.text


@pytest.mark.rule("E15V3-DIS-1")
def test_other_states_have_no_such_right():
    units = {"BAV": ["A BAV"], "austria": ["A BOH", "A TYR"]}
    state = with_modifiers([UNION], units=units, infs={"BAV": {"spain": 5}})
    assert on(sheets(state, austria="BOH-BAV ; TYR S BOH-BAV"), "BAV") == []


@pytest.mark.rule("E15V3-SPU-2")
def test_a_retreat_costs_no_strength():
    """R-39."""
    units = {"RHI": ["A RHI"], "france": ["A LOR", "A WUR", "A FRA"]}
    state = with_modifiers([UNION], units=units, infs={"RHI": {"denmark": 5}})
    played = sheets(state, france="LOR-RHI ; WUR S LOR-RHI ; FRA S LOR-RHI")
    assert on(sheets(played.state, denmark="RHI - HES"), "RHI") == ["A HES +1"]


# --- the Treaty of Lyon


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


@pytest.mark.rule("E15V3-LYON-2")
def test_no_leave_opens_switzerland_to_a_spanish_retreat():
    """X-50."""
    units = {"spain": ["A LOR"], "france": ["A CHA", "A RHI"]}
    state = with_modifiers([LYON], units=units, infs={"SAV": {"france": 3}})
    played = sheets(state, france="CHA-LOR ; RHI S CHA-LOR ; PERMIT SPAIN SWI")
    (one,) = played.state.displaced
    assert "SWI" not in one.places


@pytest.mark.rule("E15V3-LYON-2")
def test_spain_may_support_into_switzerland():
    """X-20."""
    units = {"spain": ["A MIL"], "austria": ["A TYR"], "france": ["A SWI"]}
    state = with_modifiers([LYON], units=units, infs={"SAV": {"france": 3}})
    played = sheets(state, spain="MIL S TYR-SWI", austria="TYR-SWI")
    assert on(played, "austria") == ["A SWI"]
