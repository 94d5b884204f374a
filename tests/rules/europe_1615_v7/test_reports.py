"""What is published of a phase: E15V7-REP."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import given, sheets


def sections(state, **texts):  # type: ignore[no-untyped-def]
    """The sections of the report of a phase by their titles, their rows and lines as text."""
    played = sheets(state, **texts)
    return {one.title: str((one.lines, one.plain_rows)) for one in RULESET.report(state, played)}


@pytest.mark.rule("E15V7-REP-3")
def test_attacks_are_published_in_their_order_with_the_infs_before_and_after():
    state = given(infs={"BRA": {"england": 5, "france": 10, "spain": 10}})
    played = sheets(state, england="BRA > FRANCE", france="BRA > SPAIN")
    told = [one.data for one in events(played, "diplomatic-attack")]
    assert [(one["by"], one["before"], one["after"]) for one in told] == [
        ("england", {"england": 5, "france": 10}, {"england": 0, "france": 5}),
        ("france", {"france": 5, "spain": 10}, {"france": 0, "spain": 5}),
    ]
    table = sections(state, england="BRA > FRANCE", france="BRA > SPAIN")
    assert "10 to 5" in table["Diplomatic attacks, in the order resolved"]


@pytest.mark.rule("E15V7-REP-2")
def test_declarations_are_published_with_the_year():
    found = sections(given(), france="WAR: SPAIN")
    assert "1621" in found["Declarations"]
