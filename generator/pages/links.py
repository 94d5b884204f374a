"""What a built page points at, and whether it is there: links, anchors, ids and texts for pictures.

Works on our own output, in which every `<` and `>` that does not bound a tag is escaped. So a tag
is found by cutting at them, twenty times as fast as by a parser.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from sys import intern

from generator.pages.page import address_of_file

__all__ = ["PageLinks", "broken_links", "far_pages", "file_links", "page_links"]

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_OPAQUE = {name: re.compile(rf"<{name}\b[^>]*>") for name in ("script", "style")}
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))")
_ELSEWHERE = re.compile(r"(?:https?|mailto|data|tag):", re.IGNORECASE)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_LINKS = ("href", "src", "xlink:href")


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


def page_links(address: str, text: str) -> PageLinks:
    """The links of the page at `address`, from the text of its HTML or SVG."""
    return file_links(address, text.encode())


def file_links(address: str, data: bytes) -> PageLinks:
    """The links of the page at `address`, from the UTF-8 bytes of its HTML or SVG."""
    ids: dict[str, None] = {}
    targets: dict[str, dict[str, None]] = {}
    problems: list[str] = []
    sound: set[str] = set()
    # A byte a character, and told apart by ASCII alone: Python searches such a text much faster
    # than one with a wide character in it. What is taken from a tag is decoded as it should be.
    for piece in _bare(data.decode("latin-1")).split("<"):
        # Written out: these lines see every tag of every page, and half of them only close.
        if piece.startswith("/"):
            continue
        if not (
            " id=" in piece
            or "href=" in piece
            or "src=" in piece
            or piece.startswith(("img", "svg"))
        ):
            continue
        tag = _read_tag(piece.partition(">")[0])
        if tag.id is not None:
            if tag.id in ids:
                problems.append(f'the id "{tag.id}" is given twice')
            ids[tag.plain_id] = None
        problems.extend(tag.problems)
        for value in tag.links:
            if value not in sound:
                before = len(problems)
                _note(address, value, targets, problems)
                if len(problems) == before:
                    sound.add(value)
    own = targets.pop(address, {})
    problems += [f"links to #{anchor} in itself, which is not there" for anchor in own.keys() - ids]
    ordered = {intern(to): tuple(sorted(targets[to])) for to in sorted(targets)}
    return PageLinks(frozenset(ids), ordered, tuple(sorted(problems)))


def _bare(text: str) -> str:
    """The text without comments, scripts and styles; their tags stay."""
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    for name, opening in _OPAQUE.items():
        end = f"</{name}>"
        *parts, rest = text.split(end)
        for number, part in enumerate(parts):
            # Found as plain text first: looking for the pattern takes ten times as long.
            start = part.find(f"<{name}")
            found = opening.search(part, start) if start >= 0 else None
            if found:
                parts[number] = part[: found.end()]
        if parts:
            text = end.join([*parts, rest])
    return text


@dataclass(frozen=True, slots=True)
class _Tag:
    """What one tag says; `id` as it is written, None without one."""

    id: str | None
    plain_id: str
    links: tuple[str, ...]
    problems: tuple[str, ...]


# Most tags of a page stand on the next page too: frame, provinces, pieces that did not move.
@lru_cache(maxsize=4096)
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
        facts.get("id"),
        intern(html.unescape(facts.get("id", ""))),
        tuple(html.unescape(facts[name]) for name in _LINKS if name in facts),
        tuple(problems),
    )


def _is_named(facts: Mapping[str, str]) -> bool:
    return bool(facts.get("aria-label") or facts.get("aria-labelledby"))


def _note(
    address: str, value: str, targets: dict[str, dict[str, None]], problems: list[str]
) -> None:
    """Put one link where it belongs."""
    path, _, anchor = value.partition("#")
    if not path:
        if anchor:
            targets.setdefault(address, {})[intern(anchor)] = None
        return
    if _ELSEWHERE.match(path):
        return
    path = path.partition("?")[0]
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(path)
    if path.startswith(("/", "\\")) or _SCHEME.match(path):
        problems.append(f'the link "{value}" is not relative')
        return
    target = _resolve(address, path)
    if target is None:
        problems.append(f'the link "{value}" leaves the site')
        return
    anchors = targets.setdefault(target, {})
    if anchor:
        anchors[intern(anchor)] = None


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


def broken_links(
    address: str, links: PageLinks, known: Mapping[str, frozenset[str]]
) -> tuple[str, ...]:
    """What is wrong with a page's links. `known` has the anchors of each address that exists."""
    wrong = [f"{_said(address)}: {problem}" for problem in links.problems]
    for target, anchors in links.targets.items():
        if target not in known:
            wrong.append(f"{_said(address)}: links to {_said(target)}, which is not there")
            continue
        wrong.extend(
            f"{_said(address)}: links to {_said(target)}#{anchor}, which is not there"
            for anchor in anchors
            if anchor not in known[target]
        )
    return tuple(wrong)


def _said(address: str) -> str:
    return address or "index.html"


def far_pages(
    front: str, pages: Iterable[str], links: Mapping[str, PageLinks], clicks: int = 3
) -> tuple[str, ...]:
    """Those of `pages` that cannot be reached from `front` in so many clicks, in given order."""
    reached = {front}
    edge = [front]
    for _ in range(clicks):
        found: list[str] = []
        for address in edge:
            known = links.get(address)
            for target in known.targets if known else ():
                if target not in reached:
                    reached.add(target)
                    found.append(target)
        edge = found
    return tuple(page for page in pages if page not in reached)
