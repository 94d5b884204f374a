"""The one table of Westphalia's phases is whole, and foresees those that are played."""

from __future__ import annotations

from itertools import groupby, product
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.engine.course import Phase, nobody
from generator.engine.phases import Moment
from generator.rulesets.westphalia.reading.read import FORMS
from generator.rulesets.westphalia.year import course
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, schedule_of
from tests.archive.games import ROOT, command, new_game
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


FIRST_PHASES = 25


def check(folder: Path) -> None:
    """Each state's schedule has the phases that followed in its year, in their order."""
    game = load_game(folder)
    ruleset = game.ruleset
    states = [game.opening.state(), *(record.resolution().state for record in game.phases)]
    for _, several in groupby(states, key=lambda state: state.moment.year):
        year = list(several)
        played = [state.moment.phase for state in year if state.ending is None]
        for number, state in enumerate(year):
            known = iter(ruleset.schedule(state).phases)
            ahead = [phase for phase in played[number:] if phase != "setup"]
            missing = [phase for phase in ahead if phase not in known]  # it never goes back
            assert missing == [], state.moment


def test_the_schedule_of_a_whole_game_is_what_was_played() -> None:
    check(ROOT / "games" / "cuius-regio")


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["pacing=stepwise"],
        pytest.param(["battle_play=live"], marks=pytest.mark.slow),
        pytest.param(["election_ballot=open", "pacing=stepwise"], marks=pytest.mark.slow),
        pytest.param(["setup_mode=draft"], marks=pytest.mark.slow),
    ],
)
def test_the_schedule_is_that_of_the_options(tmp_path: Path, options: list[str]) -> None:
    more = [word for option in options for word in ("--option", option)]
    folder = new_game(tmp_path, "peace", "westphalia", *more)
    for _ in range(FIRST_PHASES):
        assert command(folder, "adjudicate") == 0
    check(folder)
