"""The site's own settings: `site.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.files.limits import LONGEST_SETTINGS, MOST_KEYS
from generator.archive.files.reading import read_toml
from generator.engine.errors import FileError, Place
from generator.engine.words import nearest
from generator.pages.base.page import digest

__all__ = ["SEARCHES", "SiteSettings", "read_settings"]

SEARCHES: Final = ("names", "full")
"""What can be looked for on a site: names, or all words as well."""


class SiteSettings(Struct, frozen=True):
    """Settings in `site.toml`. `base` is the whole address of the published site, ending in "/", or
    "": only links that must be whole (canonical, 404) need it. `nav` are (label, Markdown file or
    address of the site). `png` also draws each phase's map as a PNG, which takes a while. `search`
    is "names" (of everything that has a page) or "full" (the texts of all pages, too)."""

    title: str = "Theatrum"
    tagline: str = ""
    description: str = ""
    language: str = "en"
    base: str = ""
    theme: str = "default"
    png: bool = False
    search: str = "names"
    footer: str = ""
    nav: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        return digest(repr(self))


def read_settings(site_root: Path) -> SiteSettings:
    """The settings of a site; defaults where there is no file. FileError lists what is wrong."""
    file = site_root / "site.toml"
    if not file.is_file():
        return SiteSettings()
    toml = read_toml(file, LONGEST_SETTINGS, MOST_KEYS)
    text, data = toml.text, dict(toml.data)
    known = set(SiteSettings.__struct_fields__)
    wrong = [_unknown(key, known) for key in data if key not in known]
    defaults = SiteSettings()
    for key, value in data.items():
        if key in known - {"nav"} and type(value) is not type(getattr(defaults, key)):
            kind = type(getattr(defaults, key)).__name__
            wrong.append(f"{key} must be a {kind}, not {value!r}")
    if data.get("search", "names") not in SEARCHES:
        wrong.append(f"search must be {' or '.join(SEARCHES)}, not {data['search']!r}")
    nav = data.pop("nav", {})
    if not isinstance(nav, dict) or not all(isinstance(to, str) for to in nav.values()):
        wrong.append('nav must be a table: "label" = "page.md"')
    base = data.get("base", "")
    if isinstance(base, str) and base and not base.startswith(("https://", "http://")):
        wrong.append(f"base must be a whole address (https://...), not {base!r}")
    if wrong:
        raise FileError("; ".join(wrong), place=Place(str(file), _line(text, wrong[0])))
    if base and not base.endswith("/"):
        data["base"] = f"{base}/"
    return SiteSettings(**data, nav=tuple(nav.items()))


def _unknown(key: str, known: set[str]) -> str:
    hint = nearest(key, sorted(known), None)
    return f"{key} is not a setting" + (f" ({hint})" if hint else "")


def _line(text: str, problem: str) -> int:
    """The line that sets what the problem names, or 0."""
    key = problem.partition(" ")[0]
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().removeprefix("[").startswith(key):
            return number
    return 0
