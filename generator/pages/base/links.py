"""The links of a built page: whether their targets exist, and how many clicks away a page is. And
finding what it points at: links, ids, and pictures without a text.

Works on our own output, in which every `<` and `>` that does not bound a tag is escaped. So a tag
is found by looking for its possible contents, and its ends are the brackets around that. Of the
page at `a/b/`

    <h2 id="top">..</h2> <a href="../c/index.html#x">..</a> <img src="map.png">

it finds the id `top`, the targets `a/c/` (asked for its anchor `x`) and `a/b/map.png`, and the
problem that the picture has no alt text. `plain_tags` reads nearly every page; `read_tags` is its
twin, and reads the others.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from msgspec import Struct, json

from generator.fast.tags import plain_tags
from generator.pages.base.page import address_of_file, file_of

CLICKS = 3
"""Every page of a game can be reached from its front page in so many."""
_HIDING = re.compile(r"<(?:!--|(script|style)\b[^>]*>)")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_HEADING = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]>", re.DOTALL)
_ELSEWHERE = re.compile(r"(?:https?|mailto|data|tag):", re.IGNORECASE)
# Up as far as it goes, and down to a file: as nearly all of our own links lead.
_STRAIGHT = re.compile(r"((?:\.\./)*)((?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*)")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_LINKS = ("href", "src", "xlink:href")
# The contents of the tags that matter here.
_MARK = re.compile(r"(?:id|href|src|role)\s*=|<img")


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


# Tags that hide everything up to their end: a comment, a script, a style.
def page_links(address: str, text: str) -> PageLinks:
    """The links of the page at `address`, from the text of its HTML or SVG."""
    return file_links(address, text.encode())


def file_links(address: str, data: bytes) -> PageLinks:
    """The links of the page at `address`, from the UTF-8 bytes of its HTML or SVG."""
    # A byte a character, and only ASCII matters: text taken from a tag is decoded later.
    found = read_page(_bare(data.decode("latin-1")))
    problems = [*found.problems]
    targets = _targets(address, found.values, problems)
    problems += [no_anchor(anchor) for anchor in targets.pop(address, frozenset()) - found.ids]
    asked = {to: tuple(sorted(anchors)) for to, anchors in targets.items()}
    return PageLinks(found.ids, asked, tuple(sorted(problems)))


def _targets(address: str, values: Iterable[str], problems: list[str]) -> dict[str, set[str]]:
    """Where the links of a page lead, each address with the anchors asked for there; what is wrong
    with a link joins the problems."""
    here = _Here(address)
    leads: dict[str, str | _Wrong | None] = {}
    targets: dict[str, set[str]] = {}
    for value in values:
        path, _, anchor = value.partition("#")
        if path not in leads:
            leads[path] = here.target(path)
        target = leads[path]
        if isinstance(target, str):
            anchors = targets.setdefault(target, set())
            if anchor:
                anchors.add(anchor)
        elif target is not None:
            problems.append(target.said(value))
    return targets


class Tags(NamedTuple):
    """The tags of a page, or one of them: ids, the values of links, and faults."""

    ids: frozenset[str]
    values: dict[str, None]
    problems: tuple[str, ...]


def read_page(bare: str) -> Tags:
    """The tags of a bare text."""
    plain = plain_tags(bare)
    if plain is None:
        return read_tags(bare)
    problems = [problem for tag in plain.pictures for problem in _read_tag(tag).problems]
    ids = _values(plain.ids)
    return Tags(frozenset(ids), dict.fromkeys(_values(plain.links)), (*problems, *_repeated(ids)))


def _repeated(ids: Sequence[str]) -> Iterator[str]:
    """A complaint for each time that an id had occurred before."""
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            yield given_twice(name)
        seen.add(name)


def _values(latin: Collection[str]) -> list[str]:
    """The values of attributes as a browser reads them: nearly always unchanged."""
    every = "\n".join(latin)
    if every.isascii() and "&" not in every:
        return list(latin)
    return [html.unescape(value.encode("latin-1").decode()) for value in latin]


def read_tags(bare: str) -> Tags:
    """The same tag by tag, of any bare text."""
    tags = [_read_tag(piece) for _, piece in _tags(bare)]
    ids = [name for tag in tags for name in tag.ids]
    values = dict.fromkeys(value for tag in tags for value in tag.values)
    problems = [problem for tag in tags for problem in tag.problems]
    return Tags(frozenset(ids), values, (*problems, *_repeated(ids)))


def _tags(text: str) -> Iterator[tuple[int, str]]:
    """The tags that may matter, each with its place in the text and without its brackets."""
    before = -2
    for mark in _MARK.finditer(text):
        start = text.rfind("<", 0, mark.start() + 1)
        # Words between two tags may look like the contents of a tag. The text may begin in a tag.
        if start != before and text.find(">", max(start, 0), mark.start()) < 0:
            before = start
            end = text.find(">", mark.start())
            yield start, text[start + 1 : end if end >= 0 else None]


def _hidden(text: str) -> Iterator[slice]:
    """The positions of comments and of the contents of scripts and styles. One without an end hides
    nothing."""
    found = _HIDING.search(text)
    while found:
        name, end = found[1], found.end()
        stop = text.find(f"</{name}>" if name else "-->", end)
        if stop >= 0:
            end = stop if name else stop + len("-->")
            start = found.end() if name else found.start()
            if start < end:
                yield slice(start, end)
        found = _HIDING.search(text, end)


def _bare(text: str, blank: bool = False) -> str:
    """The text without comments, and without what is in scripts and styles.

    `blank`: leave spaces instead, so that every place stays what it was.
    """
    parts: list[str] = []
    at = 0
    for place in _hidden(text):
        parts += (text[at : place.start], re.sub(r"[^\n]", " ", text[place]) if blank else "")
        at = place.stop
    return "".join([*parts, text[at:]]) if parts else text


def _read_tag(latin: str) -> Tags:
    """The same of one tag."""
    tag = latin.encode("latin-1").decode()
    facts = {
        name: double or single or bare for name, double, single, bare in _ATTRIBUTE.findall(tag)
    }
    problems: list[str] = []
    if tag.startswith("img") and "alt" not in facts:
        problems.append(f"the picture {facts.get('src', '?')} has no alt text")
    is_named = facts.get("aria-label") or facts.get("aria-labelledby")
    if tag.startswith("svg") and facts.get("role") == "img" and not is_named:
        problems.append("an inline picture (svg role=img) has no aria-label")
    return Tags(
        frozenset([html.unescape(facts["id"])] if "id" in facts else ()),
        dict.fromkeys(html.unescape(facts[name]) for name in _LINKS if name in facts),
        tuple(problems),
    )


class _Wrong(NamedTuple):
    """The fault of a link, whatever it asks for."""

    problem: str

    def said(self, value: str) -> str:
        return f'the link "{value}" {self.problem}'


_WHOLE = _Wrong("is not relative")
_OUTSIDE = _Wrong("leaves the site")


class _Here:
    """A page, as the place that its links start from."""

    def __init__(self, address: str) -> None:
        self._address = address
        folders = address.split("/")[:-1]
        # The folder of the page, the one above it, and so on up to the root.
        self._above = [
            "".join(f"{folder}/" for folder in folders[:left])
            for left in range(len(folders), -1, -1)
        ]

    def target(self, path: str) -> str | _Wrong | None:
        """The address to which a path leads from here; None for one out of the site."""
        if not path:
            return self._address
        straight = _STRAIGHT.fullmatch(path)
        up = len(straight[1]) // len("../") if straight else 0
        if straight and up < len(self._above):
            return address_of_file(self._above[up] + straight[2])
        if ":" in path and _SCHEME.match(path):
            return None if _ELSEWHERE.match(path) else _WHOLE
        path = path.partition("?")[0]
        if "%" in path:
            from urllib.parse import unquote

            path = unquote(path)
        if path.startswith(("/", "\\")):
            return _WHOLE
        up = 0
        while path.startswith("../", 3 * up):
            up += 1
        rest = path[3 * up :]
        if "/." in rest or "//" in rest or rest.startswith("."):
            return self._winding(path)
        return address_of_file(self._above[up] + rest) if up < len(self._above) else _OUTSIDE

    def _winding(self, path: str) -> str | _Wrong:
        """The same for a path that goes down and up again, or stays where it is."""
        parts = self._address.split("/")[:-1]
        *steps, last = path.split("/")
        if last in ("..", "."):
            steps, last = [*steps, last], ""
        for step in steps:
            if step == "..":
                if not parts:
                    return _OUTSIDE
                parts.pop()
            elif step not in ("", "."):
                parts.append(step)
        return address_of_file("/".join([*parts, last]))


def places(address: str, data: bytes) -> dict[str, tuple[int, str]]:
    """Where on a page something is that may be wrong: by complaint, as the other functions word
    it, the line (from 1) and the heading before it, "" without one.

    Slow: for pages with which something is wrong.
    """
    text = _bare(data.decode("latin-1"), blank=True)
    headings = []
    for heading in _HEADING.finditer(text):
        plain = re.sub(r"<[^>]+>", " ", heading[1].encode("latin-1").decode())
        headings.append((heading.start(), " ".join(html.unescape(plain).split())))
    found: dict[str, tuple[int, str]] = {}
    ids: set[str] = set()
    here = _Here(address)
    for start, piece in _tags(text):
        tag = _read_tag(piece)
        said = list(tag.problems)
        said += map(given_twice, tag.ids & ids)
        ids |= tag.ids
        for value in tag.values:
            path, _, anchor = value.partition("#")
            target = here.target(path)
            if isinstance(target, _Wrong):
                said.append(target.said(value))
            elif target is not None:
                said.append(no_anchor(anchor) if target == address else no_page(target))
                said.append(no_anchor(anchor, target))
        for problem in said:
            if problem not in found:
                before = next((name for at, name in reversed(headings) if at < start), "")
                found[problem] = (text.count("\n", 0, start) + 1, before)
    return found
