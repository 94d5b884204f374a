"""Who orders the units of minor states: E15V3-MIN, INF-7 and INF-15, STA-4, STA-6 and STA-10."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import units_of, verdict
from tests.rules.europe_1615_v3.three import cited, complaints, given, said, sheets


@pytest.mark.rule("E15V3-MIN-1")
def test_any_power_may_order_any_state_s_unit():
    state = given(units={"RHI": ["A RHI"], "france": ["A PAR"]}, infs={"RHI": {"spain": 5}})
    (warned,) = complaints(state, france="PAR H\nRHI - WES")
    assert (warned.text, warned.severity, warned.done) == ("RHI - WES", "warning", "perhaps")
    played = sheets(state, france="RHI HOLD")
    assert cited(played, "A RHI H", "france")[0] == "illegal"
    assert said(played, "A RHI H", "france").startswith("Rhineland is aligned with Spain")


@pytest.mark.rule("E15V3-OTT-2")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("SER-BOS", "A SER - BOS"),
        ("SER-hold", "A SER H"),
        ("SER HOLD", "A SER H"),
        ("A(SER) - ALB", "A SER - ALB"),
        ("a ser - bos", "A SER - BOS"),
        ("SER S RUM", "A SER S A RUM"),
        ("ser s rum-bul", "A SER S A RUM - BUL"),
        ("Ottoman Empire: A SER - BOS", "A SER - BOS"),
    ],
)
def test_orders_are_read_in_all_their_spellings(text: str, order: str):
    """The order language of the catalogue: units without a type, in parentheses, in any case."""
    state = given(units={"OTT": ["A RUM", "A SER"]})
    assert not [one for one in complaints(state, spain=text) if one.line]
    assert verdict(sheets(state, spain=text), order, "spain").outcome == "success"


@pytest.mark.rule("E15V3-MIN-1")
def test_a_sheet_mixes_units_of_all_kinds():
    """The sample sheet of France."""
    text = """9: WUR
3: RHI
12: LOR
10: SAV

NORM S PAR-CHA
PAR-CHA
BRIT HOLD
PRO S SAV HOLD   # own ones
SAV HOLD
WUR HOLD
RHI HOLD
SER-hold
LOR S PAR-CHA"""
    units = {
        "france": ["A PAR", "A NORM", "F BRIT", "A PRO"],
        **{code: [f"A {code}"] for code in ("SAV", "WUR", "RHI", "LOR")},
        "OTT": ["A RUM", "A SER"],
    }
    state = given(units=units)
    assert not complaints(state, france=text)
    played = sheets(state, france=text)
    assert {one.outcome for one in played.verdicts if one.power == "france"} == {"success"}
    assert units_of(played.state, "france") == ["A CHA", "A NORM", "A PRO", "F BRIT"]
