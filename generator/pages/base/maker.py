"""The maker of pages: the settings, the theme, and the frame around every page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from generator.pages.base.page import Page, PageKind, digest, file_of, links_from
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.base.settings import SiteSettings
from generator.pages.base.theme import Templates

__all__ = ["Crumb", "PageMaker"]

_RECORD: Final = "guide/record/"


class Crumb(Struct, frozen=True):
    """A label and the address that it leads to."""

    label: str
    address: str


class PageMaker(Struct, frozen=True, dict=True):
    """Makes pages from the settings, templates and program of a build, for one reader.

    `program` is a digest of the code that makes pages. `nav` are the links of the masthead,
    `reader` is whom the site is for, `texts` the addresses of the site's own pages.
    """

    settings: SiteSettings
    templates: Templates
    program: str
    nav: tuple[Crumb, ...]
    reader: Reader = PUBLIC
    texts: frozenset[str] = frozenset()

    @property
    def record_guide(self) -> str:
        """The page of the guide that says what the record of a game is; "" where the site has
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
        every = (*inputs, *self._base(template))

        def make() -> bytes:
            frame = self.frame(address, with_map=kind in ("game", "phase"))
            return self.templates.render(template, {**frame, **values()}).encode()

        return Page(address, kind, every, make, game)

    def _base(self, template: str) -> tuple[tuple[str, str], ...]:
        """The inputs of all pages that use a template."""
        return (
            *self.templates.digests(template),
            ("program", self.program),
            ("settings", self.settings.digest),
            ("nav", self._nav_digest),
        )

    @cached_property
    def _nav_digest(self) -> str:
        return digest(repr((self.nav, self.reader)))

    @cached_property
    def digest(self) -> str:
        """A digest of everything that a game's pages depend on besides the game."""
        return digest(
            self.program,
            self.settings.digest,
            repr((self.nav, self.reader, sorted(self.texts))),
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

    def frame(self, address: str, *, with_map: bool = False) -> dict[str, Any]:
        """The values that the base template asks for on every page.

        `to(address, anchor)` makes a relative link from this page. `with_map` says that the page
        has a map beside it, which stands for it elsewhere: as a PNG, at its whole address.
        """
        base = self.settings.base
        return {
            "to": links_from(address),
            "site": self.settings,
            "nav": self.nav,
            "reader": self.reader.words,
            "canonical": f"{base}{address}" if base else "",
            "picture": f"{base}{address}map.png" if with_map and base and self.settings.png else "",
            "styles": (),
            "scripts": (),
            "crumbs": (),
            "here": address,
            "depth": file_of(address).count("/"),
        }
