"""Declarations: E19D-DEC, and the edge cases X-10 to X-12."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import ComingChange
from tests.rules.europe_1619_draft.drafted import (
    at,
    given,
    sheets,
)


@pytest.mark.rule("E19D-DEC-15")
def test_a_fallen_power_has_no_relations_and_nobody_declares_to_it():
    change = ComingChange(1621, "war", ("france", "league"), ("france",))
    state = given(
        phase="adjustment",
        year=1620,
        units={"france": ["A BAV"], "league": []},
        wars=[("france", "league")],
        alliances=[("austria", "league")],
        changes=(change,),
    )
    after = sheets(state).state
    assert after.eliminated == {"league": 1620}
    assert not after.changes
    assert not any("league" in pair for pair in after.relations)
    played = sheets(at(after, "diplomatic"), france="ALLIANCE: LEAGUE")
    assert {one.outcome for one in played.verdicts} == {"illegal"}
