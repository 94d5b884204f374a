"""How games stand and how they went, in figures."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.people.statistics import GameResult, result_of, score_history, summarize
from tests.archive.games import bid, change, command, new_game, play_tiny, write_orders


def test_the_history_has_the_start_and_the_end_of_each_year(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    play_tiny(folder)
    history = score_history(load_game(folder))
    labels = [one.label for one in history]
    assert labels[:2] == ["start", "1"]
    assert [dict(one.counts)["points"] for one in history[:2]] == [
        {"crown": 0, "shield": 0},
        {"crown": 1, "shield": 0},
    ]
    assert dict(history[-1].counts)["points"]["crown"] == 3


def test_a_result_tells_who_won_who_played_and_whose_orders_did_not_come(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--players", "crown=Anna,shield=Ben")
    for year in (1, 2, 3):
        write_orders(folder, year, "bid", crown="BID 1")
        assert command(folder, "adjudicate") == 0
    found = result_of(load_game(folder))
    assert (found.kind, found.winners) == ("victory", ("crown",))
    assert (found.years, found.phases, found.measure) == (3, 3, "points")
    assert found.final == {"crown": 3, "shield": 0}
    assert found.players == {"crown": "Anna", "shield": "Ben"}
    assert (found.asked, found.missing) == ({"crown": 3, "shield": 3}, {"crown": 0, "shield": 3})
    assert found.survivors == ("crown",)


def test_who_took_a_power_over_is_its_player(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--players", "crown=Anna")
    text = '[[replacements]]\npower = "crown"\nplayer = "Cleo"\nsince = "2 bid"\n\n[players]'
    change(folder, "game.toml", "[players]", text)
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert result_of(load_game(folder)).players == {"crown": "Anna"}
    bid(folder, 2, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert result_of(load_game(folder)).players == {"crown": "Cleo"}


def test_a_power_with_units_and_no_centers_has_survived(tmp_path: Path) -> None:
    """Scores of nothing do not drive anybody out."""
    folder = new_game(tmp_path, "war", "europe-1619")
    found = result_of(load_game(folder))
    assert found.kind == ""
    assert "france" in found.survivors


RESULT = GameResult(
    "a", "A", "tiny", "Crown or Shield", 3, 4, "victory", ("crown",),
    {"crown": "Crown", "shield": "Shield"}, {"crown": "Anna", "shield": "Ben"}, "points",
    {"crown": 3, "shield": 0}, ("crown",), {"crown": 4, "shield": 4}, {"shield": 1},
)  # fmt: skip


def test_figures_add_games_up_by_ruleset() -> None:
    drawn = replace(
        RESULT, kind="draw", winners=("crown", "shield"), final={"crown": 2, "shield": 1},
        survivors=("crown", "shield"), players={"crown": "Ben", "shield": "Anna"},
    )  # fmt: skip
    running = replace(RESULT, kind="", winners=(), final={"crown": 9, "shield": 9})
    other = replace(RESULT, ruleset="standard", ruleset_title="Diplomacy")
    first, second = summarize([other, RESULT, drawn, running])
    assert (first.title, second.title) == ("Crown or Shield", "Diplomacy")
    assert (first.games, first.over, first.victories, first.drawn) == (3, 2, 1, 1)
    assert (first.years, first.phases) == (9, 12)
    crown, shield = first.powers
    assert (crown.games, crown.wins, crown.draws, crown.survived) == (2, 1, 1, 2)
    assert (crown.mean, shield.mean) == (25, 5)
    assert (shield.missing, shield.asked) == (3, 12)
    anna, ben = first.players
    assert (anna.player, anna.games, anna.wins, anna.draws, anna.survived) == ("Anna", 2, 1, 1, 2)
    assert (ben.player, ben.games, ben.wins, ben.draws, ben.survived) == ("Ben", 2, 0, 1, 1)


def test_no_games_have_no_figures() -> None:
    assert summarize([]) == ()
