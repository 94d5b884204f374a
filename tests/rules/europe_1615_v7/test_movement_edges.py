"""Edge cases of movement, scenario 8, what is said of sheets before the deadline, and options."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import given


def complaints(state: EuropeState, power: str, text: str) -> list[tuple[str, str]]:
    """What is said of a sheet before the deadline."""
    found = RULESET.read(state, {power: text.replace(" ; ", "\n")}).complaints
    return [(one.severity, one.text) for one in found if one.text in text]


@pytest.mark.rule("E15V7-CORE-2")
def test_edge_case_2_an_order_to_a_unit_that_may_change_its_patron_is_read_and_never_an_error():
    state = given(units={"HES": ["A HES"]}, infs={"HES": {"spain": 2}})
    assert complaints(state, "france", "5: HES ; HES: A HES - WES") == []
    neutral = given(units={"HES": ["A HES"]}, infs={"HES": {"spain": 2, "france": 2}})
    assert complaints(neutral, "france", "A HES - WES") == [("warning", "A HES - WES")]
    assert complaints(neutral, "france", "A HES - VIE") == [("error", "A HES - VIE")]


@pytest.mark.rule("E15V7-MOVE-1")
@pytest.mark.parametrize("order", ["A BUR - VIE", "A PAR - NET"])
def test_what_no_influence_can_change_is_said_before_the_deadline(order: str):
    """Vienna is far away; the Southern Netherlands are Spain's, with which there is peace."""
    state = given(units={"france": ["A BUR", "A PAR"]})
    assert ("error", order) in complaints(state, "france", order)


@pytest.mark.parametrize(
    "sheet",
    [
        "5: BRA\nBRA > SPAIN\nA PAR - BUR\nHES: A HES - WES\nOTTOMAN:\nA SER - HUN",
        "FRANCE\n5: BRA; BRA > SPAIN; A PAR - BUR\nHesse: A HES - WES\nOttomans\nOTT: A SER - HUN",
        "1) 5: BRA\n2) BRA > SPAIN\n3) A PAR - BUR\n4) A HES - WES\n5) OTTOMAN: A SER - HUN",
    ],
)
def test_politics_and_orders_of_units_stand_on_one_sheet(sheet: str):
    units = {"france": ["A PAR"], "HES": ["A HES"], "OTT": ["A SER"]}
    state = given(units=units, infs={"HES": {"france": 1}, "OTT": {"spain": 1}})
    book = RULESET.read(state, {"france": sheet})
    assert [str(one.order) for one in book.sheets["france"].orders] == [
        "5: BRA",
        "BRA > SPAIN",
        "A PAR - BUR",
        "A HES - WES",
        "A SER - HUN",
    ]
