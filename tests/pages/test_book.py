"""The whole game as one HTML file."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from generator.archive import load_game
from generator.pages.base.reader import Reader
from generator.pages.site.book import game_book
from generator.pages.site.site import read_site
from tests.pages.sample import HOSTILE, ROOT, Sample


def book_of(games: Path, name: str, reader: Reader | None = None) -> str:
    site = read_site(games, ROOT / "site", None, 0, reader or Reader())
    return game_book(site.maker, load_game(games / name)).decode()


@pytest.fixture(scope="module")
def text() -> str:
    """The book of the sample game of standard Diplomacy."""
    return book_of(ROOT / "games", "first-light")


def test_a_book_needs_no_other_file(text: str) -> None:
    asked = re.findall(r"""(?:src|href)=["']([^"']*)|url\(["']?([^"')]*)""", text)
    targets = {one or other for one, other in asked}
    assert all(target.startswith(("#", "data:")) for target in targets), targets
    assert "data:font/woff2;base64," in text


def test_a_theme_that_ships_few_fonts_has_a_book_all_the_same(tmp_path: Path) -> None:
    own = tmp_path / "themes" / "plain" / "theme.toml"
    own.parent.mkdir(parents=True)
    own.write_text('title = "Plain"\nparent = "default"\nfonts = ["EBGaramond-Regular.woff2"]\n')
    site = read_site(ROOT / "games", tmp_path / "site", "plain", 0)
    text = game_book(site.maker, load_game(ROOT / "games" / "first-light")).decode()
    assert text.count("data:font/woff2;base64,") == 1
    assert 'url("data:,")' in text
    assert 'woff2")' not in text.replace('format("woff2")', "")


def test_every_phase_and_every_ruling_is_in_it(text: str) -> None:
    game = load_game(ROOT / "games" / "first-light")
    for record in game.phases:
        assert f'<h3 id="p{record.moment.year}-{record.moment.phase}">{record.title}</h3>' in text
    rulings = sum(len(record.rulings) for record in game.phases)
    assert rulings
    assert len(re.findall(r"Ruling \d+<?", text)) >= rulings


def test_ids_are_unique_and_links_lead_somewhere(text: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    anchors = set(re.findall(r'href="#([^"]+)"', text))
    assert anchors <= set(ids)


def test_the_designer_is_credited(text: str) -> None:
    assert ", designed by " in text.partition("<nav")[0]


def test_each_year_has_one_map_with_a_text(text: str) -> None:
    game = load_game(ROOT / "games" / "first-light")
    years = {record.moment.year for record in game.phases}
    maps = re.findall(r'<svg[^>]*class="[^"]*board[^>]*>', text)
    assert len(maps) == len(years) + 1
    assert all("aria-label" in one for one in maps)


def test_it_is_valid_html(text: str) -> None:
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(text)


def test_the_same_game_gives_the_same_bytes(text: str) -> None:
    assert book_of(ROOT / "games", "first-light") == text


def test_text_of_people_is_harmless(sample: Sample) -> None:
    text = book_of(sample.games, "duel")
    assert HOSTILE not in text
    assert "onerror=alert" not in re.sub(r"&lt;.*?&gt;", "", text)
    assert text.count("<script>") == 1  # our own


def test_a_book_up_to_a_year_ends_there() -> None:
    text = book_of(ROOT / "games", "first-light", Reader(year=1903, phase="fall-movement"))
    assert 'id="p1903-fall-movement"' in text
    assert 'id="p1903-fall-retreats"' not in text
    assert 'id="y1904"' not in text
