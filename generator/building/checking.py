"""What a build checks once all pages are there: links, anchors, ids, alt texts, distances."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from pathlib import Path

from generator.building.manifest import Manifest
from generator.pages.base.linkfinding import places
from generator.pages.base.links import CLICKS, NO_LINKS, PageLinks, broken_links, far_pages
from generator.pages.base.page import DRAWING, file_of


def check_links(
    manifest: Manifest,
    output: Path,
    addresses: Iterable[str],
    made: Iterable[str] | None,
    games: Iterable[str],
) -> tuple[str, ...]:
    """What is wrong, page by page, each with its place: file and line, and the heading before it.

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
    """What is wrong with the links of some pages; `known` are all addresses of the site."""
    # Many pages point at the same places: the ids of each are read once.
    wanted: dict[str, set[str]] = {}
    for _, links in pages:
        for target, anchors in links.targets.items():
            wanted.setdefault(target, set()).update(anchors)
    there = {
        target: _ids(manifest, target, anchors) if anchors else NO_LINKS.ids
        for target, anchors in wanted.items()
        if target in known
    }
    for address, links in pages:
        yield from _with_places(output, address, broken_links(links, there))


def _ids(manifest: Manifest, address: str, wanted: Set[str]) -> frozenset[str]:
    """The ids of a page; with those of the drawing that its map is told from, if some of the
    `wanted` are not in the page itself."""
    ids = manifest.ids(address)
    if wanted <= ids:
        return ids
    drawings = (to for to in manifest.links(address).targets if to.endswith(f"/{DRAWING}"))
    return ids.union(*map(manifest.ids, drawings))


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
