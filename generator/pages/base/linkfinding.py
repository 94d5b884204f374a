"""Finding what a built page points at: links, ids, and pictures without a text.

Works on our own output, in which every `<` and `>` that does not bound a tag is escaped. So a tag
is found by looking for what it may say, fifty times as fast as by a parser.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from msgspec import Struct

from generator.pages.base.links import PageLinks, given_twice, no_anchor, no_page
from generator.pages.base.page import address_of_file

__all__ = ["file_links", "page_links", "places"]

# What hides all up to its end: a comment, a script, a style.
_HIDING = re.compile(r"<(?:!--|(script|style)\b[^>]*>)")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_HEADING = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]>", re.DOTALL)
_ELSEWHERE = re.compile(r"(?:https?|mailto|data|tag):", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_LINKS = ("href", "src", "xlink:href")
# What the tags say that matter here.
_MARK = re.compile(r"(?:id|href|src|role)\s*=|<img")
# Where a map is cut, so that a part that another map has, too, is read once.
_SYMBOLS = "<defs>"
_LAYER = '<g class="layer'
# Ids and links with their quotes, "" for whatever is no quoted value: also for what stands between
# two other values, as after `title="id="`. With what looks like one but stands between two tags,
# and the tags of pictures, these read a page in a fifth of the time that it takes tag by tag.
_ID = re.compile(r" id\s*=(?:\"([^\"]*)(?<![=\s])\")?")
_LINK = re.compile(r" (?:href|src|xlink:href)\s*=(?:\"([^\"]*)(?<![=\s])\")?")
_BETWEEN = re.compile(r">[^<]* (?:id|href|src|xlink:href)\s*=")
_PICTURE = re.compile(r"<((?:img|svg)\b[^>]*)")


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
    for piece in _pieces(data.decode("latin-1")):
        if not ids.isdisjoint(piece.ids):
            problems += map(given_twice, ids & piece.ids)
        ids |= piece.ids
        values.update(piece.values)
        problems += piece.problems
    targets = _targets(address, values, problems)
    problems += [no_anchor(anchor) for anchor in targets.pop(address, frozenset()) - ids]
    # In the order of the page: sorting them all would take longer than finding them.
    asked = {to: tuple(sorted(anchors)) for to, anchors in targets.items()}
    return PageLinks(frozenset(ids), asked, tuple(sorted(problems)))


def _targets(address: str, values: Iterable[str], problems: list[str]) -> dict[str, set[str]]:
    """Where the links of a page lead, each address with the anchors asked for there; what is wrong
    with a link joins the problems."""
    here = _Here(address)
    targets: dict[str, set[str]] = {}
    for value in values:
        if here.far is not None and value.startswith("../../"):
            target, anchor = _asked_far(here.far, value)
        else:
            path, _, anchor = value.partition("#")
            target = here.target(path)
        if isinstance(target, str):
            anchors = targets.get(target)
            if anchors is None:
                anchors = targets[target] = set()
            if anchor:
                anchors.add(anchor)
        elif target is not None:
            problems.append(target.said(value))
    return targets


class _Piece(NamedTuple):
    """What a piece of a page says: its ids, the values of its links, and what is wrong in it."""

    ids: frozenset[str]
    values: dict[str, None]
    problems: tuple[str, ...]


_NOTHING = _Piece(frozenset(), {}, ())


def _pieces(text: str) -> Iterator[_Piece]:
    """What a text says, piece by piece: all around its map, then the map's symbols and layers, of
    which most stand in other texts as well."""
    start = text.find("<svg")
    layers = text.find(_LAYER, start) if start >= 0 else -1
    end = text.find("</svg>", text.rfind(_LAYER)) if layers >= 0 else -1
    symbols = text.find(_SYMBOLS, start, layers) if layers >= 0 else -1
    first = symbols if symbols >= 0 else layers
    if end < 0 or _is_opaque(text, first):
        yield _read_piece(text)
        return
    yield _read_piece(text[:first] + text[end:])
    yield _read_part(text[first:layers])
    yield from map(_read_part, text[layers:end].split(_LAYER))


def _is_opaque(text: str, end: int) -> bool:
    """Whether a comment, script or style stands open where a text is to be cut."""
    return any(place.stop > end for place in _hidden(text, end))


def _read_piece(text: str) -> _Piece:
    plain = _bare(text).replace("\n", " ")
    ids, links = _ID.findall(plain), dict.fromkeys(_LINK.findall(plain))
    pictures = _PICTURE.findall(plain)
    if not ids and not links and not pictures:
        return _NOTHING
    once = frozenset(ids)
    # Nearly every piece is of this kind: all that matters stands in tags, between double quotes.
    every = "\n".join((*once, *links))
    is_plain = "" not in links and "" not in once and "<" not in every and ">" not in every
    # Looked for alone, the quote is found not to be there ten times as fast as with the sign.
    is_quoted = "'" in plain and "='" in plain
    if not is_plain or is_quoted or _BETWEEN.search(plain):
        return _read_tags(_bare(text))
    problems = [problem for tag in pictures for problem in _read_tag(tag).problems]
    if not every.isascii() or "&" in every:
        ids, links = [*map(_value, ids)], dict.fromkeys(map(_value, links))
        once = frozenset(ids)
    if len(once) < len(ids):
        problems += map(given_twice, _repeated(ids))
    return _Piece(once, links, tuple(problems))


def _repeated(names: Sequence[str]) -> Iterator[str]:
    """A name for each time that it had occurred before."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def _value(latin: str) -> str:
    """What an attribute's value means."""
    if not latin.isascii():
        latin = latin.encode("latin-1").decode()
    return html.unescape(latin) if "&" in latin else latin


def _read_tags(text: str) -> _Piece:
    """The same of any bare piece, tag by tag."""
    ids: set[str] = set()
    values: dict[str, None] = {}
    problems: list[str] = []
    for _, piece in _tags(text):
        tag = _read_tag(piece)
        if tag.id is not None:
            if tag.id in ids:
                problems.append(given_twice(tag.id))
            ids.add(tag.id)
        values.update(tag.values)
        problems += tag.problems
    return _Piece(frozenset(ids), values, tuple(problems))


# Half of a map's parts stand in the next phase's map too, and nearly all of them in its page. They
# are long texts, so only a few are kept.
_read_part = lru_cache(maxsize=48)(_read_piece)


def _tags(text: str) -> Iterator[tuple[int, str]]:
    """The tags that may matter, each with its place in the text and without its brackets."""
    before = -2
    for mark in _MARK.finditer(text):
        start = text.rfind("<", 0, mark.start() + 1)
        # Words between two tags may look like what a tag says. The text may begin in a tag.
        if start != before and text.find(">", max(start, 0), mark.start()) < 0:
            before = start
            end = text.find(">", mark.start())
            yield start, text[start + 1 : end if end >= 0 else None]


def _hidden(text: str, until: int | None = None) -> Iterator[slice]:
    """Where comments stand, and what stands in scripts and styles: those that begin in the text,
    or in its first `until` characters. What never ends hides nothing."""
    most = len(text) if until is None else until
    found = _HIDING.search(text, 0, most)
    while found:
        name, end = found[1], found.end()
        stop = text.find(f"</{name}>" if name else "-->", end)
        if stop >= 0:
            end = stop if name else stop + len("-->")
            start = found.end() if name else found.start()
            if start < end:
                yield slice(start, end)
        found = _HIDING.search(text, end, most)


def _bare(text: str, blank: bool = False) -> str:
    """The text without comments, and without what stands in scripts and styles.

    `blank`: leave spaces instead, so that every place stays what it was.
    """
    parts: list[str] = []
    at = 0
    for place in _hidden(text):
        parts += (text[at : place.start], _spaces(text[place]) if blank else "")
        at = place.stop
    return "".join([*parts, text[at:]]) if parts else text


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


class _Tag(Struct, frozen=True):
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


class _Here:
    """A page, as the place that its links start from."""

    def __init__(self, address: str) -> None:
        self._address = address
        folders = address.split("/")[:-1]
        # The folder of the page, the one above it, and so on up to the root.
        self._above = [
            "".join(f"{one}/" for one in folders[:left]) for left in range(len(folders), -1, -1)
        ]
        self.far = self._above[2] if len(folders) > 1 else None

    def target(self, path: str) -> str | _Wrong | None:
        """The address to which a path leads from here; None for one out of the site."""
        if not path:
            return self._address
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


# Most links of a page lead two folders up, and from there to where those of its game's other pages
# lead.
@lru_cache(maxsize=4096)
def _asked_far(above: str, value: str) -> tuple[str | _Wrong | None, str]:
    """The target and the anchor of a link on a page two folders below the folder `above`, whatever
    their names are."""
    path, _, anchor = value.partition("#")
    return _below(above).target(path), anchor


@lru_cache(maxsize=8)
def _below(above: str) -> _Here:
    return _Here(f"{above}any/any/")


def places(address: str, data: bytes) -> dict[str, tuple[int, str]]:
    """Where on a page something is that may be wrong: by complaint, as the other functions word
    it, the line (from 1) and the heading before it, "" without one.

    Slow: for pages with which something is wrong.
    """
    text = _bare(data.decode("latin-1"), blank=True)
    headings = [(found.start(), _words(found[1])) for found in _HEADING.finditer(text)]
    found: dict[str, tuple[int, str]] = {}
    ids: set[str] = set()
    here = _Here(address)
    for start, piece in _tags(text):
        tag = _read_tag(piece)
        said = list(tag.problems)
        if tag.id is not None:
            if tag.id in ids:
                said.append(given_twice(tag.id))
            ids.add(tag.id)
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
                heading = next((name for at, name in reversed(headings) if at < start), "")
                found[problem] = (text.count("\n", 0, start) + 1, heading)
    return found


def _words(latin: str) -> str:
    """The words of a heading."""
    plain = re.sub(r"<[^>]+>", " ", latin.encode("latin-1").decode())
    return " ".join(html.unescape(plain).split())
