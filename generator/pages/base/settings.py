"""The site's own settings: `site.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import field
from msgspec.structs import replace

from generator.archive.files.leftovers import SITE_SETTINGS, used_settings
from generator.archive.files.reading import LONGEST_SETTINGS, MOST_KEYS, read_toml
from generator.engine.errors import UsageError
from generator.engine.typed import Must, Table
from generator.pages.base.page import digest

_WHOLE: Final = ("https://", "http://")
_BASE: Final = Must(
    "base cannot be {value!r}",
    "a whole address: https://...",
    lambda base: not base or base.startswith(_WHOLE),
)


class SiteSettings(Table, frozen=True):
    """Settings in `site.toml`. Where there is a `base`, which then ends in "/", the newest map of
    each game is drawn as a PNG, too, for previews of pasted links. `nav` leads from labels to
    Markdown files or addresses of the site."""

    title: str = "Theatrum"
    """the name of the site"""
    tagline: str = ""
    """the line below it"""
    description: str = ""
    """the description for search engines"""
    language: str = "en"
    """the language of the pages"""
    base: Annotated[str, _BASE] = ""
    """the whole address of the published site, `"https://example.org/wargames/"`, for feeds,
    posts and the picture of a pasted link; `theatrum build --base URL` sets it, too, and the
    workflow of a repository does so"""
    theme: str = "default"
    """the theme's folder"""
    png: bool = False
    """whether each phase's map is also a PNG, which takes a few seconds for each, once"""
    search: Literal["names", "full"] = "names"
    """`"names"`: visitors search everything that has a page, even without a server; `"full"`:
    also all words of all pages"""
    footer: str = ""
    """a line at the foot of every page"""
    mail: str = ""
    """the address to which players mail their orders; the desk writes it into their mails"""
    desk: Literal["sheet", "full"] = "sheet"
    """`"sheet"`: the desk writes and sends orders; `"full"`: it also reads and tries them"""
    nav: Mapping[str, str] = field(default_factory=dict)
    """`"label" = "page.md"`, or an address of the site: the links at the head of every page"""

    @property
    def digest(self) -> str:
        """Of what all pages may show. The tagline is on the first page, and is an input of
        those whose templates show it."""
        return digest(repr(replace(self, tagline="")))


def read_settings(site_root: Path, base: str = "") -> SiteSettings:
    """The settings of a site; defaults where there is no file. FileError lists what is wrong.

    `base` is where the site is published as far as its host knows; that of the file goes before.
    """
    settings = _read(site_root / "site.toml")
    if settings.base or not base:
        return settings
    if not base.startswith(_WHOLE):
        raise UsageError(f"--base must be a whole address (https://...), not {base!r}")
    return replace(settings, base=_ended(base))


def _read(file: Path) -> SiteSettings:
    if not file.is_file():
        return SiteSettings()
    toml = read_toml(file, LONGEST_SETTINGS, MOST_KEYS)
    settings = toml.read(SiteSettings, used_settings(toml, SITE_SETTINGS))
    return replace(settings, base=_ended(settings.base)) if settings.base else settings


def _ended(base: str) -> str:
    return base if base.endswith("/") else f"{base}/"
