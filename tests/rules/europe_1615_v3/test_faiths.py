"""Christian and Muslim units: whom they help, and where. E15V3-CM."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe.building import outcome, units_of
from tests.rules.europe_1615_v3.three import Played, cited, complaints, given, said, sheets


def votes(order: str, **texts: str) -> dict[str, str]:
    """Sheets that order the Ottomans about, and others."""
    return {"france": order, **texts}


def opened(**parts: Any) -> Any:
    """A position in which Morocco is open."""
    state = given(**parts)
    return given(**parts, parts={**state.parts, "opened": type(state.parts["opened"])(("SUL",))})


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-CM-1")
def test_no_christian_helps_a_muslim_toward_rome():
    units = {"OTT": ["A GEN"], "VEN": ["A PIA"], "TUS": ["A TUS"]}
    state = given(units=units, infs={"VEN": {"spain": 3}})
    played = sheets(state, **votes("GEN-TUS", spain="PIA S GEN-TUS"))
    assert on(played, "TUS") == ["A TUS"]
    assert cited(played, "A PIA S A GEN - TUS") == ("void", "E15V3-CM-1")
    assert "Christians support no Muslim into Tuscany" in said(played, "A PIA S A GEN - TUS")


@pytest.mark.rule("E15V3-CM-1")
def test_it_may_help_it_to_hold_there_and_to_go_elsewhere():
    units = {"OTT": ["A MAR", "A TUS"], "spain": ["A PIA"], "austria": ["A VEN"]}
    state = given(units=units)
    played = sheets(state, **votes("MAR H ; TUS-GEN", spain="PIA S TUS-GEN", austria="VEN S MAR"))
    assert outcome(played, "A VEN S A MAR") == "success"
    assert cited(played, "A PIA S A TUS - GEN")[1] == "E15V3-ID-3"


@pytest.mark.rule("E15V3-CM-5")
def test_no_christian_fleet_carries_a_muslim_army_there():
    units = {"OTT": ["A ALB"], "spain": ["F ADR"]}
    played = sheets(given(units=units), **votes("ALB-NAP", spain="ADR C ALB-NAP"))
    assert on(played, "OTT") == ["A ALB"]
    assert cited(played, "F ADR C A ALB - NAP") == ("void", "E15V3-CM-5")


@pytest.mark.rule("E15V3-CM-2")
def test_elsewhere_christians_help_muslims():
    units = {"OTT": ["A WAL"], "austria": ["A HUN"], "TRA": ["A TRA"]}
    played = sheets(given(units=units), **votes("WAL-TRA", austria="HUN S WAL-TRA"))
    assert on(played, "OTT") == ["A TRA"]
    fleet = opened(units={"SUL": ["A SUL"], "spain": ["F MED"]}, infs={"SUL": {"france": 5}})
    played = sheets(fleet, france="SUL-VAL", spain="MED C SUL-VAL")
    assert on(played, "SUL") == ["A VAL"]


@pytest.mark.rule("E15V3-CM-3")
def test_muslims_support_no_christian_against_a_muslim():
    """Not even a friend; R-67: what counts is who stands there when the phase begins."""
    units = {"TUN": ["F ALG"], "spain": ["F MED"], "SUL": ["A SUL"]}
    state = opened(units=units, infs={"SUL": {"spain": 5}, "TUN": {"france": 5}})
    for leaves in ("ALG H", "ALG-TUN"):
        played = sheets(state, spain="F MED - ALG ; SUL S MED-ALG", france=leaves)
        assert cited(played, "A SUL S F MED - ALG") == ("void", "E15V3-CM-3")
    held = sheets(state, spain="F MED - ALG ; SUL S MED-ALG", france="ALG H")
    assert on(held, "TUN") == ["F ALG"]


@pytest.mark.rule("E15V3-CM-3")
def test_it_counts_where_no_muslim_stands():
    units = {"spain": ["F MED"], "SUL": ["A SUL"], "england": ["A ALG"]}
    state = opened(units=units, infs={"SUL": {"spain": 5}})
    played = sheets(state, spain="F MED - ALG ; SUL S MED-ALG")
    assert on(played, "spain") == ["F ALG"]


@pytest.mark.rule("E15V3-CM-4")
def test_nor_do_they_carry_others_there():
    units = {"TUN": ["F MED"], "spain": ["A ANDL"]}
    state = opened(units=units, infs={"TUN": {"france": 5}})
    texts = {"spain": "ANDL-TUN", "france": "MED C ANDL-TUN"}
    played = sheets(state, **texts)
    assert cited(played, "F MED C A ANDL - TUN") == ("void", "E15V3-CM-4")
    ally = opened(units=units, infs={"TUN": {"spain": 5}})
    played = sheets(ally, spain="ANDL-TUN ; MED C ANDL-TUN")
    assert on(played, "spain") == ["A TUN"]


@pytest.mark.rule("E15V3-CM-4")
def test_into_other_islamic_land_everybody_is_helped():
    units = {"SUL": ["A BUL"], "spain": ["A ALB"], "england": ["A SER"]}
    state = opened(units=units, infs={"SUL": {"france": 5}})
    played = sheets(state, spain="ALB-SER", france="BUL S ALB-SER")
    assert outcome(played, "A BUL S A ALB - SER") == "void"
    units = {"SUL": ["A SER"], "spain": ["A ALB"], "england": ["A BOS"]}
    state = opened(units=units, infs={"SUL": {"france": 5}})
    played = sheets(state, spain="ALB-BOS", france="SER S ALB-BOS")
    assert on(played, "spain") == ["A BOS"]


@pytest.mark.rule("E15V3-CM-1")
def test_a_sheet_is_told_what_faith_forbids():
    state = given(units={"OTT": ["A GEN"], "spain": ["A PIA"]})
    (told,) = complaints(state, spain="PIA S GEN-TUS")
    assert (told.severity, told.rule) == ("warning", "E15V3-CM-1")
