"""Names in a text become links: powers, minor states, provinces, rules.

    named       ("Bohemia", Target("province", "BOH", "g/provinces/bohemia/")), ("Spain", ...), ...
    by word     "Bohemia" -> a pattern for all names that begin with this word, or none where the
                word is the only one: "New" -> "(?:New\\s+Spain|New\\s+York)"
    mentions    "A Spanish army leaves New Spain" -> (22, 31, New Spain's target)

A text is searched for words that may begin a name, and only there for the names themselves: a page
has thousands of words, a game some two hundred names, and most words begin none of them.

- Of the names that fit at a place the longest is taken, and the search continues after it, so that
  mentions never overlap.
- Names are whole words in their own case. "Franco-Spanish" holds no name; "Spain's" holds one.
- A name leads to one target, the first that was given; others of that name are in `also`, for code
  that asks what a text is about.
- Nothing is found in what Markdown does not show as words, nor within a link or code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from markupsafe import Markup, escape
from msgspec import Struct, field

# A whole word, from its first letter on: hyphens join words, so that nothing is found within
# "Franco-Spanish"; an underscore does not, since Markdown puts it around words.
_REST: Final = r"[^\W_]*(?:-[^\W_]+)*"
_WORD: Final = re.compile(rf"(?<![^\W_])(?<![^\W_]-)[^\W\d_]{_REST}")
_END: Final = r"(?![^\W_])(?!-[^\W_])"
_THE: Final = re.compile(r"\b[Tt]he\s+\Z")
_PIECE: Final = re.compile(r"(<[^>]*>)")
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_OPAQUE: Final = frozenset({"a", "code", "pre", "kbd"})
_BLOCKS: Final = frozenset({"p", "li", "td", "th", "dt", "dd", "h2", "h3", "h4", "h5", "h6"})
_TAKES_S: Final = re.compile(r"(?:n|rd)\Z")
"""How adjectives end that become a people's name with an s: Austrians, Saxons, Savoyards."""

# Text that Markdown would not show as words: code, the addresses of links, tags.
_UNSEEN: Final = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?(?:^(?P=fence)|\Z)|(?<!`)(?P<tick>`++)[^`]+(?P=tick)"
    r"|\]\([^()\s]*(?:\s[^()]*)?\)|</?[a-zA-Z!][^<>]*>|<?\bhttps?:[^\s<>]*",
    re.MULTILINE | re.DOTALL,
)


class Target(NamedTuple):
    """The target of a name. `kind` is "power", "minor", "province" or "rule"."""

    kind: str
    id: str
    address: str
    anchor: str = ""


class Linker(Struct, frozen=True, dict=True):
    """Finds the names that it knows, the longest at each place; whole words in their own case.

    A name may be broken over two lines, and its "'s" stays outside. `also` has what else bears a
    name: a province called like the power that it belongs to. `peoples` are adjectives, which mean
    a power after "the" ("the Dutch") or with an s ("Austrians"), and mean nothing elsewhere.
    """

    names: Mapping[str, Target]
    also: Mapping[str, tuple[Target, ...]] = field(default_factory=dict)
    peoples: Mapping[str, Target] = field(default_factory=dict)
    _first: dict[str, re.Pattern[str] | None] = field(default_factory=dict)
    _name_of: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of(named: Iterable[tuple[str, Target]], peoples: Mapping[str, Target]) -> Linker:
        """A linker of names with their targets; of several of one name the first is linked."""
        names: dict[str, Target] = {}
        also: dict[str, tuple[Target, ...]] = {}
        for name, target in named:
            if names.setdefault(name, target) != target:
                also[name] = (*also.get(name, ()), target)
        return Linker(names, also, peoples)

    def __post_init__(self) -> None:
        known: dict[str, list[str]] = {}
        for name in self.names:
            if word := _WORD.match(name):
                known.setdefault(word[0], []).append(name)
                self._name_of[_spelled_plainly(name)] = name
        for people in self.peoples:
            if people not in self.names and _WORD.fullmatch(people):
                known.setdefault(people, []).append(people)
                if _TAKES_S.search(people) and f"{people}s" not in self.names:
                    known.setdefault(f"{people}s", []).append(f"{people}s")
        for first, names in known.items():
            if names == [first]:
                self._first[first] = None
                continue
            # Any blank space between the words of a name, either apostrophe.
            either = "|".join(
                r"\s+".join(map(re.escape, name.split())).replace("'", "['’]")
                for name in sorted(names, key=len, reverse=True)
            )
            self._first[first] = re.compile(f"(?:{either}){_END}")

    def mentions(self, text: str) -> tuple[tuple[int, int, Target], ...]:
        """Every name in a plain text, from left to right: where it begins and ends, and what it
        names."""
        return tuple(
            (start, end, self.names.get(name) or self.peoples[name])
            for start, end, name in self._found(text)
        )

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        done = 0
        first = self._first
        for word in _WORD.finditer(text):
            start = word.start()
            if start < done or word[0] not in first:
                continue
            pattern = first[word[0]]
            found = pattern.match(text, start) if pattern else word
            if not found:
                continue
            name = self._name_of.get(_spelled_plainly(found[0]))
            if name is None:
                name = found[0] if found[0] in self.peoples else found[0][:-1]
                if name == found[0] and not _THE.search(text, max(0, start - 12), start):
                    continue
            done = found.end()
            yield start, done, name

    def targets(self, text: str) -> tuple[Target, ...]:
        """The things that a plain text names, each once, in the order of first mention; of a name
        that several bear, all of them."""
        found: dict[Target, None] = {}
        for _, _, name in self._found(text):
            for target in (self.names.get(name) or self.peoples[name], *self.also.get(name, ())):
                found[target] = None
        return tuple(found)

    def targets_in_markdown(self, text: str) -> tuple[Target, ...]:
        """The same for a Markdown text, without its code, tags and addresses of links."""
        return self.targets(_UNSEEN.sub(" \0 ", text))

    def link(
        self,
        text: str,
        to: Callable[..., str],
        here: str = "",
        linked: set[Target] | None = None,
        css: str = "name",
    ) -> Markup:
        """A plain text as HTML with its names as links. `to` makes an address relative; names that
        lead to the page at `here` itself stay plain, and those of `linked`, to which others are
        added. `css` is the class of all links except those to rules, "" for no class."""
        whole = escape(text)
        # Where nothing of the text had to be escaped, nothing of its parts has.
        shown = str if len(whole) == len(text) else escape
        parts: list[str] = []
        done = 0
        for start, end, target in self.mentions(text):
            if target.address == here and not target.anchor:
                continue
            if linked is not None:
                if target in linked:
                    continue
                linked.add(target)
            parts.append(shown(text[done:start]))
            address = escape(to(target.address, target.anchor))
            known = "rid" if target.kind == "rule" else css
            mark = f'class="{known}" ' if known else ""
            parts.append(f'<a {mark}href="{address}">{shown(text[start:end])}</a>')
            done = end
        if not done:
            return whole
        parts.append(shown(text[done:]))
        return Markup("".join(parts))

    def link_html(self, html: str, to: Callable[..., str], here: str = "") -> Markup:
        """Cleaned HTML with its names as links, in each paragraph the first of each; what is a link
        or code already stays as it is."""
        closed: list[str] = []
        linked: set[Target] = set()
        parts: list[str] = []
        for piece in _PIECE.split(html):
            if tag := _TAG.match(piece):
                name = tag[2].lower()
                if name in _OPAQUE and not tag[1]:
                    closed.append(name)
                elif name in closed:
                    closed.remove(name)
                if name in _BLOCKS:
                    linked.clear()
                parts.append(piece)
            elif closed or not piece:
                parts.append(piece)
            else:
                parts.append(self.link(Markup(piece).unescape(), to, here, linked))
        return Markup("".join(parts))


def _spelled_plainly(found: str) -> str:
    return " ".join(found.split()).replace("’", "'")
