"""The one table of Westphalia's phases: it is whole, and no other module lists them."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.engine.course import Phase, nobody
from generator.engine.phases import Moment
from generator.rulesets.westphalia.reading.read import FORMS
from generator.rulesets.westphalia.year import course
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, schedule_of
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

FOLDER = Path(course.__file__).parent
MODULES = sorted(
    path
    for path in FOLDER.rglob("*.py")
    # SETUP is written with the name of its phase, and victory has occasions of such names.
    if path.name not in ("course.py", "forms.py", "slots.py", "victory.py")
)
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
    names = [step.name for step in phase.steps()]
    assert names
    assert len(set(names)) == len(names)
    assert (phase.awaits is nobody) == (phase.slug in ("setup", "upheaval"))


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


def test_phases_that_always_follow_are_in_the_table() -> None:
    fixed = [phase.following for phase in COURSE.phases if isinstance(phase.following, str)]
    assert all(slug in COURSE for slug in fixed if slug)


def test_every_form_is_taken_by_a_phase_or_always() -> None:
    taken = {verb for phase in COURSE.phases for verb in phase.forms}
    assert taken | set(ALWAYS) == set(FORMS)
    assert not taken & set(ALWAYS)


def collections_of_phases(tree: ast.AST) -> list[list[str]]:
    """The texts of every collection, as far as they are slugs of phases."""
    found = []
    for node in ast.walk(tree):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        texts = [part.value for part in parts if isinstance(part, ast.Constant)]
        found.append([text for text in texts if isinstance(text, str) and text in COURSE.by_slug])
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_other_module_lists_phases(path: Path) -> None:
    """A rule may name the few phases that it is about."""
    several = collections_of_phases(ast.parse(path.read_text("utf-8")))
    assert [slugs for slugs in several if len(slugs) > 3] == []


def test_a_list_of_phases_is_found() -> None:
    second = ast.parse('TITLES = {"faith": "", "game": "", "leagues": "", "peace": ""}')
    assert ["faith", "game", "leagues", "peace"] in collections_of_phases(second)
