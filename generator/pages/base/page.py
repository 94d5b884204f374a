"""A page of the site as a value: where it stands, what it is made from, and how it is made.

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
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from typing import Literal

from msgspec import Struct

__all__ = ["Page", "PageKind", "address_of_file", "digest", "file_of", "link", "links_from"]

PageKind = Literal[
    "home", "game", "phase", "chronicle", "map", "rules", "text", "file", "data", "feed"
]


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


def address_of_file(file: str) -> str:
    """The address that a file is known by: `a/` for `a/index.html`."""
    return file.removesuffix("index.html") if file.rpartition("/")[2] == "index.html" else file


def link(source: str, target: str, anchor: str = "") -> str:
    """A relative link from one address to another, with the file's name written out.

    The name (`index.html`) is there so that the site also works from a folder without a server.
    """
    return links_from(source)(target, anchor)


@lru_cache(maxsize=8)  # the links of a page are made one after the other
def links_from(source: str) -> Callable[..., str]:
    """A function that makes the relative links of a page: (target, anchor) -> link; see `link`."""
    folders = source.split("/")[:-1]

    @cache
    def way(target: str) -> str:
        parts = file_of(target).split("/")
        # Up to the innermost folder that has both, and from there down to the file.
        near = zip(folders, parts[:-1], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], near))
        return "../" * (len(folders) - shared) + "/".join(parts[shared:])

    def to(target: str, anchor: str = "") -> str:
        return f"{way(target)}#{anchor}" if anchor else way(target)

    return to


def digest(*parts: str | bytes) -> str:
    """SHA-256 over the parts and their lengths, as hexadecimal."""
    seen = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        seen.update(b"%d:" % len(data))
        seen.update(data)
    return seen.hexdigest()
