"""Who holds foreign land, and for how long: E15V7-CTRL, CORE-9, MINOR-5 to 8 and 11."""

from __future__ import annotations

from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v7.landing import (
    holder,
)
from tests.rules.europe_1615_v7.seven import given, sheets


def test_what_comes_free_at_the_end_of_builds_builds_next_year():
    """States have built before; what the excess unit of one of them held comes free, too."""
    state = given(
        phase="builds",
        units={"dutch": ["A COL"], "BRA": ["A KUR", "A TRI"]},
        captures={"COL": "dutch", "TRI": "BRA"},
        infs={"COL": {"spain": 2}, "BRA": {"sweden": 1}},
    )
    played = sheets(state, dutch="DISBAND A COL")
    assert (holder(played, "COL"), units_of(played.state, "COL")) == ("COL", [])
    assert (holder(played, "TRI"), units_of(played.state, "BRA")) == ("TRI", ["A KUR"])
    titles = [section.title for section in RULESET.report(state, played)]
    assert "Free again" in titles


# --- minor states


# --- scenarios
