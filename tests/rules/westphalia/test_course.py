"""The one table of Westphalia's phases: it is whole."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from generator.engine.course import Phase, nobody
from generator.engine.phases import Moment
from generator.rulesets.westphalia.reading.read import FORMS
from generator.rulesets.westphalia.year import course
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, schedule_of
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

WAYS: dict[str, tuple[str, ...]] = {
    "pacing": ("merged", "stepwise"),
    "battle_play": ("script", "live"),
    "election_ballot": ("secret", "open"),
}
BEGUN = ("swaps-1", "religious-swaps-2", "tradeoffs-2", "closing")
"""Phases that only come where a player has asked for Initiative Order."""


@pytest.mark.parametrize("phase", COURSE.phases, ids=lambda phase: phase.slug)
def test_every_phase_has_a_title_and_steps_and_says_who_is_awaited(phase: Phase) -> None:
    title = COURSE.title(Moment(1510, 1, phase.slug_of(1, 1) or phase.slug))
    assert title.startswith("1510, ")
    assert "{" not in title
    names = [step.name for step in phase.steps]
    assert names
    assert len(set(names)) == len(names)
    assert (phase.awaits is nobody) == (phase.slug in ("setup", "upheaval"))


def test_titles_have_the_number_of_the_battle_phase() -> None:
    title = COURSE.title(Moment(1560, 1, "swaps-2"))
    assert title == "1560, swaps in Initiative Order, Battle Phase 2"
    title = COURSE.title(Moment(1560, 1, "religious-swaps-3"))
    assert title == "1560, Religious War, swaps in Initiative Order 3"


def test_every_slug_is_of_its_phase_alone() -> None:
    assert len({phase.slug for phase in COURSE.phases}) == len(COURSE.phases)
    for phase in COURSE.phases:
        assert COURSE[phase.slug] is phase
        if phase.numbered:
            assert COURSE[phase.slug_of(2, 13)] is phase
    for slug in ("truce", "upheaval-1", "battles-x-round-1", "faith-", "faith-1-2"):
        assert slug not in COURSE


def test_every_phase_is_in_some_schedule() -> None:
    """But for the setup itself, for which nobody orders anything."""
    found: set[str] = set()
    for values in product(*WAYS.values()):
        options: dict[str, Any] = dict(zip(WAYS, values, strict=True))
        state = six(**options)
        for begun in (state, *(at_phase(state, phase) for phase in BEGUN)):
            found |= {COURSE[slug].slug for slug in schedule_of(begun).phases}
    drafted = course.SETUP[1:]
    assert found | {phase.slug for phase in drafted} == set(COURSE.slugs) - {"setup"}


def test_every_form_is_taken_by_a_phase_or_always() -> None:
    taken = {verb for phase in COURSE.phases for verb in phase.forms}
    assert taken | set(ALWAYS) == set(FORMS)
    assert not taken & set(ALWAYS)
