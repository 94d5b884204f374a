"""Influence points: E19D-INF."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening
from tests.rules.europe_1619_draft.drafted import (
    open_next,
)


@pytest.mark.rule("E19D-INF-1")
def test_the_allotments_are_reported_when_the_year_begins():
    (event,) = [one for one in open_next(opening(EDITION)).events if one.kind == "allotment"]
    assert event.rule == "E19D-INF-1"
    assert event.data["year"] == 1620
    assert event.data["infs"] == {
        power: EDITION.tables["allotment"]["infs"][power][1]
        for power in opening(EDITION).facts.powers
    }
