"""Declarations, war and armistice: E15V7-DECL, E15V7-WAR and E15V7-ARM."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import given, through


@pytest.mark.rule("E15V7-DECL-3")
def test_effects_come_in_the_order_of_the_rulebook():
    before = given(
        wars=[("spain", "england"), ("bavaria", "dutch")], alliances=[("france", "denmark")]
    )
    played = through(
        before,
        "scoring",
        movement={
            "sweden": "WAR: POLAND ; ALLIANCE: AUSTRIA",
            "austria": "ALLIANCE: SWEDEN",
            "bavaria": "SURRENDER: DUTCH INDEMNITY 0",
            "dutch": "ACCEPT SURRENDER: BAVARIA INDEMNITY 0",
            "spain": "ARMISTICE: ENGLAND",
            "england": "ARMISTICE: SPAIN",
            "france": "BREAK ALLIANCE: ALL",
        },
    )
    told = [one.rule.removeprefix("E15V7-") for one in events(played[-1], "relation")]
    assert told == ["ALLY-10", "ARM-1", "SURR-3", "ALLY-1", "WAR-3"]
