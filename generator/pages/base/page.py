"""A page of the site as a value: its address, its inputs, and how to make it.

Every file of the site is such a value, and a build asks of each only whether its inputs are those
of the last build:

    Page("first-light/1901/", "chronicle",
         inputs=(("game", "5e1f..."), ("values", "90ab..."), ("template 0/year.html", "77c2..."),
                 ("program", "..."), ("settings", "..."), ("nav", "...")),
         make=<renders the template>, game="first-light")

- Equal inputs mean equal bytes. Whatever `make` reads must be covered by an input: a value that it
  closes over and that no input names is how a stale page comes about.
- `make` is called late, in any order, perhaps in another process, and perhaps never.
- Links are relative and name the file (`../index.html`), so that the site works from a folder, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, Literal, TypeVar

from msgspec import Struct

T = TypeVar("T")
PageKind = Literal[
    "home", "game", "phase", "chronicle", "map", "rules", "text", "file", "data", "feed"
]
DRAWING: Final = "drawing.js"
"""The file of a game that its phases' maps are described against: their pages contain its
drawing."""
TOGETHER: Final = 4
"""How many years have their maps in one file. Most of a map is shared with others, so files of one
year take twice the bytes; files of five years would hardly take less, and readers without scripts
load a whole file."""


class Page(Struct, frozen=True, dict=True):
    """One file of the built site.

    `address` is relative to the site's root: "" is the home page, "a/b/" a page with an address of
    its own, "a/b.svg" a plain file. `inputs` are (name, digest) of everything that the bytes depend
    on; equal inputs mean equal bytes, so `make` is called only when they changed. `game` is the
    slug of the game that the page belongs to, or "".
    """

    address: str
    kind: PageKind
    inputs: tuple[tuple[str, str], ...]
    make: Callable[[], bytes]
    game: str = ""

    @property
    def file(self) -> str:
        """The path below the output folder, with forward slashes."""
        return file_of(self.address)

    @cached_property
    def key(self) -> str:
        """One digest of all inputs; a build asks for it several times."""
        return digest(*(part for entry in sorted(self.inputs) for part in entry))


def file_of(address: str) -> str:
    """The file behind an address: `a/index.html` for `a/`."""
    return f"{address}index.html" if not address or address.endswith("/") else address


def map_of(address: str) -> tuple[str, str]:
    """The file that has the map of the phase with a page at this address, and the name of its view
    there; `mapOf` of theatrum.js does the same.

    "duel/1901/spring/" -> ("duel/maps/1900-1903.svg", "1901-spring")
    """
    game, year, phase = address.removesuffix("/").split("/")
    first = int(year) - int(year) % TOGETHER
    return f"{game}/maps/{first}-{first + TOGETHER - 1}.svg", f"{year}-{phase}"


def address_of_file(file: str) -> str:
    """The address that a file is known by: `a/` for `a/index.html`."""
    is_index = file == "index.html" or file.endswith("/index.html")
    return file.removesuffix("index.html") if is_index else file


def link(source: str, target: str, anchor: str = "") -> str:
    """A relative link from one address to another, with the file's name written out.

    The name (`index.html`) is there so that the site also works from a folder without a server.
    """
    return links_from(source)(target, anchor)


class LinksFrom(dict[str, str]):
    """The relative links of a page by the addresses that they lead to; see `link`.

    `to[address]` and `to(address)` are the same. A template asks for thousands of links, and jinja2
    takes three times as long to call something as to look it up; an anchor needs a call.
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        folders = source.split("/")[:-1]
        self._up = "../" * len(folders)
        # Each folder that contains the page, the outermost first, and the way up to it.
        self._above = [
            ("/".join(folders[:depth]) + "/", "../" * (len(folders) - depth))
            for depth in range(1, len(folders) + 1)
        ]

    def __call__(self, target: str, anchor: str = "") -> str:
        return f"{self[target]}#{anchor}" if anchor else self[target]

    def __missing__(self, target: str) -> str:
        up, shared = self._up, 0
        for folder, near in self._above:
            if not target.startswith(folder):
                break
            up, shared = near, len(folder)
        found = self[target] = up + file_of(target)[shared:]
        return found


@lru_cache(maxsize=8)  # the links of a page are made one after the other
def links_from(source: str) -> LinksFrom:
    """The relative links of the page at an address."""
    return LinksFrom(source)


def between(items: Sequence[T]) -> Iterator[tuple[T | None, T, T | None]]:
    """Each of the items after the one before it, and before the next; None at the ends."""
    return zip((None, *items), items, (*items[1:], None), strict=False)


def digest(*parts: str | bytes) -> str:
    """SHA-256 over the parts and their lengths, as hexadecimal."""
    seen = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        seen.update(b"%d:" % len(data))
        seen.update(data)
    return seen.hexdigest()
