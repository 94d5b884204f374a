"""The maker of pages: the settings, the theme, and the frame around every page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from generator.engine.errors import FileError
from generator.kit.kit import Kit
from generator.pages.base.page import Page, PageKind, digest, file_of, links_from
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.base.settings import SiteSettings
from generator.pages.base.theme import Templates

HOME_PAGE: Final = "home.html"
"""The template of the site's first page."""
_RECORD: Final = "guide/record/"


class Crumb(Struct, frozen=True):
    """A label and the address that it leads to."""

    label: str
    address: str


class PageMaker(Struct, frozen=True, dict=True):
    """Makes pages from the settings, templates and program of a build, for one reader.

    `program` is a digest of the code that makes pages. `nav` are the links of the masthead,
    `reader` is whom the site is for, `texts` the addresses of the site's own pages, and `kit` what
    the program of the desk runs on, None where the site goes without.
    """

    settings: SiteSettings
    templates: Templates
    program: str
    nav: tuple[Crumb, ...]
    reader: Reader = PUBLIC
    texts: frozenset[str] = frozenset()
    kit: Kit | None = None

    @property
    def record_guide(self) -> str:
        """The page of the guide that explains the record of a game; "" where the site has
        a guide of its own without it."""
        return _RECORD if _RECORD in self.texts else ""

    def page(
        self,
        address: str,
        kind: PageKind,
        template: str,
        inputs: Iterable[tuple[str, str]],
        values: Callable[[], Mapping[str, Any]],
        game: str = "",
    ) -> Page:
        """An HTML page: depends on `inputs`, its templates, the settings and the program."""
        every = (
            *inputs,
            *self.templates.digests(template),
            ("program", self.program),
            ("settings", self.settings.digest),
            ("nav", self._nav_digest),
            *([("tagline", self.settings.tagline)] if self._shows_tagline(template) else ()),
        )

        def make() -> bytes:
            frame = self.frame(address, self._picture(address, kind, game))
            return self.templates.render(template, {**frame, **values()}).encode()

        return Page(address, kind, every, make, game)

    def _shows_tagline(self, template: str) -> bool:
        try:
            return self.templates.shows(template, "tagline")
        except FileError:
            return True  # the page that needs the template reports it, if any does

    @cached_property
    def _nav_digest(self) -> str:
        return digest(repr((self.nav, self.reader)))

    @cached_property
    def digest(self) -> str:
        """A digest of everything that a game's pages depend on besides the game."""
        # A theme may show the tagline on more pages than the first one.
        others = (name for name in self.templates.names if name != HOME_PAGE)
        return digest(
            self.program,
            self.settings.digest,
            self.settings.tagline if any(map(self._shows_tagline, others)) else "",
            repr((self.nav, self.reader, sorted(self.texts))),
            self.kit.digest if self.kit else "",
            self.templates.digest,
        )

    def file(
        self,
        address: str,
        kind: PageKind,
        inputs: Iterable[tuple[str, str]],
        make: Callable[[], bytes],
        game: str = "",
    ) -> Page:
        """A file that no template makes; depends on its inputs, the program and the reader."""
        every = (*inputs, ("program", self.program), ("reader", repr(self.reader)))
        return Page(address, kind, every, make, game)

    def _picture(self, address: str, kind: PageKind, game: str) -> str:
        """The whole address of the map that stands for a page elsewhere: its own one, or else the
        newest of its game. "" where the site's address is not known."""
        base = self.settings.base
        if base and (kind == "game" or (kind == "phase" and self.settings.png)):
            return f"{base}{address}map.png"
        return f"{base}{game}/map.png" if base and game else ""

    def frame(self, address: str, picture: str = "") -> dict[str, Any]:
        """The values that the base template asks for on every page.

        `to(address, anchor)` makes a relative link from this page. `picture` stands for the page
        elsewhere.
        """
        base = self.settings.base
        return {
            "to": links_from(address),
            "site": self.settings,
            "nav": self.nav,
            "reader": self.reader.words,
            "canonical": f"{base}{address}" if base else "",
            "picture": picture,
            "styles": (),
            "scripts": (),
            "crumbs": (),
            "here": address,
            "depth": file_of(address).count("/"),
        }
