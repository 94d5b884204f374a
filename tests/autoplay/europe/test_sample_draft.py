"""The sample game of the draft edition in games/: short, complete, and verified."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

from generator.archive import load_game
from generator.archive.play.verifying import verify_game
from tests.autoplay.samples import GAMES

SAMPLE = GAMES / "winter-king"


def test_it_has_six_years_and_ends_in_a_draw() -> None:
    game = load_game(SAMPLE)
    assert {phase.moment.year for phase in game.phases} >= set(range(1619, 1625))
    assert game.ending is not None
    assert (game.ending.kind, len(game.ending.powers)) == ("draw", 11)


def test_what_only_the_draft_has_happens_in_it() -> None:
    kinds: Counter[str] = Counter()
    for phase in load_game(SAMPLE).phases:
        kinds.update(event.kind for event in phase.resolution().events)
    for kind in ("decree-announced", "decree-effective", "captured", "purchase", "marker"):
        assert kinds[kind], kind


def test_it_replays_without_the_private_folder(tmp_path: Path) -> None:
    copy = tmp_path / SAMPLE.name
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("private"))
    verify_game(copy)
