"""Declarations, war and armistice: E15V7-DECL, E15V7-WAR and E15V7-ARM."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, outcome
from tests.rules.europe_1615_v7.seven import given, through


def relation(state, one: str, other: str) -> str:
    return state.standing.relation(one, other)


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


# --- war


# --- armistice

WAR = [("france", "spain")]


@pytest.mark.rule("E15V7-ARM-2")
def test_one_side_alone_makes_an_offer():
    played = through(given(wars=WAR), "scoring", movement={"france": "ARMISTICE: SPAIN"})
    assert outcome(played[0], "ARMISTICE: SPAIN") == "void"
    assert [one for one in events(played[0], "offer") if one.public]
    assert relation(played[-1].state, "france", "spain") == "war"
