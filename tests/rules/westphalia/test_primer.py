"""What the pages teach about orders is what the program reads."""

from __future__ import annotations

import pytest

from generator.engine.phases import Moment
from generator.engine.primer import OrderForm, OrderPart
from generator.rulesets.westphalia.land.lands import found_principality
from generator.rulesets.westphalia.playing.playing import westphalia_primer
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import COURSE
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

FORMS = [
    pytest.param(part, form, id=f"{part.title}: {form.title}")
    for part in westphalia_primer().parts
    for form in part.forms
]


def table(phase: str) -> State:
    """A table at which Ulm is on the map."""
    progress = Progress(six())
    found_principality(progress, "ulm", ("A2",), "A2", "POW-ACT-2")
    return at_phase(progress.state, phase)


@pytest.mark.parametrize(("part", "form"), FORMS)
def test_example_is_an_order_in_its_canonical_form(part: OrderPart, form: OrderForm) -> None:
    assert str(read_order(table(part.phases[0]), form.example)) == form.example


@pytest.mark.parametrize(("part", "form"), FORMS)
def test_first_form_that_fits_an_example_is_its_own(part: OrderPart, form: OrderForm) -> None:
    first = next(one for one in part.forms if one.read(form.example, lambda kind, text: text))
    assert first.title == form.title


def test_parts_are_of_phases_that_there_are() -> None:
    for part in westphalia_primer().parts:
        for phase in part.phases:
            assert RULESET.phase_title(Moment(1560, 1, phase)).startswith("1560, ")
            assert phase in COURSE
        assert part.rules
        assert all(rule in RULESET.rulebook for rule in part.rules)


def test_every_phase_in_which_somebody_decides_is_taught() -> None:
    taught = {COURSE[phase].slug for part in westphalia_primer().parts for phase in part.phases}
    assert set(COURSE.slugs) - taught == {"setup"}


@pytest.mark.parametrize(
    "phase",
    ["principality-46", "game-8", "battles-3-round-2", "religious-war-round-48", "ballot-7"],
)
def test_a_range_of_phases_stands_for_each_of_them(phase: str) -> None:
    known = [one for part in westphalia_primer().parts for one in part.phases]
    assert phase in known
    assert not any(".." in one for one in known)
