"""What is published of a phase: E15V7-REP."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import given, sheets


def sections(state, **texts):  # type: ignore[no-untyped-def]
    """The sections of the report of a phase by their titles, their rows and lines as text."""
    played = sheets(state, **texts)
    return {one.title: str((one.lines, one.plain_rows)) for one in RULESET.report(state, played)}


@pytest.mark.rule("E15V7-REP-2")
def test_declarations_are_published_with_the_year():
    found = sections(given(), france="WAR: SPAIN")
    assert "1621" in found["Declarations"]
