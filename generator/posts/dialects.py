"""Dialects: the tags of a forum, a chat or a mail, read from dialects.toml."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import tomli
from msgspec import Struct

Format = Literal["bbcode", "markdown", "html", "text"]
Tag = tuple[str, str]

NONE: Final[Tag] = ("", "")
_FIRST: Final[Mapping[str, str]] = {
    "bbcode": "phpbb",
    "markdown": "discourse",
    "html": "mail",
    "text": "plain",
}
# Signs that begin a list or a rule where they begin a line of Markdown.
_OPENING: Final = re.compile(r"([-+=:])|(\d+)([.)])")
_ADDRESS: Final = re.compile(r"https?://[^\s\[\](){}<>\"'`\\*|]+\Z")


class Dialect(Struct, frozen=True, dict=True):
    """The tags of one place. `id` and `name` identify it, `limit` is how many characters a post may
    have (0: any number), `width` how many letters a line in fixed letters.

    `short` leaves out parts that the site shows better, `shout` writes headings in capitals.
    """

    id: str
    name: str
    format: Format
    limit: int
    width: int
    table: Literal["tags", "pipes", "aligned"]
    escape: Mapping[str, str]
    verbatim: Mapping[str, str]
    strong: Tag = NONE
    em: Tag = NONE
    failed: Tag = NONE
    void: Tag = NONE
    title: Tag = NONE
    heading: Tag = NONE
    paragraph: Tag = NONE
    code: Tag = NONE
    link: Tag = NONE
    image: Tag = NONE
    list: Tag = NONE
    item: Tag = NONE
    table_tag: Tag = NONE
    row: Tag = NONE
    head: Tag = NONE
    cell: Tag = NONE
    spoiler: Tag = NONE
    short: bool = False
    shout: bool = False

    @cached_property
    def _signs(self) -> dict[int, str]:
        return str.maketrans(dict(self.escape))

    @cached_property
    def _unsafe(self) -> re.Pattern[str]:
        return _any_of(self.escape)

    @cached_property
    def _fixed(self) -> dict[int, str]:
        return str.maketrans(dict(self.verbatim))

    @cached_property
    def _unfixed(self) -> re.Pattern[str]:
        return _any_of(self.verbatim)

    def text(self, said: str, most: int = 0) -> str:
        """Text of people on one line, with nothing in it that the place takes for a tag.

        At most `most` characters, those of escapes counted in (0: any number); what is left out is
        an ellipsis, and no escape is cut.
        """
        line = flat(said)
        if self.format != "markdown":
            whole = self._escaped(line)
            if not most or len(whole) <= most:
                return whole
        safe = [self.escape.get(sign, sign) for sign in line]
        if self.format == "markdown":
            _escape_opening(safe)
        whole = "".join(safe)
        if not most or len(whole) <= most:
            return whole
        kept, used = 0, 1
        while used + len(safe[kept]) <= most:
            used += len(safe[kept])
            kept += 1
        return f"{''.join(safe[:kept]).rstrip()}…"

    def _escaped(self, line: str) -> str:
        # Most texts have nothing to escape: looking for that is quicker than translating.
        return line.translate(self._signs) if self._unsafe.search(line) else line

    def fixed(self, said: str) -> str:
        """The same between the tags of fixed letters."""
        return self.fixed_line(flat(said))

    def fixed_line(self, line: str) -> str:
        """A line in fixed letters whose blanks stay; its cells are flat already."""
        return line.translate(self._fixed) if self._unfixed.search(line) else line

    def address(self, address: str) -> str:
        """A whole address, as it is in a tag. Raises ValueError for what could end the tag."""
        if not is_address(address):
            raise ValueError(f"{address} is not a whole address")
        return address.replace("&", "&amp;") if self.format == "html" else address

    def linked(self, label: str, address: str) -> str:
        """A label (finished text) that leads to an address."""
        before, after = self.link
        at = self.address(address)
        return f"{before.replace('{address}', at)}{label}{after.replace('{address}', at)}"


def _any_of(signs: Collection[str]) -> re.Pattern[str]:
    """Finds any of some signs; without signs nothing."""
    return re.compile(f"[{re.escape(''.join(signs))}]" if signs else r"(?!)")


def _escape_opening(signs: list[str]) -> None:
    """Puts a backslash before a sign that begins a list where it begins a line."""
    opening = _OPENING.match("".join(signs[:12]))
    if opening is not None:
        at = len(opening[2]) if opening[2] else 0
        signs[at] = f"\\{signs[at]}"


def is_address(address: str) -> bool:
    """Whether it is a whole address without a sign that a dialect could take for its own."""
    return _ADDRESS.match(address) is not None


def flat(text: str) -> str:
    """Text on one line; signs that cannot be seen or that turn the line around are left out."""
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(sign for sign in line if unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))


_LONGEST: Final = 40
"""Letters of a word at most; anything longer is cut within."""
_LOOSE: Final = " ,;:(-–"
"""The characters that a text may not end with where it continues."""


def clipped(text: str, most: int) -> str:
    """The beginning of a text, with an ellipsis where more than `most` letters were there.

    It ends with a word, unless its last word is longer than any language's.
    """
    line = flat(text)
    if len(line) <= most:
        return line
    start = line[: most - 1]
    words, blank, part = start.rpartition(" ")
    if blank and len(part) <= _LONGEST and line[most - 1] != " ":
        start = words
    return f"{start.rstrip(_LOOSE)}…"


def dialects() -> tuple[str, ...]:
    """The ids of all dialects, in the order of the file."""
    return tuple(_all())


def dialect_of(name: str) -> Dialect:
    """The dialect with this id, or the first one of a format. Raises KeyError for neither."""
    return _all()[_FIRST.get(name, name)]


@lru_cache(maxsize=1)
def _all() -> dict[str, Dialect]:
    # Not importlib.resources: importing it takes longer than all that is done here.
    text = Path(__file__).with_name("dialects.toml").read_text("utf-8")
    tables: dict[str, dict[str, Any]] = tomli.loads(text)
    known = set(Dialect.__struct_fields__)
    found: dict[str, Dialect] = {}
    for name, table in tables.items():
        whole = {**tables.get(table.get("extends", ""), {}), **table, "id": name}
        if "name" in whole:
            facts: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in whole.items()
                if key in known
            }
            found[name] = Dialect(**facts)
    return found
