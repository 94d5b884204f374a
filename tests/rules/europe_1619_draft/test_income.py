"""Income and loans: E19D-INC, E19D-LOA."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619_draft.paying import builds, earned, spend


@pytest.mark.rule("E19D-INC-2")
def test_only_marked_provinces_pay():
    """Land without a number pays nobody: neither its owner nor its captor."""
    state = builds(
        units={"france": ["A EXT", "A ARA"]}, captures={"EXT": "france", "ARA": "france"}
    )
    land = state.facts.provinces
    assert (land["EXT"].value, land["ARA"].value) == (0, 1)
    assert earned(spend(state, {}), "france")["captured_province"] == 1


@pytest.mark.rule("E19D-INC-5")
def test_states_pay_nobody():
    state = builds(units={"HES": ["A COL"]}, captures={"COL": "HES"})
    assert [code for code, one in state.statuses.items() if one.patron == "union"] == [
        "ANS", "STR", "BRA", "HES", "WUR",
    ]  # fmt: skip
    assert set(earned(spend(state, {}), "union")) == {"home_center", "domestic_province", "total"}
