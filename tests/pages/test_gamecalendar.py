"""The calendar of a game among its pages."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.archive import load_game
from generator.archive.dates.calendar import game_calendar
from generator.pages.game.downloads import download_pages
from generator.pages.game.feeds import calendar_pages
from generator.pages.game.game import game_page
from generator.pages.game.pages import open_game
from generator.pages.story.chronicle import Chronicle
from tests.archive.games import change, undo_last
from tests.pages.told import ROOT, Forgetful, maker_of, sample, targets, tell, words


def dated(tmp_path: Path, line: str) -> Chronicle:
    """First Light, with a deadline and the address of its site."""
    folder = Path(shutil.copytree(ROOT / "games" / "first-light", tmp_path / "first-light"))
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[dates.1915]\n{line}\n")
    return tell(folder, maker_of(base="https://example.org/"))


def test_deadlines_are_a_file_to_subscribe_to(tmp_path: Path) -> None:
    chronicle = dated(tmp_path, "fall-movement = 2027-03-07T20:00:00Z")
    (page,) = calendar_pages(chronicle)
    assert page.address == "first-light/calendar.ics"
    text = page.make().decode()
    assert text == game_calendar(chronicle.game, "https://example.org/first-light/")
    assert "URL:https://example.org/first-light/\r\n" in text
    downloads = next(one for one in download_pages(chronicle) if one.address.endswith("downloads/"))
    assert "../calendar.ics" in downloads.make().decode()


def test_the_front_page_leads_to_it_and_says_the_zone(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "games" / "first-light", tmp_path / "first-light"))
    change(folder, "game.toml", "format = 1\n", 'format = 1\nzone = "Europe/Vienna"\n')
    undo_last(folder)
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write("\n[dates.1915]\nfall-retreats = 2027-03-07T20:00:00\n")
    maker = maker_of()
    one = open_game(maker, load_game(folder), Forgetful())
    page = game_page(tell(folder, maker), one.position, one.due, one.rails)
    html = page.make().decode()
    assert "first-light/calendar.ics" in targets("first-light/", html)
    assert "Sunday, 7 March 2027, 20:00 CET" in words(html)


def test_another_deadline_makes_another_file(tmp_path: Path) -> None:
    (one,) = calendar_pages(dated(tmp_path / "1", "fall-movement = 2027-03-07"))
    (other,) = calendar_pages(dated(tmp_path / "2", "fall-movement = 2027-03-08"))
    (again,) = calendar_pages(dated(tmp_path / "3", "fall-movement = 2027-03-07"))
    assert one.key == again.key != other.key


def test_a_game_without_deadlines_has_no_calendar() -> None:
    assert list(calendar_pages(sample("first-light"))) == []
