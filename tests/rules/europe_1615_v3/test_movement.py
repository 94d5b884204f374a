"""Who may go where: E15V3-MOV, and the standard rules that stay."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v3.three import Played, cited, complaints, given, sheets


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-MOV-1")
@pytest.mark.parametrize(("side", "unit", "order"), [
    ("austria", "A BOH", "BOH-FRA"), ("austria", "A BOH", "BOH-SAX"), ("HES", "A HES", "HES-SAX"),
])  # fmt: skip
def test_an_unaligned_state_is_open(side: str, unit: str, order: str):
    state = given(units={side: [unit]}, infs={"HES": {"austria": 3}})
    played = sheets(state, austria=order)
    assert on(played, side) == [f"A {order[-3:]}"]


@pytest.mark.rule("E15V3-MOV-2")
def test_an_aligned_state_is_open_and_may_be_attacked():
    units = {"denmark": ["A BRA", "A BRU"], "SAX": ["A SAX"]}
    state = given(units=units, infs={"SAX": {"austria": 3}})
    played = sheets(state, denmark="BRA-SAX ; BRU S BRA-SAX")
    assert on(played, "denmark") == ["A BRU", "A SAX"]
    assert cited(played, "A BRA - SAX")[0] == "success"


@pytest.mark.rule("E15V3-MOV-3")
@pytest.mark.parametrize(("unit", "order", "captures"), [
    ("A HUN", "HUN-SER", {}),
    ("A WUR", "WUR-TYR", {}),
    ("A BOH", "BOH-SAX", {"SAX": "denmark"}),
    ("A BRE", "BRE-MEC", {"MEC": "PRU"}),
])  # fmt: skip
def test_land_of_powers_and_ottomans_and_what_they_or_open_states_have_captured_is_open(
    unit: str, order: str, captures: dict[str, str]
):
    state = given(units={"france": [unit]}, captures=captures, infs={"PRU": {"denmark": 5}})
    assert on(sheets(state, france=order), "france") == [f"A {order[-3:]}"]


@pytest.mark.rule("E15V3-MOV-5")
@pytest.mark.parametrize("kind", ["A", "F"])
def test_armies_and_fleets_cross_two_straits(kind: str):
    played = sheets(given(units={"england": [f"{kind} IRE"]}), england="IRE-SCOT")
    assert on(played, "england") == [f"{kind} SCOT"]
    # Morocco is closed, and the other way is open.
    played = sheets(given(units={"spain": [f"{kind} SUL"]}), spain="SUL-ANDL")
    assert on(played, "spain") == [f"{kind} ANDL"]


@pytest.mark.rule("E15V3-MOV-6")
def test_a_fleet_names_the_coast_of_holstein_where_it_reaches_both():
    state = given(units={"denmark": ["F COP"]})
    assert cited(sheets(state, denmark="F COP - HOL"), "F COP - HOL") == (
        "illegal", "E15V3-MOV-6"
    )  # fmt: skip
    assert on(sheets(state, denmark="F COP - HOL/EC"), "denmark") == ["F HOL/EC"]
    (told,) = complaints(state, denmark="F COP - HOL")
    assert told.severity == "error"


@pytest.mark.rule("E15V3-MOV-6")
def test_where_it_reaches_one_coast_that_is_meant():
    """R-53."""
    state = given(units={"denmark": ["F MEC"]})
    assert on(sheets(state, denmark="F MEC - HOL"), "denmark") == ["F HOL/EC"]
    (told,) = complaints(state, denmark="F MEC - HOL")
    assert (told.severity, "it is read as F MEC - HOL/EC" in told.problem) == ("warning", True)


@pytest.mark.rule("E15V3-MOV-7")
def test_catalonia_may_be_entered():
    played = sheets(given(units={"france": ["A LAN"]}), france="LAN-CAT")
    assert on(played, "france") == ["A CAT"]


@pytest.mark.rule("E15V3-PH-4")
def test_no_unit_goes_farther_than_one_province():
    state = given(units={"france": ["A PAR"]})
    assert cited(sheets(state, france="PAR-MAD"), "A PAR - MAD") == ("illegal", "E15V3-PH-4")


@pytest.mark.rule("E15V3-ID-3")
def test_two_equal_moves_to_a_vacant_province_bounce():
    state = given(units={"austria": ["A BOH"], "france": ["A HES"]})
    played = sheets(state, austria="BOH-FRA", france="HES-FRA")
    assert outcome(played, "A BOH - FRA") == outcome(played, "A HES - FRA") == "bounce"
    assert len(events(played, "standoff")) == 1


@pytest.mark.rule("E15V3-MIN-2")
def test_a_fleet_of_a_state_convoys_by_order_of_its_patron():
    """X-19: any army may be carried, and none by a fleet whose state has become neutral."""
    units = {"GEN": ["F TYN"], "austria": ["A TUS"]}
    state = given(units=units, infs={"GEN": {"spain": 5}})
    texts = {"spain": "TYN C TUS-NAP", "austria": "TUS-NAP"}
    assert on(sheets(state, **texts), "austria") == ["A NAP"]
    played = sheets(state, **texts, france="5: GEN")
    assert on(played, "austria") == ["A TUS"]
    assert outcome(played, "F TYN C A TUS - NAP") == "illegal"


@pytest.mark.rule("E15V3-MIN-4")
def test_units_of_unaligned_states_abroad_hold_too():
    """R-21."""
    state = given(units={"PRU": ["A MEC"]})
    assert on(sheets(state, denmark="MEC-BRA"), "PRU") == ["A MEC"]
