"""Games that end early, by a ruling, and are archived."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.finishing import archive_game, finish_game
from generator.archive.play.verifying import verify_game
from generator.archive.secret.revealing import reveal_game
from generator.engine.errors import GameError
from tests.archive.games import (
    bid,
    command,
    files_of,
    new_game,
    write_orders,
)


def test_a_draw_by_ruling_ends_a_game_and_reveals_it(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - GAL")
    done = finish_game(folder, "draw", (), "All agreed.")
    assert done.ending is not None
    assert (done.ending.kind, len(done.ending.powers)) == ("draw", 7)
    assert (folder / "seed.toml").exists()
    game = load_game(folder)
    (ruling,) = game.phases[0].rulings
    assert (ruling.number, ruling.kind, ruling.reason) == (1, "end", "All agreed.")
    assert "A GAL" in [str(unit) for unit in game.current_state().units["austria"]]
    assert verify_game(folder).phases == 1


def test_a_ruling_stands_below_those_of_the_year(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    before = '# by mail\n[[ruling]]\nphase = "fall-movement"\nkind = "order"\nreason = "r"'
    (folder / "1901" / "rulings.toml").write_text(before)
    finish_game(folder, "victory", ("turkey",), 'He said "enough".')
    assert (folder / "1901" / "rulings.toml").read_text() == (
        f'{before}\n\n[[ruling]]\nphase = "spring-movement"\nkind = "end"\n'
        'reason = "He said \\"enough\\"."\n[ruling.facts]\nresult = "victory"\n'
        'powers = ["turkey"]\n'
    )
    assert load_game(folder).ending is not None


def test_what_a_ruleset_cannot_do_writes_nothing(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    duel = new_game(tmp_path)
    before = files_of(tmp_path)
    with pytest.raises(GameError, match="ruling 1 does not apply") as caught:
        finish_game(folder, "ended", (), "r")
    assert caught.value.place is not None
    assert caught.value.place.path == str(folder / "1901" / "rulings.toml")
    with pytest.raises(GameError, match="does not apply"):
        finish_game(duel, "draw", (), "r")
    with pytest.raises(GameError, match="there is no power atlantis"):
        finish_game(folder, "victory", ("atlantis",), "r")
    with pytest.raises(GameError, match="give a reason"):
        finish_game(folder, "draw", (), " ")
    assert files_of(tmp_path) == before


def test_a_game_that_nobody_finishes_is_put_away_and_revealed(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert archive_game(folder, away=True, unfinished=True)
    assert reveal_game(folder).paths
    verify_game(folder)
