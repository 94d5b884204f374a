"""How a game stood, year by year."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.commands.standings import score_history
from tests.archive.games import new_game, play_tiny


def test_the_history_has_the_start_and_the_end_of_each_year(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    play_tiny(folder)
    history = score_history(load_game(folder))
    assert [year for year, _ in history[:2]] == ["start", "1"]
    assert [dict(standings)["points"] for _, standings in history[:2]] == [
        {"crown": 0, "shield": 0},
        {"crown": 1, "shield": 0},
    ]
    assert dict(history[-1][1])["points"]["crown"] == 3
