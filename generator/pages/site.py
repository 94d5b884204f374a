"""What the site consists of: every page, in a stated order, made from games, settings and theme."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from generator.archive import Game, list_games, load_game
from generator.engine.errors import BrokenPromise
from generator.pages.facts import Memory, PhaseFacts, StateFacts, phase_facts, state_facts
from generator.pages.game import game_page, stand_of
from generator.pages.gameview import GameView, PhaseLink, Rails, game_view
from generator.pages.home import GameCard, game_card, home_page
from generator.pages.house import Crumb, House
from generator.pages.maps import map_png
from generator.pages.material import Material
from generator.pages.notfound import not_found_page
from generator.pages.page import Page, digest
from generator.pages.phase import opening_page, phase_page
from generator.pages.rulebook import rulebook_pages
from generator.pages.settings import read_settings
from generator.pages.statics import static_pages
from generator.pages.texts import address_of_text, text_pages
from generator.pages.theme import Templates, find_theme, themes_folders
from generator.rulesets import get_ruleset, ruleset_ids

__all__ = ["Kept", "Site", "program_digest", "read_site", "site_pages"]

# Nanoseconds. Younger files are read by the next build too, whatever their stamp says.
JUST_NOW = 2_000_000_000


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


def read_site(games_root: Path, site_root: Path, theme: str | None, started: int) -> Site:
    """The site's settings and theme. Raises FileError where they are not what they should be."""
    settings = read_settings(site_root)
    found = find_theme(theme or settings.theme, themes_folders(site_root))
    nav = tuple(
        Crumb(label, address_of_text(to) if to.endswith(".md") else to)
        for label, to in settings.nav
    )
    house = House(settings, Templates(found), program_digest(), nav)
    return Site(games_root, site_root, house, started)


def site_pages(site: Site, memory: Memory) -> Iterator[Page | Kept]:
    """Every page of the site. One game is in memory at a time; the home page comes last."""
    house = site.house
    yield from static_pages(house.templates.theme, site.site_root)
    yield from text_pages(house, site.site_root)
    yield not_found_page(house)
    yield from rulebook_pages(house, tuple(get_ruleset(one) for one in ruleset_ids()))
    cards: list[GameCard] = []
    for folder in list_games(site.games_root):
        cards.append((yield from _game(site, folder, memory)))
    yield home_page(house, site.site_root, cards)


def _game(site: Site, folder: Path, memory: Memory) -> Generator[Page | Kept, None, GameCard]:
    """The pages of a game; or only word that they are as they were, if no file has changed."""
    stamp = stamp_folder(folder)
    key = digest("game", site.house.digest, folder.name, stamp.digest)
    known = memory.recall(key)
    if known is not None and memory.is_whole(folder.name):
        yield Kept(folder.name)
        return GameCard.load(known)
    card = yield from _game_pages(site.house, load_game(folder), memory)
    # A file written at this very moment could change again without looking any newer.
    if stamp.newest < site.started - JUST_NOW:
        memory.remember(key, card.dump(), folder.name)
    return card


def _game_pages(house: House, game: Game, memory: Memory) -> Generator[Page, None, GameCard]:
    """The pages of a game in the order of play, its front page last; gives its card at the end.

    A phase's facts are asked for just before its pages, so that its state is read once.
    """
    view = game_view(game)
    source = digest(game.opening.path.read_bytes())
    sources = [record.digest for record in game.phases]
    latest = sources[-1] if sources else source
    position = Material(game)
    now = _state_facts(house, position, latest, memory, view.slug)
    due = _due(now)
    rails = Rails(view, due)
    opening = Material(game, opening=True)
    yield opening_page(house, opening, view, source, rails)
    yield from _maps(house, view, view.opening.address, source, opening)
    facts: list[PhaseFacts] = []
    for number, (record, one) in enumerate(zip(game.phases, sources, strict=True)):
        material = Material(game, record)
        facts.append(_phase_facts(house, material, one, memory, view.slug))
        yield phase_page(house, material, record, one, view, number, facts[-1], rails)
        yield from _maps(house, view, view.phases[number].address, one, material)
    yield game_page(house, game, position, view, now, facts, due, rails)
    yield from _maps(house, view, view.address, latest, position)
    return game_card(view, stand_of(game, view, now, facts))


def _maps(
    house: House, view: GameView, address: str, source: str, material: Material
) -> Iterator[Page]:
    """The map beside a page, as SVG and, where the settings ask for it, as PNG."""
    inputs = (("source", source), ("ruleset", view.ruleset))

    def svg() -> bytes:
        return material.svg.encode()

    yield house.file(f"{address}map.svg", "map", inputs, svg, view.slug)
    if house.settings.png:

        def png() -> bytes:
            return map_png(material.svg)

        yield house.file(f"{address}map.png", "map", inputs, png, view.slug)


def _due(now: StateFacts) -> PhaseLink | None:
    """The phase that waits for orders, as a place in the rail without an address."""
    if now.ending:
        return None
    return PhaseLink(now.phase[:1].upper(), now.title, now.year, "")


def _phase_facts(
    house: House, material: Material, source: str, memory: Memory, game: str
) -> PhaseFacts:
    key = digest("phase", house.program, material.ruleset.id, source)
    known = memory.recall(key)
    if known is not None:
        return PhaseFacts.load(known)
    found = phase_facts(material)
    memory.remember(key, found.dump(), game)
    return found


def _state_facts(
    house: House, position: Material, source: str, memory: Memory, game: str
) -> StateFacts:
    key = digest("state", house.program, position.ruleset.id, source)
    known = memory.recall(key)
    if known is not None:
        return StateFacts.load(known)
    found = state_facts(position.ruleset, position.before)
    memory.remember(key, found.dump(), game)
    return found


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A digest of all code and data of the program: a new version makes every page anew."""
    own = Path(__file__).parents[1]
    packages = [own, _package("mapsvg")]
    for one in ruleset_ids():
        module = sys.modules[type(get_ruleset(one)).__module__]
        folder = Path(str(module.__file__)).parent
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
