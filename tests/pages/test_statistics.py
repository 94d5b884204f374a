"""The page of statistics, and the games that were put away."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import html5lib
from msgspec.structs import replace

from generator.archive.people.statistics import result_of
from generator.archive.play.finishing import archive_game
from generator.archive.play.undo import undo_phase
from generator.pages.game.card import GameCard
from generator.pages.game.result import load_result, result_of_chronicle
from generator.pages.site.home import home_page
from generator.pages.site.statistics import statistics_pages
from tests.pages.told import ROOT, SAMPLES, card_of, maker_of, sample, targets, tell, words


def test_the_pages_know_of_a_game_what_its_states_say() -> None:
    for name in SAMPLES:
        chronicle = sample(name)
        whole = result_of(chronicle.game)
        assert result_of_chronicle(chronicle) == replace(whole, asked={}, missing={})


def test_a_card_keeps_the_result_through_json() -> None:
    card = card_of(sample("winter-king"))
    assert GameCard.load(card.dump()) == card
    assert card.result is not None
    assert load_result(json.loads(card.dump())["result"]) == card.result


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


def test_games_are_told_and_drawn() -> None:
    results = [result_of_chronicle(sample(name)) for name in SAMPLES]
    (page,) = statistics_pages(maker_of(), results)
    said = words(page.make().decode())
    assert "3 games are over:" in said
    assert "The longest is After the Comet with 27 years" in said
    assert "England wins after 27 years and 140 phases. France and Catholic League" in said
    assert "followed, 9 behind. 9 of 15 powers survived; Spain, Dutch Republic" in said
    assert "agree on a draw after 7 years" in said
    html = page.make().decode()
    assert html.count('<tr class="won">') == 1 + 1 + len(results[2].winners)
    # The bars are as long as the counts: England's fills its place, France has two thirds.
    rows = html[html.index('<tr class="won">') :]
    assert re.findall(r"--w:(\d+)%", rows)[:2] in (["100", "66"], ["100", "61"])


def test_a_game_without_points_is_told_too() -> None:
    one = result_of_chronicle(sample("winter-king"))
    bare = replace(one, kind="ended", winners=(), final=dict.fromkeys(one.names, 0))
    (page,) = statistics_pages(maker_of(), [bare])
    html = page.make().decode()
    html5lib.HTMLParser(strict=True).parse(html)
    assert "without a winner" in html
    assert set(re.findall(r"--w:(\d+)%", html)) == {"0"}


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
    assert "2 games ended · 1 archived" in words(html)
    assert html.count('<article class="card">') == 2
    assert cards[2].address in targets("", html.partition("Ended earlier")[2])


def test_a_game_that_was_put_away_unfinished_asks_nobody(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "games" / "first-light", tmp_path / "first-light"))
    undo_phase(folder)
    archive_game(folder, away=True, unfinished=True)
    card = card_of(tell(folder, maker_of()))
    assert card.archived
    assert card.stand.is_over
    assert (card.stand.state, card.stand.detail) == (
        "Archived",
        "not finished: it waited for Fall 1915, retreats",
    )
