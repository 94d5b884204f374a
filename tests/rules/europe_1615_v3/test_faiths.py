"""Christian and Muslim units: whom they help, and where. E15V3-CM."""

from __future__ import annotations

import pytest

from tests.rules.europe_1615_v3.three import complaints, given


@pytest.mark.rule("E15V3-CM-1")
def test_a_sheet_is_told_what_faith_forbids():
    state = given(units={"OTT": ["A GEN"], "spain": ["A PIA"]})
    (told,) = complaints(state, spain="PIA S GEN-TUS")
    assert (told.severity, told.rule) == ("warning", "E15V3-CM-1")
