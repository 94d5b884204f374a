"""Builds and bolsters: E19D-BLD."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619_draft.paying import builds, spend, why


@pytest.mark.rule("E19D-BLD-5")
@pytest.mark.parametrize("line", ["BUILD A LYO", "BOLSTER A PAR 1"])
def test_nothing_is_sold_at_strength_15(line: str):
    state = builds(units={"france": ["A PAR +8", "A BUR +5"]})
    assert why(spend(state, {"france": line}, france=500), line) == "excess E19D-BLD-5"
