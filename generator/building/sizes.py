"""How large a site is, by kind of file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from generator.building.manifest import Entry
from generator.pages.base.page import file_of

MOST: Final = 1_000_000_000
"""Bytes that a published site may have: GitHub's documentation, "GitHub Pages limits"."""
LARGE: Final = 800_000_000
"""Bytes from which on a build warns, while there is time to do something."""

_KINDS: Final = (
    "pages", "maps, SVG", "maps, PNG", "styles and scripts", "fonts", "data", "search", "other",
)  # fmt: skip
_SUFFIXES: Final = {
    "html": "pages",
    "css": "styles and scripts",
    "js": "styles and scripts",
    "woff2": "fonts",
    "woff": "fonts",
    "ttf": "fonts",
    "otf": "fonts",
    **dict.fromkeys(("bbcode", "csv", "ics", "json", "md", "toml", "txt", "xml", "zip"), "data"),
}

_YEAR: Final = re.compile(r"[^/]+/\d+/")
"""The address of the page of a year, as "winter-king/1621/"."""


class Size(Struct, frozen=True):
    """How many files there are of a kind, and how many bytes they have."""

    kind: str
    files: int
    bytes: int


class SiteSize(Struct, frozen=True):
    """The sizes of the kinds of which there are files, and of all together. `of_games` are the
    bytes of the games' own pages, in which `years` years (or Rounds) have been played."""

    kinds: tuple[Size, ...]
    total: Size
    of_games: int = 0
    years: int = 0

    @property
    def room(self) -> int | None:
        """For about how many more years of such games there is room; None if nobody can say."""
        if not self.years:
            return None
        return max(0, (MOST - self.total.bytes) * self.years // max(1, self.of_games))

    @property
    def warning(self) -> str:
        """What to say of a site that is nearly too large; "" for others."""
        if self.total.bytes < LARGE:
            return ""
        megabytes = self.total.bytes // 1_000_000
        most = MOST // 1_000_000
        said = f"the site has {megabytes} MB; GitHub Pages publishes no more than {most} MB"
        return said if self.room is None else f"{said}: room for about {self.room} more years"


def site_size(entries: Mapping[str, Entry]) -> SiteSize:
    """The size of a site, from what its manifest has of each file."""
    files = dict.fromkeys(_KINDS, 0)
    sizes = dict.fromkeys(_KINDS, 0)
    for address, entry in entries.items():
        if entry.is_undrawn:
            continue
        kind = _kind_of(file_of(address), entry.kind)
        files[kind] += 1
        sizes[kind] += entry.size
    kinds = tuple(Size(kind, files[kind], sizes[kind]) for kind in _KINDS if files[kind])
    total = Size("total", sum(files.values()), sum(sizes.values()))
    of_games = sum(entry.size for entry in entries.values() if entry.game)
    years = sum(1 for address in entries if _YEAR.fullmatch(address))
    return SiteSize(kinds, total, of_games, years)


def _kind_of(file: str, kind: str) -> str:
    suffix = file.rpartition(".")[2]
    if kind == "index":
        return "search"
    if kind == "map" and suffix in ("svg", "png"):
        return f"maps, {suffix.upper()}"
    return _SUFFIXES.get(suffix, "other")
