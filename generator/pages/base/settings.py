"""The site's own settings: `site.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Struct
from msgspec.structs import fields, replace

from generator.archive.files.leftovers import SITE_SETTINGS, used_settings
from generator.archive.files.model import Must, faults_of
from generator.archive.files.reading import LONGEST_SETTINGS, MOST_KEYS, read_toml
from generator.engine.errors import FileError, Place, UsageError
from generator.engine.words import nearest
from generator.pages.base.page import digest

SEARCHES: Final = ("names", "full")
"""What can be looked for on a site: names, or all words as well."""
_WHOLE: Final = ("https://", "http://")
DESKS: Final = ("sheet", "full")
"""What the desk does: it writes orders, or reads and tries them as well."""


def _must(be: str, test: Callable[[Any], object] = lambda value: True) -> Must:
    return Must(f"{{key}} must be {be}, not {{value!r}}", "", test)


_TEXT: Final = _must("a str")
_FLAG: Final = _must("a bool")
_BASE: Final = _must(
    "a whole address (https://...)", lambda base: not base or base.startswith(_WHOLE)
)
_SEARCH: Final = _must(" or ".join(SEARCHES), SEARCHES.__contains__)
_DESK: Final = _must(" or ".join(DESKS), DESKS.__contains__)
_NAV: Final = Annotated[
    Mapping[str, str],
    Must(
        'nav must be a table: "label" = "page.md"',
        "",
        lambda nav: all(isinstance(to, str) for to in nav.values()),
    ),
]

_Text = Annotated[str, _TEXT]


class SiteSettings(Struct, frozen=True):
    """Settings in `site.toml`. Where there is a `base`, which then ends in "/", the newest map of
    each game is drawn as a PNG, too, for previews of pasted links. `nav` are (label, Markdown file
    or address of the site)."""

    title: _Text = "Theatrum"
    """the name of the site"""
    tagline: _Text = ""
    """the line below it"""
    description: _Text = ""
    """the description for search engines"""
    language: _Text = "en"
    """the language of the pages"""
    base: Annotated[str, _TEXT, _BASE] = ""
    """the whole address of the published site, `"https://example.org/wargames/"`, for feeds,
    posts and the picture of a pasted link; `theatrum build --base URL` sets it, too, and the
    workflow of a repository does so"""
    theme: _Text = "default"
    """the theme's folder"""
    png: Annotated[bool, _FLAG] = False
    """whether each phase's map is also a PNG, which takes a few seconds for each, once"""
    search: Annotated[str, _SEARCH] = "names"
    """`"names"`: visitors search everything that has a page, even without a server; `"full"`:
    also all words of all pages"""
    footer: _Text = ""
    """a line at the foot of every page"""
    mail: _Text = ""
    """the address to which players mail their orders; the desk writes it into their mails"""
    desk: Annotated[str, _DESK] = "sheet"
    """`"sheet"`: the desk writes and sends orders; `"full"`: it also reads and tries them"""
    nav: tuple[tuple[str, str], ...] = ()
    """`"label" = "page.md"`, or an address of the site: the links at the head of every page"""

    @property
    def digest(self) -> str:
        """Of what all pages may show. The tagline stands on the first page, and is an input of
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
    kinds = {field.name: field.type for field in fields(SiteSettings)} | {"nav": _NAV}
    data = used_settings(toml, SITE_SETTINGS)
    wrong = [_unknown(key, set(kinds)) for key in data if key not in kinds]
    for key, value in data.items():
        if key in kinds:
            wrong += [fault.problem for fault in faults_of(value, kinds[key], (key,))]
    if wrong:
        raise FileError("; ".join(wrong), place=Place(str(file), _line(toml.text, wrong[0])))
    settings = SiteSettings(**{**data, "nav": tuple(data.get("nav", {}).items())})
    return replace(settings, base=_ended(settings.base)) if settings.base else settings


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
