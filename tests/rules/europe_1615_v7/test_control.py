"""Who holds foreign land, and for how long: E15V7-CTRL, CORE-9, MINOR-5 to 8 and 11."""

from __future__ import annotations

import pytest

from generator.engine.orders import Move
from generator.engine.units import Piece
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import infs_in, outcome, units_of
from tests.rules.europe_1615_v7.landing import (
    holder,
    next_year,
)
from tests.rules.europe_1615_v7.seven import at, given, sheets


@pytest.mark.rule("E15V7-CTRL-18")
def test_a_freed_state_takes_infs_from_the_year_after_on():
    """INFs of the year in which it comes free are lost (edge 12)."""
    state = given(
        units={"france": ["A LOR"]}, captures={"LOR": "france"}, infs={"LOR": {"spain": 1}}
    )
    moved = sheets(state, france=[PlaceInfs(3, "LOR"), Move(Piece("A", "LOR"), "CHA")])
    assert outcome(moved, "3: LOR") != "success"
    played = sheets(moved.state)
    assert (holder(played, "LOR"), infs_in(played.state, "LOR")) == ("LOR", {"spain": 1})
    free = at(next_year(played.state), "movement")
    assert outcome(sheets(free, france=[PlaceInfs(3, "LOR")]), "3: LOR") == "success"


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
