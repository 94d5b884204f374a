"""How large a site is, by kind of file."""

from __future__ import annotations

import pytest

from generator.building.checking import LARGE, MOST, site_size
from generator.building.manifest import Entry
from tests.pages.sample import Sample


def entry(size: int, kind: str = "file", modified: int = 1) -> Entry:
    return Entry("", kind, "key", size, modified)


@pytest.mark.parametrize(
    ("address", "kind", "said"),
    [
        ("", "home", "pages"),
        ("a/b/", "phase", "pages"),
        ("404.html", "text", "pages"),
        ("a/map.svg", "map", "maps, SVG"),
        ("a/map.png", "map", "maps, PNG"),
        ("icon.svg", "file", "other"),
        ("images/a.png", "file", "other"),
        ("page.css", "file", "styles and scripts"),
        ("a/search.js", "data", "styles and scripts"),
        ("fonts/a.woff2", "file", "fonts"),
        ("a/game.json", "data", "data"),
        ("a/feed.xml", "feed", "data"),
        ("pagefind/pagefind.js", "index", "search"),
    ],
)
def test_files_are_told_apart(address: str, kind: str, said: str) -> None:
    assert [one.kind for one in site_size({address: entry(1, kind)}).kinds] == [said]


def test_size_is_that_of_the_files(built: Sample) -> None:
    size = built.build().size
    files = {name: data for name, data in built.files().items() if name != ".theatrum"}
    assert size.total.files == sum(one.files for one in size.kinds) == len(files)
    assert size.total.bytes == sum(one.bytes for one in size.kinds)
    assert size.total.bytes == sum(map(len, files.values()))


def test_warning_comes_before_it_is_too_late() -> None:
    assert LARGE < MOST
    assert site_size({"a.css": entry(LARGE - 1)}).warning == ""
    said = site_size({"a.css": entry(LARGE)}).warning
    assert said == "the site has 800 MB; GitHub Pages publishes no more than 1000 MB"


def test_room_that_is_left_is_told_in_years_of_such_games() -> None:
    def of(address: str, size: int, game: str = "g") -> tuple[str, Entry]:
        return address, Entry(game, "chronicle", "key", size, 1)

    none = site_size(dict([of("page.css", 1000, "")]))
    assert none.room is None
    games = [of("g/1901/", 2_000_000), of("g/1901/map.svg", 6_000_000), of("g/1902/", 2_000_000)]
    small = site_size(dict([*games, of("page.css", 5_000_000, "")]))
    assert small.room == (MOST - 15_000_000) // 5_000_000 == 197
    assert small.warning == ""
    large = site_size(dict([*games, of("h/7/map.svg", 900_000_000)]))
    assert large.room == 90_000_000 * 2 // 910_000_000 == 0
    assert large.warning.endswith("no more than 1000 MB: room for about 0 more years")


def test_picture_that_is_not_drawn_yet_has_no_size() -> None:
    assert site_size({"a/map.png": entry(0, "map", modified=0)}).total.files == 0
