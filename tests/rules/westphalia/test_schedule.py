"""The phases that a Round will have, against those that were played."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from generator.archive import load_game
from tests.archive.games import ROOT, command, new_game

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
        ["battle_play=live"],
        ["election_ballot=open", "pacing=stepwise"],
        ["setup_mode=draft"],
    ],
)
def test_the_schedule_is_that_of_the_options(tmp_path: Path, options: list[str]) -> None:
    more = [word for option in options for word in ("--option", option)]
    folder = new_game(tmp_path, "peace", "westphalia", *more)
    for _ in range(FIRST_PHASES):
        assert command(folder, "adjudicate") == 0
    check(folder)
