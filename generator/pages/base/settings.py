"""The site's own settings: `site.toml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.limits import LONGEST_SETTINGS, MOST_KEYS
from generator.archive.files.reading import read_toml
from generator.engine.errors import FileError, Place, UsageError
from generator.engine.words import nearest
from generator.pages.base.page import digest

__all__ = ["DESKS", "SEARCHES", "SiteSettings", "read_settings"]

SEARCHES: Final = ("names", "full")
"""What can be looked for on a site: names, or all words as well."""
_WHOLE: Final = ("https://", "http://")
DESKS: Final = ("sheet", "full")
"""What the desk does: it writes orders, or reads and tries them as well."""


_REPOSITORY: Final = re.compile(r"https://[\w.-]+(?::\d+)?/[\w.-]+/[\w.-]+")
_BRANCH: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)*")


class SiteSettings(Struct, frozen=True):
    """Settings in `site.toml`. `base` is the whole address of the published site, ending in "/", or
    "": only links that must be whole (canonical, 404) need it; where there is one, the newest map
    of each game is drawn as a PNG, too, for previews of pasted links. `nav` are (label, Markdown
    file or address of the site). `png` draws each phase's map as a PNG, which takes a while.
    `search` is "names" (of everything that has a page) or "full" (the texts of all pages, too).
    `mail` is the address to which players send their orders, "" where the site does not say it.
    `desk` is "sheet" (orders are written and sent) or "full" (they are read and tried there, too).
    `repository` is the address on GitHub to which players may send pull requests, "" for none, and
    `branch` the branch that is published."""

    title: str = "Theatrum"
    tagline: str = ""
    description: str = ""
    language: str = "en"
    base: str = ""
    theme: str = "default"
    png: bool = False
    search: str = "names"
    footer: str = ""
    mail: str = ""
    desk: str = "sheet"
    repository: str = ""
    branch: str = "main"
    nav: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        return digest(repr(self))


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
    if data.get("desk", "sheet") not in DESKS:
        wrong.append(f"desk must be {' or '.join(DESKS)}, not {data['desk']!r}")
    repository = data.get("repository", "")
    if isinstance(repository, str) and repository and not _REPOSITORY.fullmatch(repository):
        wrong.append(
            f"repository must be an address like https://github.com/ada/club, not {repository!r}"
        )
    branch = data.get("branch", "main")
    if isinstance(branch, str) and not _BRANCH.fullmatch(branch):
        wrong.append(f"branch must be the name of a branch, not {branch!r}")
    nav = data.pop("nav", {})
    if not isinstance(nav, dict) or not all(isinstance(to, str) for to in nav.values()):
        wrong.append('nav must be a table: "label" = "page.md"')
    base = data.get("base", "")
    if isinstance(base, str) and base and not base.startswith(_WHOLE):
        wrong.append(f"base must be a whole address (https://...), not {base!r}")
    if wrong:
        raise FileError("; ".join(wrong), place=Place(str(file), _line(text, wrong[0])))
    if base:
        data["base"] = _ended(base)
    return SiteSettings(**data, nav=tuple(nav.items()))


def _ended(base: str) -> str:
    return base if base.endswith("/") else f"{base}/"


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
