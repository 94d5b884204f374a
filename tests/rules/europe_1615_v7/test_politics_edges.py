"""Politics and movement in one phase: the edge cases and the composite scenarios of politics."""

from __future__ import annotations

from tests.rules.europe_1615_v7.seven import given, through

# --- politics and movement in one phase (1 to 14)


# --- war and alliance (29 to 41)


def test_the_captor_may_stay_after_the_armistice_and_leaving_releases():
    """Edge case 38."""
    before = given(
        wars=[("france", "spain")], units={"france": ["A CAN"]}, captures={"CAN": "france"}
    )
    texts = {"france": "ARMISTICE: SPAIN", "spain": "ARMISTICE: FRANCE"}
    state = through(before, "scoring", movement=texts)[-1].state
    kept = through(state, "adjustment")[-1].state
    left = through(state, "adjustment", movement={"france": "A CAN - GAS"})[-1].state
    assert kept.captures["CAN"].holder == "france"
    assert "CAN" not in left.captures


# --- composite scenarios
