"""What a build checks once all pages are there: links, anchors, ids, alt texts, distances."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Set
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

    def asked() -> Iterable[tuple[str, PageLinks]]:
        if made is None:
            return manifest.all_links()
        return ((address, manifest.links(address)) for address in made)

    known = dict.fromkeys(addresses, NO_LINKS.ids)
    # Thousands of pages point at the same places: the ids of each are read once.
    wanted: dict[str, set[str]] = {}
    for _, links in asked():
        for target, anchors in links.targets.items():
            if anchors and target in known:
                wanted.setdefault(target, set()).update(anchors)
    known |= {target: _ids(manifest, target, anchors) for target, anchors in wanted.items()}
    problems: list[str] = []
    for address, links in asked():
        problems += _with_places(output, address, broken_links(links, known))
    if made is None:
        games = {address.partition("/")[0] for address in known}
    for game in sorted(games):
        problems += _far(game, manifest)
    return tuple(problems)


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
