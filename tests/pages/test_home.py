"""The home page: what is newest, who is waited for, every game; and a site without any."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.pages.game.card import GameCard, PressNote
from generator.pages.game.game import GameStand
from generator.pages.site.home import home_page
from tests.pages.sample import HOSTILE, make_sample
from tests.pages.told import ROOT, SAMPLES, card_of, keys, maker_of, sample, targets, tell, words

SITE = ROOT / "site"


@pytest.fixture(scope="module")
def cards() -> tuple[GameCard, ...]:
    return tuple(card_of(sample(name)) for name in SAMPLES)


def page_of(cards: tuple[GameCard, ...] | list[GameCard], site: Path = SITE) -> str:
    return home_page(maker_of(), site, cards).make().decode()


def playing(card: GameCard, state: str, detail: str) -> GameCard:
    stand = GameStand(state, detail, "A headline", "A lead.", "1620, scoring", False)
    return replace(card, status=stand)


def section(html: str, heading: str) -> str:
    """The text from a heading to the next one of its level."""
    found = re.search(rf"<h2[^>]*>(?:<a[^>]*>)?{re.escape(heading)}", html)
    assert found, heading
    return html[found.end() :].partition("<h2")[0]


def test_every_game_is_linked_with_its_map(cards: tuple[GameCard, ...]) -> None:
    html = page_of(cards)
    links = targets("", html)
    for card in cards:
        assert card.address in links
        assert card.picture in links
        assert card.latest in links
    assert "3 games finished" in words(html)
    assert "Won by England" in words(html)
    assert "feed.xml" in links


def test_games_in_play_say_what_they_wait_for(cards: tuple[GameCard, ...]) -> None:
    games = [playing(cards[0], "1646, diplomacy", "orders due from Spain"), *cards[1:]]
    html = page_of(games)
    waiting = words(section(html, "Waiting for orders"))
    assert "After the Comet 1646, diplomacy orders due from Spain" in waiting
    assert "First Light" not in waiting
    # Its map stands in the story, and not again in a card.
    assert "Running" not in words(html)
    two = page_of([*games[:1], playing(cards[1], "1916", "orders due"), cards[2]])
    assert two.count('<article class="card">') == 2
    assert "1 game running · 2 finished" in words(html)


def test_game_without_a_phase_is_about_to_begin(tmp_path: Path) -> None:
    card = card_of(tell(make_sample(tmp_path).games / "quiet", maker_of(tmp_path)))
    html = page_of([card])
    assert "1 game about to begin" in words(html)
    assert "The quiet game" in section(html, "About to begin")
    assert "The quiet game" in section(html, "Waiting for orders")
    assert "Running" not in words(html)


def test_site_without_games_says_what_to_do() -> None:
    html = page_of([])
    assert "no games yet" in words(html)
    assert "theatrum new bohemia --ruleset standard" in html
    assert "rules/" in targets("", html)
    assert "Latest turns" not in html


def test_story_is_of_the_game_with_the_newest_date(cards: tuple[GameCard, ...]) -> None:
    def dated(card: GameCard, day: str) -> GameCard:
        first = replace(card.news[0], date=day, is_known=True)
        return replace(playing(card, "s", "d"), news=(first, *card.news[1:]))

    old = dated(cards[0], "2027-01-01T00:00:00Z")
    new = dated(cards[2], "2027-02-01T00:00:00Z")
    html = page_of([old, cards[1], new])
    story = html.partition('class="story"')[2].partition("</article>")[0]
    assert "The Winter King" in story
    assert "After the Comet" not in story
    # A game in play comes before one that is over.
    html = page_of([cards[0], playing(cards[1], "s", "d")])
    assert "First Light" in html.partition('class="story"')[2].partition("</article>")[0]


def test_latest_turns_are_those_with_the_newest_dates_first(cards: tuple[GameCard, ...]) -> None:
    known = replace(cards[2].news[0], date="2027-01-01T00:00:00Z", is_known=True)
    html = page_of([*cards[:2], replace(cards[2], news=(known, *cards[2].news[1:]))])
    turns = words(section(html, "Latest turns"))
    assert turns.index("The Winter King 1625, diplomacy") < turns.index("After the Comet")
    assert html.count('<p class="kick">After the Comet</p><p>') == 2


def test_race_is_by_points_and_the_goal(cards: tuple[GameCard, ...]) -> None:
    card = cards[1]
    first = card.leaders[0]
    assert (first.name, first.points) == ("Turkey", 18)
    assert card.goal == 18
    race = page_of([card]).partition('class="race"')[2].partition("</ul>")[0]
    assert "--w:100%" in race
    assert race.count("<li") == len(card.leaders)
    second = card.leaders[1].points
    assert f"--w:{round(100 * second / 18)}%" in race


def test_press_is_that_of_the_files_without_its_markup(cards: tuple[GameCard, ...]) -> None:
    html = page_of(cards)
    press = section(html, "Latest press")
    for card in cards:
        note = card.press[0]
        assert note.address in targets("", html)
        assert note.title in press
    assert "**" not in press


def test_press_and_titles_of_people_are_harmless(cards: tuple[GameCard, ...]) -> None:
    note = PressNote(HOSTILE, HOSTILE, HOSTILE, "g/press/x/", f"{HOSTILE}\n\n# {HOSTILE}")
    html = page_of([replace(cards[0], title=HOSTILE, press=(note,))])
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "onerror=alert(1)>" not in html


def test_many_games_that_ended_stand_in_a_table(cards: tuple[GameCard, ...]) -> None:
    games = [
        replace(cards[0], address=f"g{number}/", title=f"Game {number}") for number in range(9)
    ]
    html = page_of(games)
    assert html.count('<article class="card">') == 6
    older = section(html, "Finished earlier")
    assert [f"Game {number}" in older for number in range(9)] == [False] * 6 + [True] * 3
    assert len(html.encode()) < 60_000


def test_draw_of_many_does_not_name_them_twice(cards: tuple[GameCard, ...]) -> None:
    ended = section(page_of([cards[2]]), "Finished")
    assert words(ended).count("Denmark") == 1


def test_card_survives_being_kept(cards: tuple[GameCard, ...]) -> None:
    for card in cards:
        assert GameCard.load(card.dump()) == card


def test_page_is_stale_only_for_what_it_shows(cards: tuple[GameCard, ...], tmp_path: Path) -> None:
    before = keys([home_page(maker_of(), SITE, cards)])
    other = [replace(card, uses={}, news=card.news[:8]) for card in cards]
    assert keys([home_page(maker_of(), SITE, other)]) == before
    assert keys([home_page(maker_of(), SITE, cards[:2])]) != before
    site = tmp_path / "site"
    shutil.copytree(SITE, site)
    (site / "home.md").write_text("# Welcome", encoding="utf-8")
    assert keys([home_page(maker_of(), site, cards)]) != before
