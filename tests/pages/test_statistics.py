"""The page of statistics, and the games that were archived."""

from __future__ import annotations

import shutil
from pathlib import Path

import html5lib
from msgspec.structs import replace

from generator.archive.play.ruling import archive_game
from generator.pages.game.card import GameResult, result_of_chronicle
from generator.pages.site.home import home_page, statistics_pages
from tests.archive.games import undo_last
from tests.pages.told import ROOT, SAMPLES, card_of, maker_of, sample, targets, tell, words


def test_powers_and_players_stand_by_ruleset() -> None:
    results = [result_of_chronicle(sample(name)) for name in SAMPLES]
    (page,) = statistics_pages(maker_of(), results)
    assert page.address == "statistics/"
    html = page.make().decode()
    html5lib.HTMLParser(strict=True).parse(html)
    assert {f"{name}/" for name in SAMPLES} <= set(targets("statistics/", html))
    said = words(html)
    assert "Europe 1619" in said
    assert "1 game, 1 over: 1 won, 0 drawn; 27 years, 140 phases" in said
    assert "Rowan Ashby 1 1 0 1" in said


RESULT = GameResult(
    "a", "A", "tiny", "Crown or Shield", 3, 4, "victory", ("crown",),
    {"crown": "Crown", "shield": "Shield"}, {"crown": "Anna", "shield": "Ben"}, "points",
    {"crown": 3, "shield": 0}, ("crown",), {},
)  # fmt: skip


def test_figures_add_games_up_by_ruleset() -> None:
    drawn = replace(
        RESULT, kind="draw", winners=("crown", "shield"), final={"crown": 2, "shield": 1},
        survivors=("crown", "shield"), players={"crown": "Ben", "shield": "Anna"},
    )  # fmt: skip
    running = replace(RESULT, kind="", winners=(), final={"crown": 9, "shield": 9})
    other = replace(RESULT, ruleset="standard", ruleset_title="Diplomacy", winners=())
    (page,) = statistics_pages(maker_of(), [other, RESULT, drawn, running])
    said = words(page.make().decode())
    assert said.index("Crown or Shield") < said.index("Diplomacy")
    assert "3 games, 2 over: 1 won, 1 drawn; 9 years, 12 phases" in said
    for row in ("Crown 2 1 1 2 2.5", "Shield 2 0 1 1 0.5", "Anna 2 1 1 2", "Ben 2 0 1 1"):
        assert row in said


def test_names_of_players_are_escaped() -> None:
    one = replace(result_of_chronicle(sample("winter-king")), players={"spain": "<b>x</b>"})
    (page,) = statistics_pages(maker_of(), [one])
    assert "<bdi>&lt;b&gt;x&lt;/b&gt;</bdi>" in page.make().decode()


def test_without_a_game_that_is_over_there_is_no_page() -> None:
    one = replace(result_of_chronicle(sample("winter-king")), kind="")
    assert list(statistics_pages(maker_of(), [one])) == []
    assert list(statistics_pages(maker_of(), [])) == []


def test_the_home_page_leads_to_it_and_puts_games_away() -> None:
    cards = [card_of(sample(name)) for name in SAMPLES]
    away = [cards[0], cards[1], replace(cards[2], archived=True)]
    html = home_page(maker_of(), ROOT / "site", away).make().decode()
    html5lib.HTMLParser(strict=True).parse(html)
    assert "statistics/" in targets("", html)
    assert "2 games finished · 1 archived" in words(html)
    assert html.count('<article class="card">') == 2
    assert cards[2].address in targets("", html.partition("Finished earlier")[2])


def test_a_game_that_was_put_away_unfinished_asks_nobody(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "games" / "first-light", tmp_path / "first-light"))
    undo_last(folder)
    archive_game(folder, away=True, unfinished=True)
    card = card_of(tell(folder, maker_of()))
    assert card.archived
    assert card.status.is_over
    assert (card.status.state, card.status.detail) == (
        "Archived",
        "not finished: it waited for Fall 1915, retreats",
    )
