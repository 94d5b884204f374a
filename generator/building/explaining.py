"""Why a page would be made anew, or not: `theatrum build --explain`. Builds nothing.

The inputs that the page has now are compared with those in the manifest, name by name, and its file
with the size and time that are noted there:

    g/1620/movement/index.html would be made anew
      changed: the phase: the states before and after it, ... (was 9a1b22c0, is 77d0e1f3)

Only the game of the page is read: `_OneGame` says of every other that all its pages are kept. What
is found out on the way goes into its own facts, never into the manifest.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, Protocol
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from generator.building.manifest import Entry
from generator.building.output import listed_in
from generator.building.pictures import Pictures, is_picture
from generator.engine.errors import UsageError
from generator.pages.base.page import Page, address_of_file, file_of
from generator.pages.base.theme import Theme
from generator.pages.site.site import Site
from generator.pages.site.walk import site_pages

State = Literal["fresh", "stale", "new", "gone", "index"]
_SAID: Final[Mapping[State, str]] = {
    "fresh": "is up to date",
    "stale": "would be made anew",
    "new": "would be made for the first time",
    "gone": "would be removed",
    "index": "is a file of the full-text index, made anew when the text of a page has changed",
}
_INPUTS: Final[Mapping[str, str]] = {
    "around": "the phases before and after it",
    "description": "the description of the site, or else its tagline",
    "facts": "what its phases tell",
    "file": "the file itself",
    "game": "the head of the game: title, ruleset, players, tabs",
    "games": "what the games have for the home page",
    "introduction": "the introduction in game.toml",
    "latest": "the last state",
    "nav": "the links at the head of every page",
    "phase": "the phase: the states before and after it, its orders, the year's rulings",
    "phases": "the list of phases",
    "powers": "the powers of the ruleset and their colors",
    "program": "the program: its code and its rulesets' data",
    "reader": "whom the site is for",
    "renderer": "what draws pictures: resvg, Pillow, fonts, width",
    "rules": "the rulebook",
    "rulesets": "the list of rulesets",
    "ruleset": "the ruleset",
    "settings": "site.toml",
    "source": "what the map shows: the states before and after each of its phases",
    "stand": "where the game stands",
    "state": "the state that it shows",
    "tagline": "the tagline of site.toml",
    "text": "its text",
    "values": "what it says",
}
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SHORT: Final = 8
"""Letters of a digest that are shown."""


class Input(Struct, frozen=True):
    """An input that a page has now or had at the last build. `what` is its name in words; `before`
    and `now` are digests, or short values as they are; "" where the page did not or does not depend
    on it."""

    name: str
    what: str
    before: str
    now: str

    @property
    def is_changed(self) -> bool:
        return self.before != self.now

    def __str__(self) -> str:
        if not self.before:
            return f"new: {self.what} ({_short(self.now)})"
        if not self.now:
            return f"gone: {self.what} (was {_short(self.before)})"
        return f"changed: {self.what} (was {_short(self.before)}, is {_short(self.now)})"


class Explanation(Struct, frozen=True):
    """A page's state, and why. `reasons` are sentences about the file; then come changed inputs."""

    address: str
    file: str
    state: State
    reasons: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()

    @property
    def changed(self) -> tuple[Input, ...]:
        return tuple(entry for entry in self.inputs if entry.is_changed)

    def __str__(self) -> str:
        lines = [f"{self.file} {_SAID[self.state]}"]
        lines += self.reasons
        if self.state == "stale":
            lines += map(str, self.changed)
        elif self.state == "fresh":
            lines += [f"unchanged: {entry.what} ({_short(entry.now)})" for entry in self.inputs]
        elif self.state == "new":
            lines += [f"from: {entry.what} ({_short(entry.now)})" for entry in self.inputs]
        return "\n  ".join(lines)


class Known(Protocol):
    """What the last build left: pages by address, and the inputs of one."""

    @property
    def known(self) -> Mapping[str, Entry]: ...
    def inputs(self, address: str) -> Mapping[str, str]: ...
    def recall(self, key: str) -> str | None: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def is_whole(self, game: str) -> bool: ...


class _NoForesight:
    """The foresight of a walk that makes no pages."""

    def is_hungry(self) -> bool:
        return False

    def foresee(self, phases: Iterable[tuple[Sequence[Page], object]]) -> None:
        return None


class _OneGame:
    """What is known, for a walk that reads one game and passes over the others."""

    def __init__(self, known: Known, games: frozenset[str]) -> None:
        self._known = known
        self._games = games
        self._facts: dict[str, str] = {}

    def recall(self, key: str) -> str | None:
        return self._facts.get(key) or self._known.recall(key)

    def remember(self, key: str, text: str, game: str) -> None:
        self._facts[key] = text

    def is_whole(self, game: str) -> bool:
        return game not in self._games

    def stand(self, addresses: Sequence[str]) -> bool:
        return False


def explain(site: Site, known: Known, pictures: Pictures, output: Path, asked: str) -> Explanation:
    """The state of the page that is asked for: by address, by file, or by its published URL.

    Raises UsageError, with pages of nearly that name, if there is none and was none.
    """
    wanted = _addresses(site, output, asked)
    games = frozenset(address.partition("/")[0] for address in wanted)
    met: dict[str, None] = {}
    for page in site_pages(site, _OneGame(known, games), _NoForesight()):
        if not isinstance(page, Page):
            continue
        met[page.address] = None
        if page.address in wanted:
            whole = pictures.page(page) if is_picture(page) else page
            return _explain_page(whole, known, output, site.maker.templates.theme)
    for address in wanted:
        entry = known.known.get(address)
        if entry is not None and entry.kind == "index":
            return Explanation(address, file_of(address), "index")
        if entry is not None or file_of(address) in listed_in(output):
            return Explanation(address, file_of(address), "gone", ("the site has it no more",))
    near = get_close_matches(wanted[0], [*met, *known.known], 3, 0.5)
    hint = f"did you mean {' or '.join(dict.fromkeys(map(file_of, near)))}?" if near else ""
    raise UsageError("the site has no such page", text=asked, hint=hint)


def _addresses(site: Site, output: Path, asked: str) -> tuple[str, ...]:
    """The addresses that a text can stand for, the likeliest first."""
    text = asked.strip()
    base = site.maker.settings.base
    if base and text.startswith(base.removesuffix("/")):
        text = unquote(text.removeprefix(base.removesuffix("/")))
    elif "://" in text:
        text = unquote(urlsplit(text).path)
    text = text.partition("#")[0].partition("?")[0].replace(os.sep, "/")
    for folder in (output.absolute().as_posix(), output.as_posix(), output.name):
        if text == folder or text.startswith(f"{folder}/"):
            text = text.removeprefix(folder)
            break
    address = address_of_file(text.removeprefix("./").lstrip("/"))
    if not address or address.endswith("/"):
        return (address,)
    return (address, f"{address}/")


def _explain_page(page: Page, known: Known, output: Path, theme: Theme) -> Explanation:
    entry = known.known.get(page.address)
    before = known.inputs(page.address) if entry else {}
    now = dict(page.inputs)
    inputs = tuple(
        Input(name, _input_title(name, theme), before.get(name, ""), now.get(name, ""))
        for name in sorted({**before, **now})
    )
    if entry is None:
        return Explanation(page.address, page.file, "new", (), inputs)
    reasons = tuple(_about_file(entry, output / page.file))
    is_fresh = not reasons and entry.key == page.key
    return Explanation(page.address, page.file, "fresh" if is_fresh else "stale", reasons, inputs)


def _about_file(entry: Entry, file: Path) -> Iterator[str]:
    """What has become of a file since the last build."""
    try:
        facts = file.stat()
    except OSError:
        yield "its file is missing"
        return
    if facts.st_size != entry.size:
        yield f"its file was changed: {facts.st_size} bytes, {entry.size} when it was built"
    elif not entry.is_like(facts):
        yield "its file was touched: it has another time than when it was built"


def _short(value: str) -> str:
    return value[:_SHORT] if _DIGEST.fullmatch(value) else value


def _input_title(name: str, theme: Theme) -> str:
    """An input's name for people."""
    kind, _, rest = name.partition(" ")
    number, _, template = rest.partition("/")
    if kind == "template" and number.isdecimal() and int(number) < len(theme.layers):
        return f"the template {template} of the theme {theme.layers[int(number)].name}"
    return _INPUTS.get(name, name)
