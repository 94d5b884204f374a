"""The pages of the site: every page, in a stated order, made from games, settings and theme.

The program of the desk is one folder for all games; nothing of it loads before a reader asks.

    desk/files.json                   which runtime, and the hashes of the packs
    desk/runtime-314.0.7/             the runtime and its library, the same for every site
    desk/program.gz, standard.gz      the program, and a pack for each ruleset that is played here
    desk/licences.txt                 whose work it is
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from itertools import chain
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from generator.archive import load_game
from generator.engine.errors import TheatrumError
from generator.kit.kit import PROGRAM, Kit
from generator.kit.packages import packages
from generator.kit.program import ingredients
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.base.texts import text_pages
from generator.pages.base.theme import static_pages
from generator.pages.game.card import GameCard
from generator.pages.game.downloads import schema_page
from generator.pages.game.feeds import site_feed_page
from generator.pages.game.pages import (
    KeptPages,
    Notes,
    OpenGame,
    game_pages,
    note,
    open_game,
    phase_pages,
    recall_notes,
)
from generator.pages.game.search import Book, rulebook_search_pages, site_search_page
from generator.pages.site.home import home_page, statistics_pages
from generator.pages.site.site import Named, Site
from generator.pages.site.trials import read_trials, trial_pages
from generator.pages.story.facts import Memory
from generator.rulesets import get_ruleset, ruleset_ids

# Games whose pages are foreseen before those of the first of them are made.
OPEN: Final = 8
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_SPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_SITE: Final = "sitemap-site.xml"


class Foresight(Protocol):
    """A receiver of the pages of a game before they are asked for."""

    def is_hungry(self) -> bool: ...
    def foresee(self, phases: Iterable[tuple[Sequence[Page], Callable[[], object]]]) -> None: ...


def site_pages(site: Site, memory: Memory, ahead: Foresight) -> Iterator[Page | KeptPages | Named]:
    """Every page of the site; the home page and the sitemaps come last.

    One game is in memory at a time, and the heads of those that are opened ahead.
    """
    own: list[str] = []
    games: dict[str, None] = {}
    for page in _pages(site, memory, ahead):
        if page.game:
            games[f"{page.game}/"] = None
        elif isinstance(page, Page):
            own.append(page.address)
        elif isinstance(page, KeptPages):
            own += page.addresses
        yield page
    yield from site_sitemaps(site.maker, own, tuple(games))


def _pages(site: Site, memory: Memory, ahead: Foresight) -> Iterator[Page | KeptPages | Named]:
    maker = site.maker
    games = _Games(site, memory, ahead)
    # Before anything else: processes are then at work while the build makes other pages.
    games.open_more()
    yield from static_pages(maker.templates.theme, site.site_root)
    yield from text_pages(maker, site.site_root)
    yield maker.page("404.html", "text", "notfound.html", (), dict)
    cards: list[GameCard] = []
    while opened := games.pop():
        cards.append((yield from _with_others(_game(site, opened, memory), games)))
    trials = read_trials(site.site_root)
    # Those with the name of their ruleset.
    by_ruleset = {one.file.stem: one.address for one in trials if one.file.stem in ruleset_ids()}
    books = yield from _rulebooks(maker, cards, memory, by_ruleset)
    # First, so that one process makes all of them: the list needs every pack again.
    yield from desk_files(maker, (card.ruleset for card in cards))
    yield site_search_page(maker, site.site_root, cards, books)
    yield site_feed_page(maker, [card.news for card in cards])
    yield schema_page(maker)
    yield from statistics_pages(maker, [card.result for card in cards if card.result])
    yield from trial_pages(maker, trials)
    yield home_page(maker, site.site_root, cards)


def _with_others(
    pages: Generator[Page | KeptPages | Named, None, GameCard], games: _Games
) -> Generator[Page | KeptPages | Named, None, GameCard]:
    """The pages of a game; between them others are opened, when processes need more to do."""
    while True:
        try:
            page = next(pages)
        except StopIteration as end:
            card: GameCard = end.value
            return card
        yield page
        games.open_more()


class _Games:
    """The games of the site in their order, of which some are opened ahead."""

    def __init__(self, site: Site, memory: Memory, ahead: Foresight) -> None:
        self._site = site
        self._memory = memory
        self._ahead = ahead
        self._folders = deque(site.games)
        self._opened: deque[_Opened | Exception] = deque()

    def pop(self) -> _Opened | Exception | None:
        """The next game; None after the last."""
        if not self._opened and self._folders:
            self._open()
        return self._opened.popleft() if self._opened else None

    def open_more(self) -> None:
        """Open games as long as processes have too little to do."""
        while self._folders and len(self._opened) < OPEN and self._ahead.is_hungry():
            self._open()

    def _open(self) -> None:
        folder = self._folders.popleft()
        try:
            self._opened.append(_open(self._site, folder, self._memory, self._ahead))
        except (TheatrumError, OSError) as error:
            # An error is reported at its turn, not while others wait for theirs.
            self._opened.append(error)


def _rulebooks(
    maker: PageMaker, cards: Sequence[GameCard], memory: Memory, trials: Mapping[str, str]
) -> Generator[Page | KeptPages | Named, None, Sequence[Book]]:
    """All pages about rulebooks, which are part of the program; gives the titles at the end.
    `trials` are the addresses of their trials, by ruleset."""
    uses = [(card.address, card.title, card.ruleset, card.uses) for card in cards]
    key = digest("rulebooks", maker.digest, repr(uses), repr(trials))
    notes = recall_notes(memory, "", key)
    if notes:
        yield KeptPages(addresses=notes.families[0])
        return [(ruleset, title) for ruleset, title in json.loads(notes.more)]
    # Rulebooks are made when the program is new, or other rules were at work in a game.
    from generator.pages.site.rulebook import rulebook_pages, ruleset_styles

    rulesets = tuple(get_ruleset(name) for name in ruleset_ids())
    addresses: list[str] = []
    for page in chain(
        ruleset_styles(maker, rulesets),
        rulebook_pages(maker, rulesets, cards, trials),
        rulebook_search_pages(maker, rulesets),
    ):
        addresses.append(page.address)
        yield page
    yield Named("")
    books = [(ruleset.id, ruleset.title) for ruleset in rulesets]
    note(memory, "", Notes(key, (tuple(addresses),), json.dumps(books)))
    return books


class _Opened(Struct, frozen=True):
    """A game before its pages. `game` is None where the pages are unchanged, by the card
    `known`."""

    slug: str
    key: str
    newest: int
    known: str
    game: OpenGame | None


def _open(site: Site, folder: Path, memory: Memory, ahead: Foresight) -> _Opened:
    stamp = site.stamp_of(folder)
    key = digest("game", site.maker.digest, folder.name, stamp.digest)
    known = memory.recall(key)
    if known is not None and memory.is_whole(folder.name):
        return _Opened(folder.name, key, stamp.newest, known, None)
    game = open_game(site.maker, load_game(folder), memory)
    ahead.foresee(phase_pages(site.maker, game, memory))
    return _Opened(folder.name, key, stamp.newest, "", game)


def _game(
    site: Site, opened: _Opened | Exception, memory: Memory
) -> Generator[Page | KeptPages | Named, None, GameCard]:
    """The pages of a game; or only word that they are as they were, if no file has changed."""
    if isinstance(opened, Exception):
        raise opened
    if opened.game is None:
        yield KeptPages(opened.slug)
        return GameCard.load(opened.known)
    pages = game_pages(site.maker, opened.game, memory)
    notes = yield from _with_sitemap(site.maker, opened.slug, pages)
    yield Named(opened.slug)
    note(memory, opened.slug, notes)
    # A file written at this very moment could change again without looking any newer.
    if site.is_old(opened.newest):
        memory.remember(opened.key, notes.more, opened.slug)
    return GameCard.load(notes.more)


def _with_sitemap(
    maker: PageMaker, slug: str, pages: Generator[Page | KeptPages, None, Notes]
) -> Generator[Page | KeptPages, None, Notes]:
    """The pages of a game, and after them the sitemap that lists them."""
    addresses: list[str] = []
    while True:
        try:
            page = next(pages)
        except StopIteration as end:
            yield from game_sitemap(maker, slug, addresses)
            notes: Notes = end.value
            return notes
        addresses += page.addresses if isinstance(page, KeptPages) else (page.address,)
        yield page


# Sitemaps hold whole addresses, so a site without a known address has no sitemaps. Each game has a
# separate one, so that one new phase does not change that of every other game.


def game_sitemap(maker: PageMaker, game: str, addresses: Iterable[str]) -> Iterator[Page]:
    """The sitemap of a game whose files are `addresses`."""
    if maker.settings.base and maker.reader.is_public:
        yield _map(maker, f"{game}/sitemap.xml", addresses, game)


def site_sitemaps(
    maker: PageMaker, addresses: Iterable[str], games: Sequence[str]
) -> Iterator[Page]:
    """The index of sitemaps, the sitemap of the site's own files, and robots.txt.

    `games` are the addresses of the games. Not everyone's site asks robots to stay away.
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


def _map(maker: PageMaker, address: str, addresses: Iterable[str], game: str = "") -> Page:
    """The pages among the addresses, which are those of folders."""
    base = maker.settings.base
    pages = [address for address in addresses if not address or address.endswith("/")]
    rows = "".join(f"<url><loc>{escape(base + page)}</loc></url>\n" for page in pages)
    return _file(maker, address, f'{_HEAD}<urlset xmlns="{_SPACE}">\n{rows}</urlset>\n', game)


def _file(maker: PageMaker, address: str, text: str, game: str = "") -> Page:
    return maker.file(address, "feed", (("text", digest(text)),), partial(text.encode), game)


def desk_files(maker: PageMaker, rulesets: Iterable[str]) -> Iterator[Page]:
    """The files of the desk's program for the rulesets of the site's games; none without a kit."""
    kit = maker.kit
    packs = (PROGRAM, *sorted(set(rulesets)))
    if kit is None or len(packs) == 1:
        return
    inputs = (("kit", kit.digest), ("others", ingredients()))
    pack = cache(kit.pack)  # for its own file, and for the list of all
    runtime = f"runtime-{kit.version}/"
    for name in kit.files:
        make = partial(kit.read, name)
        yield maker.file(f"desk/{runtime}{name}", "file", inputs, make)
    for name in packs:
        yield maker.file(f"desk/{name}.gz", "file", inputs, partial(pack, name))
    listed = (*inputs, ("packs", " ".join(packs)))
    yield maker.file("desk/files.json", "file", listed, partial(_list, kit, runtime, packs, pack))
    yield maker.file("desk/licences.txt", "file", inputs, _licences)


def _list(kit: Kit, runtime: str, packs: Iterable[str], pack: Callable[[str], bytes]) -> bytes:
    """The facts that the worker needs before it asks for anything else."""
    hashes = {}
    for name in packs:
        hashed = base64.b64encode(hashlib.sha384(pack(name)).digest()).decode()
        hashes[name] = f"sha384-{hashed}"
    listed = {"runtime": runtime, "lock": kit.lock, "packs": hashes}
    return f"{json.dumps(listed, indent=1)}\n".encode()


def _licences() -> bytes:
    """Whose work the files of this folder are."""
    listed = packages()
    lines = [
        "The program of the desk contains the work of others, unchanged but for modules that are",
        "compiled, modules that are left out, and one that is replaced (_colorize, of Python's",
        "library). Each comes from the package of that name:",
        "",
        *(f"npm {name} {one.version}: {one.licence}" for name, one in listed.npm.items()),
        *(f"PyPI {name} {one.version}: {one.licence}" for name, one in listed.wheel.items()),
        *(f"PyPI {package}" for package in ingredients().split("\n")),
        "",
        "The library in it is that of Python (PSF-2.0). The sources are published under the same",
        "names and versions.",
        "",
    ]
    return "\n".join(lines).encode()
