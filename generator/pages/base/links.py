"""What a built page points at, and whether it is there, near enough; in words where it is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern

from generator.pages.base.page import file_of

__all__ = [
    "NO_LINKS",
    "PageLinks",
    "broken_links",
    "far_pages",
    "given_twice",
    "no_anchor",
    "no_page",
]

CLICKS = 3
"""Every page of a game can be reached from its front page in so many."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """What one page holds and needs.

    `targets` maps the addresses of other pages to the anchors asked for there; `problems` are
    complaints that need no other page, broken links within the page among them.
    """

    ids: frozenset[str]
    targets: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()

    def dump(self) -> tuple[str, str]:
        """Ids, and the rest, as JSON in a stated order."""
        return json.dumps(sorted(self.ids)), json.dumps([dict(self.targets), self.problems])

    @staticmethod
    def load(ids: str, rest: str) -> PageLinks:
        """What `dump` wrote."""
        targets, problems = json.loads(rest)
        return PageLinks(
            frozenset(json.loads(ids)) if ids else frozenset(),
            {intern(to): tuple(map(intern, anchors)) for to, anchors in targets.items()},
            tuple(problems),
        )


NO_LINKS = PageLinks(frozenset(), {})
"""Of a file that points at nothing."""


def broken_links(links: PageLinks, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """What is wrong with a page's links. `known` has the anchors of each address that exists."""
    wrong = list(links.problems)
    for target, anchors in links.targets.items():
        if target not in known:
            wrong.append(no_page(target))
            continue
        wrong.extend(no_anchor(anchor, target) for anchor in anchors if anchor not in known[target])
    return tuple(wrong)


def given_twice(name: str) -> str:
    return f'the id "{name}" is given twice'


def no_page(target: str) -> str:
    return f"links to {target or file_of(target)}, which is not there"


def no_anchor(anchor: str, target: str | None = None) -> str:
    if target is None:
        return f"links to #{anchor} in itself, which is not there"
    return f"links to {target or file_of(target)}#{anchor}, which is not there"


def far_pages(
    front: str, pages: Iterable[str], links: Mapping[str, PageLinks], clicks: int = CLICKS
) -> dict[str, tuple[str, ...]]:
    """Those of `pages` that cannot be reached from `front` in so many clicks, in given order.

    Each with the shortest way to it, both ends included; nothing where no way leads there.
    """
    before: dict[str, str] = {front: ""}
    near = {front}
    edge: Sequence[str] = (front,)
    for click in range(1, len(links) + 1):
        found: list[str] = []
        for address in edge:
            known = links.get(address)
            for target in known.targets if known else ():
                if target not in before:
                    before[target] = address
                    found.append(target)
        if click <= clicks:
            near.update(found)
        if not found or len(near) == len(links):
            break
        edge = found
    return {page: _way(front, page, before) for page in pages if page not in near}


def _way(front: str, page: str, before: Mapping[str, str]) -> tuple[str, ...]:
    if page not in before:
        return ()
    way = [page]
    while way[-1] != front:
        way.append(before[way[-1]])
    return tuple(reversed(way))
