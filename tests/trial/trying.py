"""Small trials for the tests of this folder: the first Rounds of Westphalia, which take moments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from generator.cli import main
from generator.trial.playing import GameRecord, TrialSpec, play_game

SHORT = TrialSpec("westphalia", "short", years=2)
SMALL = ("trial", "westphalia", "--years", "2", "--seed", "short")


def records(games: int, spec: TrialSpec = SHORT) -> list[GameRecord]:
    return [play_game(spec, number) for number in range(1, games + 1)]


def made_up(number: int, winner: str, scores: dict[str, int], **more: Any) -> GameRecord:
    """A game of one year that nobody played: "" wins nothing."""
    return GameRecord(
        number,
        f"seed {number}",
        "victory" if winner else "cut off",
        winners=(winner,) if winner else (),
        years=1,
        phases=2,
        scores=scores,
        **more,
    )


def theatrum(*words: str | Path) -> int:
    return main([str(word) for word in words])


def report(capsys: Any, *words: str | Path, code: int = 0) -> dict[str, Any]:
    """The JSON that a trial prints."""
    assert theatrum(*words, "--json", "--quiet") == code
    found: dict[str, Any] = msgspec.json.decode(capsys.readouterr().out)
    return found
