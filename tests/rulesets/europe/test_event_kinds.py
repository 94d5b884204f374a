"""Every kind of event that the code of an edition reports is listed in it: reports, summaries and
the books look kinds up by their names."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.telling.report import events_of
from generator.rulesets.europe.turn.edition import Edition
from tests.rulesets.europe.cited import EDITIONS, reported_by


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_every_kind_that_is_reported_is_listed(edition: Edition) -> None:
    listed = {kind.slug for kind in events_of(edition)}
    strange = [
        f"{one.module}, line {one.line}: {one.cause}"
        for one in reported_by(edition)
        if one.cause not in listed
    ]
    assert not strange, f"add them to event_kinds.py, or to the events of a feature: {strange}"


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_no_two_kinds_have_one_name(edition: Edition) -> None:
    slugs = [kind.slug for kind in events_of(edition)]
    assert len(set(slugs)) == len(slugs)
