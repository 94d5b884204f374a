"""A trial of a thousand games needs no more memory than one of ten."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from generator.trial.playing import TrialSpec, local
from tests.trial.trying import SHORT

LEFT = 500
"""Objects that a game may leave: its record, and what is read once and kept."""


@pytest.fixture
def seldom() -> Iterator[None]:
    """Nobody looks for garbage, as in a command that has made little yet."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    "spec",
    [
        SHORT,
        pytest.param(
            TrialSpec("standard", "short", facts={"powers.italy.units": ["A ROM"]}, years=1),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            TrialSpec("westphalia", "short", facts={"start.influence": 9}, years=1),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            TrialSpec("europe-1619", "short", facts={"allotment.infs.savoy": [9] * 30}, years=1),
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda spec: f"{spec.ruleset}, {'other' if spec.facts else 'usual'} facts",
)
@pytest.mark.usefixtures("seldom")
def test_a_game_that_is_over_leaves_nothing_behind(spec: TrialSpec) -> None:
    with local(1) as run:
        games = run(spec, range(1, 8))
        for _ in range(3):
            next(games)
        before = len(gc.get_objects())
        assert len(list(games)) == 4
        assert len(gc.get_objects()) - before < LEFT
