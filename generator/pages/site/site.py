"""What a build starts from: settings, theme, and where games and texts are."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive import list_games
from generator.kit.kit import find_kit
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import digest
from generator.pages.base.reader import PUBLIC, Reader
from generator.pages.base.settings import read_settings
from generator.pages.base.texts import address_of_text, site_texts, text_addresses
from generator.pages.base.theme import Templates, find_theme, themes_folders
from generator.pages.game.kept import KeptPages
from generator.pages.site.stamps import Stamp, program_digest, stamp_folder

__all__ = ["NO_DESK", "KeptPages", "Named", "Site", "read_site"]

NO_DESK: Final = "the desk does not try orders: theatrum build --desk sets up what it needs"

# Nanoseconds. Younger files are read by the next build too, whatever their stamp says.
JUST_NOW = 2_000_000_000


class Site(Struct, frozen=True, dict=True):
    """What a build starts from. `started` is when, in nanoseconds; it never reaches a page."""

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
        """Whether the desk should try orders, and what it needs for that is not here."""
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
    """All pages of a game have been named."""

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
        for label, to in settings.nav
    )
    texts = frozenset(text_addresses(site_root))
    kit = find_kit() if settings.desk == "full" else None
    maker = PageMaker(settings, Templates(found), program_digest(), nav, reader, texts, kit)
    return Site(games_root, site_root, maker, started)
