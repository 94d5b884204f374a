"""What a built page points at, and whether it is there: links, anchors, ids and texts for pictures.

Works on our own output, in which every `<` and `>` that does not bound a tag is escaped. So a tag
is found by looking for what it may say, fifty times as fast as by a parser.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from generator.pages.base.page import address_of_file, file_of

__all__ = [
    "NO_LINKS",
    "PageLinks",
    "broken_links",
    "far_pages",
    "file_links",
    "page_links",
    "places",
]

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_OPAQUE = {name: re.compile(rf"<{name}\b[^>]*>") for name in ("script", "style")}
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_HEADING = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]>", re.DOTALL)
_ELSEWHERE = re.compile(r"(?:https?|mailto|data|tag):", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_LINKS = ("href", "src", "xlink:href")
# What the tags say that matter here. Python finds a plain text hundreds of times as fast as it
# looks at every tag.
_MARKS = ("id=", "href=", "src=", "role=", "<img")
# Where a page is cut for those pieces of it that others have too: at the groups of its map.
_CUT = "<g"
_LONG = 4_000
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


def page_links(address: str, text: str) -> PageLinks:
    """The links of the page at `address`, from the text of its HTML or SVG."""
    return file_links(address, text.encode())


def file_links(address: str, data: bytes) -> PageLinks:
    """The links of the page at `address`, from the UTF-8 bytes of its HTML or SVG."""
    ids: set[str] = set()
    values: dict[str, None] = {}
    problems: list[str] = []
    # A byte a character, and told apart by ASCII alone: Python searches such a text much faster
    # than one with a wide character in it. What is taken from a tag is decoded as it should be.
    for text in _bare(data.decode("latin-1")).split(_CUT):
        piece = _read_short(text) if len(text) < _LONG else _read_long(text)
        if not ids.isdisjoint(piece.ids):
            problems += map(_twice, ids & piece.ids)
        ids |= piece.ids
        values.update(piece.values)
        problems += piece.problems
    targets: dict[str, dict[str, None]] = {}
    known: dict[str, str | _Wrong | None] = {}
    for value in values:
        path, _, anchor = value.partition("#")
        if path not in known:
            known[path] = _target(address, path)
        target = known[path]
        if isinstance(target, _Wrong):
            problems.append(target.said(value))
        elif target is not None:
            anchors = targets.setdefault(target, {})
            if anchor:
                anchors[intern(anchor)] = None
    own = targets.pop(address, {})
    problems += [_no_anchor(anchor) for anchor in own.keys() - ids]
    ordered = {intern(to): tuple(sorted(targets[to])) for to in sorted(targets)}
    return PageLinks(frozenset(ids), ordered, tuple(sorted(problems)))


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a piece of a page says: its ids, the values of its links, and what is wrong in it."""

    ids: frozenset[str]
    values: dict[str, None]
    problems: tuple[str, ...]


def _read_piece(text: str) -> _Piece:
    ids: set[str] = set()
    values: dict[str, None] = {}
    problems: list[str] = []
    for _, piece in _tags(text):
        tag = _read_tag(piece)
        if tag.id is not None:
            if tag.id in ids:
                problems.append(_twice(tag.id))
            ids.add(tag.id)
        values.update(tag.values)
        problems += tag.problems
    return _Piece(frozenset(ids), values, tuple(problems))


# Three quarters of a map stand in the next phase's map too, and all of it in its page. Coasts and
# borders are long texts, so only a few of those are kept.
_read_short = lru_cache(maxsize=1024)(_read_piece)
_read_long = lru_cache(maxsize=24)(_read_piece)


def _tags(text: str) -> Iterator[tuple[int, str]]:
    """The tags that may matter, each with its place in the text and without its brackets; in no
    stated order."""
    seen: set[int] = set()
    for mark in _MARKS:
        at = text.find(mark)
        while at >= 0:
            start = text.rfind("<", 0, at + 1)
            # Words between two tags may look like what a tag says. The text may begin in a tag.
            if start not in seen and text.find(">", max(start, 0), at) < 0:
                seen.add(start)
                end = text.find(">", at)
                yield start, text[start + 1 : end if end >= 0 else None]
            at = text.find(mark, at + 1)


def _bare(text: str, blank: bool = False) -> str:
    """The text without comments, and without what stands in scripts and styles.

    `blank`: leave spaces instead, so that every place stays what it was.
    """
    if blank:
        text = _COMMENT.sub(lambda found: _spaces(found[0]), text)
    elif "<!--" in text:
        text = _COMMENT.sub("", text)
    for name, opening in _OPAQUE.items():
        end = f"</{name}>"
        *parts, rest = text.split(end)
        for number, part in enumerate(parts):
            # Found as plain text first: looking for the pattern takes ten times as long.
            start = part.find(f"<{name}")
            found = opening.search(part, start) if start >= 0 else None
            if found:
                gone = _spaces(part[found.end() :]) if blank else ""
                parts[number] = part[: found.end()] + gone
        if parts:
            text = end.join([*parts, rest])
    return text


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


@dataclass(frozen=True, slots=True)
class _Tag:
    """What one tag says; `id` is None without one."""

    id: str | None
    values: dict[str, None]
    problems: tuple[str, ...]


# Most tags of a page stand on the next page too: frame, rail, pieces that did not move.
@lru_cache(maxsize=2048)
def _read_tag(latin: str) -> _Tag:
    tag = latin.encode("latin-1").decode()
    facts = {
        name: double or single or bare for name, double, single, bare in _ATTRIBUTE.findall(tag)
    }
    problems: list[str] = []
    if tag.startswith("img") and "alt" not in facts:
        problems.append(f"the picture {facts.get('src', '?')} has no alt text")
    if tag.startswith("svg") and facts.get("role") == "img" and not _is_named(facts):
        problems.append("an inline picture (svg role=img) has no aria-label")
    return _Tag(
        intern(html.unescape(facts["id"])) if "id" in facts else None,
        dict.fromkeys(html.unescape(facts[name]) for name in _LINKS if name in facts),
        tuple(problems),
    )


def _is_named(facts: Mapping[str, str]) -> bool:
    return bool(facts.get("aria-label") or facts.get("aria-labelledby"))


class _Wrong(NamedTuple):
    """What is wrong with a link, whatever it asks for."""

    problem: str

    def said(self, value: str) -> str:
        return f'the link "{value}" {self.problem}'


_WHOLE = _Wrong("is not relative")
_OUTSIDE = _Wrong("leaves the site")


def _target(address: str, path: str) -> str | _Wrong | None:
    """The address to which a path leads from the page `address`; None for one out of the site."""
    if not path:
        return address
    if ":" in path and _SCHEME.match(path):
        return None if _ELSEWHERE.match(path) else _WHOLE
    path = path.partition("?")[0]
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(path)
    if path.startswith(("/", "\\")):
        return _WHOLE
    target = _resolve(address, path)
    return _OUTSIDE if target is None else target


def _resolve(address: str, path: str) -> str | None:
    """The address that a relative path means on the page `address`; None above the root."""
    parts = address.split("/")[:-1]
    steps = path.split("/")
    for step in steps[:-1]:
        if step == "..":
            if not parts:
                return None
            parts.pop()
        elif step not in ("", "."):
            parts.append(step)
    last = steps[-1]
    if last == "..":
        if not parts:
            return None
        parts.pop()
        last = ""
    elif last == ".":
        last = ""
    return address_of_file("/".join([*parts, last]))


def broken_links(links: PageLinks, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """What is wrong with a page's links. `known` has the anchors of each address that exists."""
    wrong = list(links.problems)
    for target, anchors in links.targets.items():
        if target not in known:
            wrong.append(_no_page(target))
            continue
        wrong.extend(
            _no_anchor(anchor, target) for anchor in anchors if anchor not in known[target]
        )
    return tuple(wrong)


def _twice(name: str) -> str:
    return f'the id "{name}" is given twice'


def _no_page(target: str) -> str:
    return f"links to {target or file_of(target)}, which is not there"


def _no_anchor(anchor: str, target: str | None = None) -> str:
    if target is None:
        return f"links to #{anchor} in itself, which is not there"
    return f"links to {target or file_of(target)}#{anchor}, which is not there"


def places(address: str, data: bytes) -> dict[str, tuple[int, str]]:
    """Where on a page something is that may be wrong: by complaint, as the other functions word
    it, the line (from 1) and the heading before it, "" without one.

    Slow: for pages with which something is wrong.
    """
    text = _bare(data.decode("latin-1"), blank=True)
    headings = [(found.start(), _words(found[1])) for found in _HEADING.finditer(text)]
    found: dict[str, tuple[int, str]] = {}
    ids: set[str] = set()
    for start, piece in sorted(_tags(text)):
        tag = _read_tag(piece)
        said = list(tag.problems)
        if tag.id is not None:
            if tag.id in ids:
                said.append(_twice(tag.id))
            ids.add(tag.id)
        for value in tag.values:
            path, _, anchor = value.partition("#")
            target = _target(address, path)
            if isinstance(target, _Wrong):
                said.append(target.said(value))
            elif target is not None:
                said.append(_no_anchor(anchor) if target == address else _no_page(target))
                said.append(_no_anchor(anchor, target))
        for problem in said:
            if problem not in found:
                heading = next((name for at, name in reversed(headings) if at < start), "")
                found[problem] = (text.count("\n", 0, start) + 1, heading)
    return found


def _words(latin: str) -> str:
    """The words of a heading."""
    plain = re.sub(r"<[^>]+>", " ", latin.encode("latin-1").decode())
    return " ".join(html.unescape(plain).split())


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
