"""A power and the states aligned with it: they go through each other's land, and spare each other.
E15V3-ALI."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v3.three import cited, given, said, sheets, through

DANISH = {"BRA": {"denmark": 5}, "HES": {"denmark": 5}}


@pytest.mark.rule("E15V3-ALI-1")
def test_a_power_enters_its_state_and_the_state_its_patron_s_land():
    state = given(
        units={"england": ["A WES"], "RHI": ["A LOR"], "denmark": ["A BRE"], "BRA": ["A MEC"]},
        infs={"RHI": {"england": 5}, "BRA": {"denmark": 5}},
    )
    played = sheets(state, england="WES-RHI", denmark="MEC-HOL")
    assert units_of(played.state, "england") == ["A RHI"]
    assert units_of(played.state, "BRA") == ["A HOL"]


@pytest.mark.rule("E15V3-ALI-1")
def test_it_does_not_where_a_unit_of_the_state_stands():
    state = given(units={"england": ["A WES"], "RHI": ["A RHI"]}, infs={"RHI": {"england": 5}})
    played = sheets(state, england="WES-RHI")
    assert cited(played, "A WES - RHI") == ("bounce", "E15V3-ALI-5")


@pytest.mark.rule("E15V3-ALI-2")
def test_states_of_one_patron_go_through_each_other_s_land():
    state = given(units={"BRA": ["A SAX"], "denmark": ["A BRU"]}, infs=DANISH)
    played = sheets(state, denmark="SAX-HES ; BRU-BRA")
    assert units_of(played.state, "BRA") == ["A HES"]
    assert units_of(played.state, "denmark") == ["A BRA"]


@pytest.mark.rule("E15V3-ALI-5")
def test_a_power_does_not_dislodge_a_state_that_it_wins_in_this_very_phase():
    state = given(units={"france": ["A CHA", "A FRC"], "LOR": ["A LOR"]})
    played = sheets(state, france="3: LOR ; CHA-LOR ; FRC S CHA-LOR")
    assert not events(played, "dislodged")
    assert cited(played, "A CHA - LOR") == ("bounce", "E15V3-ALI-5")
    assert "Lorraine is aligned with France itself" in said(played, "A CHA - LOR")
    strange = sheets(state, france="CHA-LOR ; FRC S CHA-LOR")
    assert len(events(strange, "dislodged")) == 1


@pytest.mark.rule("E15V3-ALI-5")
def test_a_power_helps_nobody_to_dislodge_its_state():
    """X-21: Austria's support counts against a rival, not against Saxony, which is Austria's."""
    units = {"austria": ["A BOH"], "denmark": ["A BRA"], "SAX": ["A SAX"]}
    texts = {"austria": "BOH S BRA-SAX", "denmark": "BRA-SAX"}
    saxon = {"SAX": {"austria": 5}}
    played = sheets(given(units=units, infs=saxon), **texts)
    assert not events(played, "dislodged")
    assert "does not count toward dislodging" in said(played, "A BOH S A BRA - SAX")
    # It counts against rivals, and Denmark with a support of its own needs it not.
    rivals = {**units, "france": ["A FRA", "A HES"]}
    state = given(units=rivals, infs=saxon)
    france = "FRA-SAX ; HES S FRA-SAX"
    assert not events(sheets(state, france=france, **texts), "dislodged")
    alone = sheets(state, france=france, austria="BOH H", denmark="BRA-SAX")
    assert [event.data["by"] for event in events(alone, "dislodged")] == ["france"]
    state = given(units={**units, "denmark": ["A BRA", "A BRU"]}, infs=saxon)
    played = sheets(state, austria=texts["austria"], denmark="BRA-SAX ; BRU S BRA-SAX")
    assert [event.data["by"] for event in events(played, "dislodged")] == ["denmark"]


@pytest.mark.rule("E15V3-ALI-6")
def test_states_of_one_patron_do_not_dislodge_each_other_and_cut_no_support():
    """R-14 and R-15."""
    units = {"BRA": ["A SAX"], "HES": ["A HES"], "denmark": ["A BRU", "A WES"], "france": ["A RHI"]}
    state = given(units=units, infs=DANISH)
    played = sheets(state, denmark="SAX-HES ; BRU S SAX-HES ; HES S WES-RHI ; WES-RHI")
    assert outcome(played, "A HES S A WES - RHI") == "success"
    assert cited(played, "A SAX - HES") == ("bounce", "E15V3-ALI-6")
    assert "Brandenburg and Hesse are both aligned with Denmark" in said(played, "A SAX - HES")
    assert [event.data["owner"] for event in events(played, "dislodged")] == ["france"]


@pytest.mark.rule("E15V3-ALI-4")
@pytest.mark.parametrize(
    ("fall", "holder"),
    [
        ({}, "denmark"),
        ({"spain": "9: HES"}, "HES"),
        ({"spain": "5: HES"}, "denmark"),
        ({"denmark": "HES > SPAIN"}, "HES"),
    ],
)
def test_a_state_that_changes_sides_in_fall_captures_the_land_of_its_old_patron(
    fall: dict[str, str], holder: str
):
    """X-12: still Danish; Spanish; neutral; unaligned."""
    spanish = {"spain": 5} if "HES > SPAIN" in fall.values() else {}
    state = given(
        phase="fall",
        units={"HES": ["A HOL"], "denmark": ["F COP"], "spain": ["A MAD"]},
        infs={"HES": {"denmark": 5, **spanish}},
    )
    played = through(state, "early-winter", fall=fall)
    assert played[-1].state.standing.holders["HOL"] == holder
