"""Diplomatic attacks: E19D-DA, and the edge cases X-1 to X-6 and X-59."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe_1619_draft.drafted import (
    diplomatic,
)


@pytest.mark.rule("E19D-DA-4")
def test_the_attack_order_is_that_of_the_table():
    order = diplomatic(tables={}).facts.attack_order
    assert order == tuple(
        power for power in EDITION.tables["influence"]["attack_order"] if power != "saxony"
    )
    assert len(set(order)) == 11
