"""The checks of a build once all pages are there: links, anchors, ids, alt texts, distances,
and how large it is, by kind of file."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.building.manifest import Entry, Manifest
from generator.pages.base.links import CLICKS, NO_LINKS, PageLinks, broken_links, far_pages, places
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


def check_links(
    manifest: Manifest,
    output: Path,
    addresses: Iterable[str],
    made: Iterable[str] | None,
    games: Iterable[str],
) -> tuple[str, ...]:
    """The faults, page by page, each with its place: file and line, and the heading before it.

    `addresses` are all of the site. `made` are the pages to look at, None for all; distances are
    measured in `games`, or in all where all are looked at.
    """

    asked = (
        manifest.all_links()
        if made is None
        else ((address, manifest.links(address)) for address in sorted(made))
    )
    known = frozenset(addresses)
    problems: list[str] = []
    # One game after the other: the ids of all pages would take much memory.
    for _, pages in groupby(asked, key=lambda page: _game_of(page[0])):
        problems += _broken(manifest, output, known, tuple(pages))
    if made is None:
        games = {_game_of(address) for address in known}
    for game in sorted(games):
        problems += _far(game, manifest)
    return tuple(problems)


def _game_of(address: str) -> str:
    return address.partition("/")[0]


def _broken(
    manifest: Manifest, output: Path, known: Set[str], pages: Sequence[tuple[str, PageLinks]]
) -> Iterator[str]:
    """The faults of the links of some pages; `known` are all addresses of the site."""
    # Many pages point at the same places: the ids of each are read once.
    wanted: dict[str, set[str]] = {}
    for _, links in pages:
        for target, anchors in links.targets.items():
            wanted.setdefault(target, set()).update(anchors)
    there = {
        target: manifest.ids(target) if anchors else NO_LINKS.ids
        for target, anchors in wanted.items()
        if target in known
    }
    for address, links in pages:
        yield from _with_places(output, address, broken_links(links, there))


def _with_places(output: Path, address: str, problems: Iterable[str]) -> Iterable[str]:
    """`a/b/index.html:12: links to c/, which is not there (under "Heading")`."""
    found: dict[str, tuple[int, str]] | None = None
    for problem in problems:
        if found is None:
            found = {}
            with contextlib.suppress(OSError):
                found = places(address, (output / file_of(address)).read_bytes())
        line, heading = found.get(problem, (0, ""))
        place = f"{file_of(address)}:{line}" if line else file_of(address)
        yield f'{place}: {problem} (under "{heading}")' if heading else f"{place}: {problem}"


def _far(game: str, manifest: Manifest) -> Iterable[str]:
    """The pages of a game that are too far from its front page, with the way there."""
    front = f"{game}/"
    pages = [address for address in manifest.addresses(game) if file_of(address).endswith(".html")]
    inside = frozenset(pages)
    if front not in inside:
        return

    def targets(address: str) -> Iterable[str]:
        return sorted(manifest.links(address).targets) if address in inside else ()

    for address, way in far_pages(front, pages, targets).items():
        if way:
            route = " > ".join(way)
            clicks = len(way) - 1
            yield f"{file_of(address)}: {clicks} clicks from {front}, at most {CLICKS} ({route})"
        else:
            yield f"{file_of(address)}: no link of the game leads there from {front}"


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
        """For about how many more years of such games there is room; None if unknown."""
        if not self.years:
            return None
        return max(0, (MOST - self.total.bytes) * self.years // max(1, self.of_games))

    @property
    def warning(self) -> str:
        """The warning about a site that is nearly too large; "" for others."""
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
