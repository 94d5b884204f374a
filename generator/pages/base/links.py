"""The links of a built page: whether their targets exist, and how many clicks away a page is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count

from msgspec import Struct, json

from generator.pages.base.page import file_of

CLICKS = 3
"""Every page of a game can be reached from its front page in so many."""


class PageLinks(Struct, frozen=True):
    """The ids of a page, and the links that it has.

    `targets` maps the addresses of other pages, in the page's own order, to the anchors asked for
    there; `problems` are complaints that need no other page, broken links within the page among
    them.
    """

    ids: frozenset[str]
    targets: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()

    def dump(self) -> tuple[str, str]:
        """Ids, and the rest, as JSON in a stated order."""
        rest = json.encode((self.targets, self.problems))
        return json.encode(sorted(self.ids)).decode(), rest.decode()

    @staticmethod
    def load(ids: str, rest: str) -> PageLinks:
        """Reads what `dump` wrote; a part that is "" is empty."""
        return PageLinks(
            _IDS.decode(ids) if ids else frozenset(), *(_REST.decode(rest) if rest else ({}, ()))
        )


_IDS = json.Decoder(frozenset[str])
_REST = json.Decoder(tuple[dict[str, tuple[str, ...]], tuple[str, ...]])

NO_LINKS = PageLinks(frozenset(), {})
"""Of a file that points at nothing."""


def broken_links(links: PageLinks, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The faults of a page's links. `known` has the anchors of each address that exists."""
    wrong = list(links.problems)
    for target, anchors in sorted(links.targets.items()):
        if target not in known:
            wrong.append(no_page(target))
            continue
        wrong.extend(no_anchor(anchor, target) for anchor in anchors if anchor not in known[target])
    return tuple(wrong)


def given_twice(name: str) -> str:
    return f'the id "{name}" is used twice'


def no_page(target: str) -> str:
    return f"links to {target or file_of(target)}, which is not there"


def no_anchor(anchor: str, target: str | None = None) -> str:
    if target is None:
        return f"links to #{anchor} in itself, which is not there"
    return f"links to {target or file_of(target)}#{anchor}, which is not there"


def far_pages(
    front: str, pages: Collection[str], targets: Callable[[str], Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Those of `pages` that cannot be reached from `front` in CLICKS, in given order.

    Each with the shortest way to it, both ends included; nothing where no way leads there.
    `targets` gives the links of a page; it is called for no more pages than needed.
    """
    before: dict[str, str] = {front: ""}
    near = {front}
    edge: Sequence[str] = (front,)
    for click in count(1):
        found: list[str] = []
        for address in edge:
            for target in targets(address):
                if target not in before:
                    before[target] = address
                    found.append(target)
        if click <= CLICKS:
            near.update(found)
        if not found or near.issuperset(pages):
            break
        edge = found
    return {page: _shortest_way(front, page, before) for page in pages if page not in near}


def _shortest_way(front: str, page: str, before: Mapping[str, str]) -> tuple[str, ...]:
    if page not in before:
        return ()
    way = [page]
    while way[-1] != front:
        way.append(before[way[-1]])
    return tuple(reversed(way))
