"""Sitemaps for search engines: an index, the site's own pages, and the pages of each game.

Sitemaps hold whole addresses, so there are none while the site's address is not known. A game has
a sitemap of its own, so that one new phase does not change that of every other game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Final

from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest

_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_SPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_SITE: Final = "sitemap-site.xml"


def game_sitemap(maker: PageMaker, game: str, addresses: Iterable[str]) -> Iterator[Page]:
    """The sitemap of a game whose files are `addresses`."""
    if _is_wanted(maker):
        yield _map(maker, f"{game}/sitemap.xml", addresses, game)


def site_sitemaps(
    maker: PageMaker, addresses: Iterable[str], games: Sequence[str]
) -> Iterator[Page]:
    """The index of sitemaps, the sitemap of the site's own files, and robots.txt.

    `games` are the addresses of the games. Not everybody's site asks robots to stay away.
    """
    base = maker.settings.base
    if not base:
        return
    if not maker.reader.is_public:
        yield _file(maker, "robots.txt", "User-agent: *\nDisallow: /\n")
        return
    yield _map(maker, _SITE, addresses)
    parts = (_SITE, *(f"{game}sitemap.xml" for game in games))
    rows = "".join(f"<sitemap><loc>{escape(base + part)}</loc></sitemap>\n" for part in parts)
    index = f'{_HEAD}<sitemapindex xmlns="{_SPACE}">\n{rows}</sitemapindex>\n'
    yield _file(maker, "sitemap.xml", index)
    yield _file(maker, "robots.txt", f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n")


def _is_wanted(maker: PageMaker) -> bool:
    return bool(maker.settings.base) and maker.reader.is_public


def _map(maker: PageMaker, address: str, addresses: Iterable[str], game: str = "") -> Page:
    """The pages among the addresses, which are those of folders."""
    base = maker.settings.base
    pages = [address for address in addresses if not address or address.endswith("/")]
    rows = "".join(f"<url><loc>{escape(base + page)}</loc></url>\n" for page in pages)
    return _file(maker, address, f'{_HEAD}<urlset xmlns="{_SPACE}">\n{rows}</urlset>\n', game)


def _file(maker: PageMaker, address: str, text: str, game: str = "") -> Page:
    return maker.file(address, "feed", (("text", digest(text)),), partial(text.encode), game)
