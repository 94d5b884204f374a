"""What a build checks once all pages are there: links, anchors, ids, alt texts, distances."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.building.manifest import Manifest
from generator.pages.base.linkfinding import places
from generator.pages.base.links import CLICKS, NO_LINKS, PageLinks, broken_links, far_pages
from generator.pages.base.page import file_of

__all__ = ["check_links"]


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
    if made is None:
        asked = manifest.all_links()
    else:
        asked = {address: manifest.links(address) for address in made}
    known = _anchors(manifest, asked, addresses)
    problems = [
        said
        for address, links in asked.items()
        for said in _with_places(output, address, broken_links(links, known))
    ]
    if made is None:
        games = {address.partition("/")[0] for address in asked}
    of_game: dict[str, dict[str, PageLinks]] = {}
    for address, links in asked.items():
        of_game.setdefault(address.partition("/")[0], {})[address] = links
    for game in sorted(games):
        problems += _far(game, _links_of(manifest, game, of_game.get(game, {})))
    return tuple(problems)


def _anchors(
    manifest: Manifest, asked: Mapping[str, PageLinks], addresses: Iterable[str]
) -> dict[str, frozenset[str]]:
    """Every address of the site; with its ids, where one of the asked pages wants any there."""
    known = dict.fromkeys(addresses, NO_LINKS.ids)
    wanted = dict.fromkeys(
        to for links in asked.values() for to, anchors in links.targets.items() if anchors
    )
    return known | {target: manifest.ids(target) for target in wanted if target in known}


def _links_of(
    manifest: Manifest, game: str, asked: Mapping[str, PageLinks]
) -> Mapping[str, PageLinks]:
    """The links of all pages of a game, of which some were asked for already."""
    return asked if len(asked) == manifest.count(game) else manifest.all_links(game)


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


def _far(game: str, links: Mapping[str, PageLinks]) -> Iterable[str]:
    """The pages of a game that are too far from its front page, with the way there. `links` are
    those of all its pages."""
    front = f"{game}/"
    if front not in links:
        return
    pages = [address for address in links if file_of(address).endswith(".html")]
    for address, way in far_pages(front, pages, links).items():
        if way:
            route = " > ".join(way)
            clicks = len(way) - 1
            yield f"{file_of(address)}: {clicks} clicks from {front}, at most {CLICKS} ({route})"
        else:
            yield f"{file_of(address)}: no link of the game leads there from {front}"
