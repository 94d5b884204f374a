"""The index of the search: names of games, phases, powers, states, provinces, rules, press, pages.

It is made of parts, so that a change remakes one of them: a part of the site, one of each rulebook
and one of each game. The site's part lists the others; a page asks for them when somebody searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.base.texts import address_of_text, read_text, site_texts, text_title
from generator.pages.maps.facts import as_script
from generator.pages.story.chronicle import Chronicle

__all__ = [
    "FULL_TEXT",
    "SITE_PART",
    "Book",
    "Entry",
    "Found",
    "rulebook_search_pages",
    "search_pages",
    "site_search_page",
]

SITE_PART: Final = "search-site.js"
FULL_TEXT: Final = "full"
"""The setting `search` of a site that also has an index of all its texts."""

Entry = tuple[str, ...]
"""Name, address relative to the part's base, and further words where there are any."""
Groups = Mapping[str, Sequence[Entry]]


class Found(Protocol):
    """A game, as far as the index of the site names it."""

    @property
    def address(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def kick(self) -> str: ...


class Book(NamedTuple):
    """A rulebook by the id and title of its ruleset."""

    id: str
    title: str


def search_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The part of a game."""
    view = chronicle.view
    groups = {kind: rows for kind, rows in _groups(chronicle) if rows}
    yield _search_part(chronicle.maker, view.address, view.title, groups, view.slug)


def rulebook_search_pages(maker: PageMaker, rulesets: Iterable[Any]) -> Iterator[Page]:
    """The parts of the rulebooks."""
    for ruleset in rulesets:
        rules = [(rule.title, f"#{rule.id}", rule.id) for rule in ruleset.rulebook.rules]
        yield _search_part(maker, f"rules/{ruleset.id}/", ruleset.title, {"rule": rules})


def site_search_page(
    maker: PageMaker, site_root: Path, games: Sequence[Found], books: Iterable[Book]
) -> Page:
    """The part of the site itself, which names all others."""
    pages: list[Entry] = [("Rulebooks", "rules/")]
    for path, file in site_texts(site_root).items():
        pages.append((text_title(read_text(file), path)[0], address_of_text(path)))
    value = {
        "parts": [
            *(f"{game.address}search.js" for game in games),
            *(f"rules/{book.id}/search.js" for book in books),
        ],
        "full": getattr(maker.settings, "search", "") == FULL_TEXT,
    }
    groups = {
        "game": [(game.title, game.address, game.kick) for game in games],
        "page": [*pages, *((f"Rulebook: {one.title}", f"rules/{one.id}/") for one in books)],
    }
    return _file(maker, SITE_PART, {"base": "", "title": "", "groups": groups, **value}, "")


def _players(power: PowerView) -> str:
    """The names of all who have played a power."""
    return " ".join(dict.fromkeys(seat.player for seat in power.seats)) or power.player


def _groups(chronicle: Chronicle) -> Iterator[tuple[str, list[Entry]]]:
    view = chronicle.view
    gazetteer = view.gazetteer

    def inside(address: str) -> str:
        return address.removeprefix(view.address)

    yield "page", [(tab.label, inside(tab.address)) for tab in view.tabs if _is_inside(view, tab)]
    phases: list[Entry] = [(str(year), inside(view.year_address(year))) for year in chronicle.years]
    for phase in chronicle.phases:
        address = inside(phase.link.address)
        phases.append((phase.link.title, address, address.rstrip("/").rpartition("/")[2]))
    yield "phase", phases
    if view.has("powers"):
        yield (
            "power",
            [
                (power.name, inside(view.power_address(power.id)), f"{power.id} {_players(power)}")
                for power in view.powers.values()
            ],
        )
    yield (
        "state",
        [
            (one.name, inside(view.minor_address(code)), code)
            for code, one in gazetteer.minors.items()
        ],
    )
    yield (
        "province",
        [
            (one.name, inside(view.province_address(code)), code)
            for code, one in gazetteer.provinces.items()
        ],
    )
    yield "press", [(piece.title, piece.address, piece.author) for piece in chronicle.press]


def _is_inside(view: GameView, tab: Any) -> bool:
    return bool(tab.address.startswith(view.address))


def _search_part(maker: PageMaker, base: str, title: str, groups: Groups, game: str = "") -> Page:
    return _file(maker, f"{base}search.js", {"base": base, "title": title, "groups": groups}, game)


def _file(maker: PageMaker, address: str, value: Mapping[str, Any], game: str) -> Page:
    """A part calls `theatrum.data("search", {base, title, groups: {kind: entries}})`."""
    groups: Mapping[str, Iterable[Entry]] = value["groups"]
    plain = {kind: [_trimmed(row) for row in rows] for kind, rows in groups.items()}
    whole = {**value, "groups": plain}
    inputs = (("names", digest(repr(whole))),)
    return maker.file(address, "data", inputs, lambda: as_script("search", whole), game)


def _trimmed(row: Entry) -> list[str]:
    """An entry without further words that say nothing new."""
    words = list(row)
    if len(words) == 3 and words[2].strip().casefold() in ("", words[0].casefold()):
        words.pop()
    return words
