"""The page on positions: its files make the positions that it shows, with the commands it shows."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from tests.guide.walking import GUIDE, Command, steps, walk

PAGE = GUIDE / "positions.md"


def test_the_page_does_what_it_shows(tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    assert walk(PAGE, folder, in_process=True, seed="kept in a drawer") == 6
    state = load_game(folder / "games/late").current_state()
    assert [str(unit) for unit in state.units["sweden"]] == ["A POM +3", "F STO"]
    assert [str(unit) for unit in state.units["TRA"]] == ["A TRA"]
    assert dict(state.infs["HES"]) == {"france": 5, "union": 9}
    assert dict(state.infs["POM"]) == {"denmark": 2, "sweden": 12}
    assert not any(state.infs["BRE"].values())
    assert {pair: one.kind for pair, one in state.relations.items() if "spain" in pair} == {
        ("austria", "spain"): "alliance",
        ("spain", "dutch"): "war",
        ("spain", "france"): "war",
    }
    assert state.captures["BOH"].holder == "austria"
    assert state.treasury["sweden"] == 14


def test_a_game_moves_over_with_five_commands() -> None:
    moved = [
        step.line for step in steps(PAGE) if isinstance(step, Command) and " late" in step.line
    ]
    assert len(moved) == 5
