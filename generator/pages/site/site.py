"""What the site consists of: every page, in a stated order, made from games, settings and theme."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

from generator.archive import list_games, load_game
from generator.engine.errors import BrokenPromise, TheatrumError
from generator.pages.base.house import Crumb, House
from generator.pages.base.page import Page, digest
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.base.settings import read_settings
from generator.pages.base.statics import static_pages
from generator.pages.base.texts import address_of_text, text_addresses, text_pages
from generator.pages.base.theme import Templates, find_theme, themes_folders
from generator.pages.game.card import GameCard
from generator.pages.game.downloads import schema_page
from generator.pages.game.feeds import site_feed_page
from generator.pages.game.pages import OpenGame, game_pages, open_game, phase_pages
from generator.pages.game.search import site_search_pages
from generator.pages.site.home import home_page
from generator.pages.site.notfound import not_found_page
from generator.pages.site.rulebook import rulebook_pages, ruleset_styles
from generator.pages.site.sitemap import game_sitemap, site_sitemaps
from generator.pages.site.statistics import statistics_pages
from generator.pages.story.facts import Memory
from generator.rulesets import get_ruleset, ruleset_folder, ruleset_ids

__all__ = ["Kept", "Named", "Site", "program_digest", "read_site", "site_pages"]

# Nanoseconds. Younger files are read by the next build too, whatever their stamp says.
JUST_NOW = 2_000_000_000
# Games whose pages are foreseen before those of the first of them are made.
OPEN: Final = 8


@dataclass(frozen=True)
class Site:
    """What a build starts from. `started` is when, in nanoseconds; it never reaches a page."""

    games_root: Path
    site_root: Path
    house: House
    started: int


@dataclass(frozen=True, slots=True)
class Kept:
    """All pages of a game, which are as the last build left them."""

    game: str


@dataclass(frozen=True, slots=True)
class Named:
    """All pages of a game have been named."""

    game: str


def read_site(
    games_root: Path,
    site_root: Path,
    theme: str | None,
    started: int,
    reader: Reader = PUBLIC,
) -> Site:
    """The site's settings and theme. Raises FileError where they are not what they should be."""
    settings = read_settings(site_root)
    found = find_theme(theme or settings.theme, themes_folders(site_root))
    nav = tuple(
        Crumb(label, address_of_text(to) if to.endswith(".md") else to)
        for label, to in settings.nav
    )
    texts = frozenset(text_addresses(site_root))
    house = House(settings, Templates(found), program_digest(), nav, reader, texts)
    return Site(games_root, site_root, house, started)


class Foresight(Protocol):
    """Whoever wants to know early which pages of a game will be asked for."""

    def is_hungry(self) -> bool: ...
    def foresee(self, phases: Iterable[tuple[Sequence[Page], Callable[[], object]]]) -> None: ...


def site_pages(site: Site, memory: Memory, ahead: Foresight) -> Iterator[Page | Kept | Named]:
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
        yield page
    yield from site_sitemaps(site.house, own, tuple(games))


def _pages(site: Site, memory: Memory, ahead: Foresight) -> Iterator[Page | Kept | Named]:
    house = site.house
    yield from static_pages(house.templates.theme, site.site_root)
    yield from text_pages(house, site.site_root)
    yield not_found_page(house)
    rulesets = tuple(get_ruleset(one) for one in ruleset_ids())
    yield from ruleset_styles(house, rulesets)
    cards: list[GameCard] = []
    opened: deque[_Opened | Exception] = deque()
    for folder in list_games(site.games_root):
        opened.append(_try_to_open(site, folder, memory, ahead))
        while opened and not (ahead.is_hungry() and len(opened) < OPEN):
            cards.append((yield from _game(site, opened.popleft(), memory)))
    while opened:
        cards.append((yield from _game(site, opened.popleft(), memory)))
    yield from rulebook_pages(house, rulesets, cards)
    yield from site_search_pages(house, site.site_root, cards, rulesets)
    yield site_feed_page(house, [card.news for card in cards])
    yield schema_page(house)
    yield from statistics_pages(house, [card.result for card in cards if card.result])
    yield home_page(house, site.site_root, cards)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A game before its pages. `one` is None where they are as they were, by the card `known`."""

    slug: str
    key: str
    newest: int
    known: str
    one: OpenGame | None


def _try_to_open(site: Site, folder: Path, memory: Memory, ahead: Foresight) -> _Opened | Exception:
    """The game, or what is wrong with it: told at its turn, not while others wait for theirs."""
    try:
        return _open(site, folder, memory, ahead)
    except (TheatrumError, OSError) as error:
        return error


def _open(site: Site, folder: Path, memory: Memory, ahead: Foresight) -> _Opened:
    stamp = stamp_folder(folder)
    key = digest("game", site.house.digest, folder.name, stamp.digest)
    known = memory.recall(key)
    if known is not None and memory.is_whole(folder.name):
        return _Opened(folder.name, key, stamp.newest, known, None)
    one = open_game(site.house, load_game(folder), memory)
    ahead.foresee(phase_pages(site.house, one, memory))
    return _Opened(folder.name, key, stamp.newest, "", one)


def _game(
    site: Site, opened: _Opened | Exception, memory: Memory
) -> Generator[Page | Kept | Named, None, GameCard]:
    """The pages of a game; or only word that they are as they were, if no file has changed."""
    if isinstance(opened, Exception):
        raise opened
    if opened.one is None:
        yield Kept(opened.slug)
        return GameCard.load(opened.known)
    pages = game_pages(site.house, opened.one, memory)
    card = yield from _with_sitemap(site.house, opened.slug, pages)
    yield Named(opened.slug)
    # A file written at this very moment could change again without looking any newer.
    if opened.newest < site.started - JUST_NOW:
        memory.remember(opened.key, card.dump(), opened.slug)
    return card


def _with_sitemap(
    house: House, slug: str, pages: Generator[Page, None, GameCard]
) -> Generator[Page, None, GameCard]:
    """The pages of a game, and after them the sitemap that lists them."""
    addresses: list[str] = []
    while True:
        try:
            page = next(pages)
        except StopIteration as end:
            yield from game_sitemap(house, slug, addresses)
            card: GameCard = end.value
            return card
        addresses.append(page.address)
        yield page


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A digest of all code and data of the program: a new version makes every page anew."""
    own = Path(__file__).parents[2]
    packages = [own, _package("mapsvg")]
    for one in ruleset_ids():
        folder = ruleset_folder(one)
        if own not in folder.parents:
            packages.append(folder)
    seen = hashlib.sha256()
    for package in packages:
        for file in _program_files(package):
            seen.update(f"{file[len(str(package)) :]}\0".encode())
            seen.update(hashlib.sha256(Path(file).read_bytes()).digest())
    return seen.hexdigest()


def _package(name: str) -> Path:
    """The folder of a package, which is not imported for it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise BrokenPromise(f"the package {name} is missing")
    return Path(spec.origin).parent


def _program_files(package: Path) -> list[str]:
    """Code and data, without themes (their files are inputs of their own) and compiled code."""
    wanted = (".py", ".toml", ".json", ".css")
    found: list[str] = []
    folders = [str(package)]
    while folders:
        for one in os.scandir(folders.pop()):
            if one.is_dir():
                if one.name not in ("_themes", "__pycache__", "cartography"):
                    folders.append(one.path)
            elif one.name.endswith(wanted):
                found.append(one.path)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Stamp:
    """The look of a folder from outside: a digest of every file's name, size and times."""

    digest: str
    newest: int


def stamp_folder(folder: Path) -> Stamp:
    """The stamp of a game's folder. Far quicker than reading it; any change of a file shows."""
    lines: list[str] = []
    newest = 0
    folders = [str(folder)]
    while folders:
        for one in os.scandir(folders.pop()):
            if one.is_dir(follow_symlinks=False):
                folders.append(one.path)
            elif one.name != ".theatrum.lock":
                facts = one.stat()
                # The time of the last change of the entry itself cannot be set by hand.
                newest = max(newest, facts.st_mtime_ns, facts.st_ctime_ns)
                times = f"{facts.st_mtime_ns} {facts.st_ctime_ns}"
                lines.append(f"{one.path}\0{facts.st_ino} {facts.st_size} {times}")
    return Stamp(digest(*sorted(lines)), newest)
