"""The inputs of a build: settings, theme, places of games and texts, and their stamps."""

from __future__ import annotations

import hashlib
import os
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from generator.archive import list_games
from generator.engine.errors import BrokenPromise
from generator.kit.kit import find_kit
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import digest
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.base.settings import read_settings
from generator.pages.base.texts import address_of_text, site_texts, text_addresses
from generator.pages.base.theme import Templates, find_theme, themes_folders
from generator.rulesets import VARIANTS, ruleset_folder, ruleset_ids
from generator.rulesets.coverage import cases_folder

NO_DESK: Final = "the desk does not try orders: theatrum build --desk sets up what it needs"
NO_MAIL: Final = (
    'the pages have no address for orders: write mail = "your address" in site/site.toml'
)

# Nanoseconds. The next build reads younger files again, even if their stamp is the same.
JUST_NOW = 2_000_000_000


class Stamp(NamedTuple):
    """The look of a folder from outside: a digest of every file's name, size and times."""

    digest: str
    newest: int


class Site(Struct, frozen=True, dict=True):
    """The inputs of a build. `started` is when, in nanoseconds; it never reaches a page."""

    games_root: Path
    site_root: Path
    maker: PageMaker
    started: int

    @property
    def games(self) -> tuple[Path, ...]:
        """The folders of the games whose pages are made."""
        return list_games(self.games_root)

    @cached_property
    def _stamps(self) -> dict[Path, Stamp]:
        return {}

    @property
    def lacks_desk(self) -> bool:
        """Whether the desk should try orders, but the kit that it needs is missing."""
        return self.maker.settings.desk == "full" and self.maker.kit is None

    def is_old(self, newest: int) -> bool:
        """Whether files, of which `newest` is the last change, show it if they change again."""
        return newest < self.started - JUST_NOW

    def stamp_of(self, folder: Path) -> Stamp:
        """The stamp of a folder as it was when this build first looked at it.

        What changes later is seen by the next build, for which the folder then looks other than
        what this one has noted.
        """
        if folder not in self._stamps:
            self._stamps[folder] = stamp_folder(folder)
        return self._stamps[folder]

    def stamp(self) -> Stamp:
        """The stamp of everything that any page depends on."""
        layers = self.maker.templates.theme.layers
        texts = dict.fromkeys(file.parent for file in site_texts(self.site_root).values())
        themes = (layer.folder for layer in layers)
        folders = (self.site_root, *texts, *themes, *self.games)
        stamps = [self.stamp_of(folder) for folder in folders]
        everything = digest(
            self.maker.digest,
            *map(str, folders),
            *(stamp.digest for stamp in stamps),
        )
        return Stamp(everything, max(stamp.newest for stamp in stamps))


class Named(Struct, frozen=True):
    """All pages of a game have been named, or for "" those of the rulebooks."""

    game: str


def read_site(
    games_root: Path,
    site_root: Path,
    theme: str | None,
    started: int,
    reader: Reader = PUBLIC,
    base: str = "",
) -> Site:
    """The site's settings and theme. Raises FileError where they are not what they should be.

    `base` is the address of the published site, where its settings name none.
    """
    settings = read_settings(site_root, base)
    found = find_theme(theme or settings.theme, themes_folders(site_root))
    nav = tuple(
        Crumb(label, address_of_text(to) if to.endswith(".md") else to)
        for label, to in settings.nav.items()
    )
    texts = frozenset(text_addresses(site_root))
    kit = find_kit() if settings.desk == "full" else None
    maker = PageMaker(settings, Templates(found), program_digest(), nav, reader, texts, kit)
    return Site(games_root, site_root, maker, started)


def stamp_folder(folder: Path) -> Stamp:
    """The stamp of a folder, also of one that is not there. Far quicker than reading it; any change
    of a file shows."""
    lines: list[str] = []
    newest = 0
    folders = [str(folder)] if folder.is_dir() else []
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name != ".theatrum.lock":
                try:
                    facts = entry.stat()
                except FileNotFoundError:  # a link that leads nowhere
                    lines.append(entry.path)
                    continue
                # The time of the last change of the entry itself cannot be set by hand.
                newest = max(newest, facts.st_mtime_ns, facts.st_ctime_ns)
                times = f"{facts.st_mtime_ns} {facts.st_ctime_ns}"
                lines.append(f"{entry.path}\0{facts.st_ino} {facts.st_size} {times}")
    return Stamp(digest(*sorted(lines)), newest)


_CODE_AND_DATA: Final = (".py", ".toml", ".json", ".css", ".mjs", ".ttf")


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A digest of all code and data of the program: a new version remakes every page."""
    own = Path(__file__).parents[2]
    packages = [own, _package("mapsvg")]
    for ruleset in ruleset_ids():
        folder = ruleset_folder(ruleset)
        if own not in folder.parents:
            packages.append(folder)
    seen = hashlib.sha256(
        repr(sorted((name, sorted(one.texts.items())) for name, one in VARIANTS.items())).encode()
    )
    files = dict.fromkeys(packages, _CODE_AND_DATA) | {cases_folder(): (".txt",)}
    for package, wanted in files.items():
        for file in _program_files(package, wanted):
            seen.update(f"{file[len(str(package)) :]}\0".encode())
            # Some five hundred files are read by every build: without a buffer and a path for each.
            with open(file, "rb", buffering=0) as stream:
                seen.update(hashlib.sha256(stream.read()).digest())
    return seen.hexdigest()


def _package(name: str) -> Path:
    """The folder of a package, which is not imported for it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise BrokenPromise(f"the package {name} is missing")
    return Path(spec.origin).parent


def _program_files(package: Path, wanted: tuple[str, ...]) -> list[str]:
    """Code and data, without themes (their files are inputs themselves) and compiled code."""
    found: list[str] = []
    folders = [str(package)]
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir():
                if entry.name not in ("_themes", "_cases", "__pycache__", "workshop"):
                    folders.append(entry.path)
            elif entry.name.endswith(wanted):
                found.append(entry.path)
    return sorted(found)
