"""The index of the search: names of games, phases, powers, states, provinces, rules, rulings,
press, pages.

It is made of parts, so that a change remakes one of them: a part of the site, one of each rulebook
and one of each game. The site's part lists the others; a page asks for them when someone searches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.base.texts import address_of_text, read_text, site_texts, text_title
from generator.pages.game.card import GameCard
from generator.pages.maps.facts import as_script
from generator.pages.story.chronicle import Chronicle

SITE_PART: Final = "search-site.js"
FULL_TEXT: Final = "full"
"""The setting `search` of a site that also has an index of all its texts."""

Entry = tuple[str, ...]
"""Name, address relative to the part's base, and further words where there are any."""
_ALSO: Final = {
    "orders": "orders submit send due deadline blank sheet write",
    "downloads": "download calendar json",
    "compare": "changed since difference",
    "rulings": "referee decision",
}
"""Words by which readers look for a page that has another name."""
_REASON: Final = 300
"""Letters of a ruling's reason that can be found."""


Book = tuple[str, str]
"""The id and title of a ruleset."""


def search_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The part of a game."""
    view = chronicle.view
    groups = {kind: rows for kind, rows in _groups(chronicle).items() if rows}
    # The parts that have a page for each year.
    yearly = [part for part in ("scores", "influence", "diplomacy", "treasury") if view.has(part)]
    more = {
        "years": list(chronicle.years),
        "yearly": [f"{part}/" for part in yearly],
        "parts_of": _parts(view),
    }
    value = {"base": view.address, "title": view.title, "groups": groups, **more}
    yield _file(chronicle.maker, f"{view.address}search.js", value, view.slug)


def rulebook_search_pages(maker: PageMaker, rulesets: Iterable[Any]) -> Iterator[Page]:
    """The parts of the rulebooks."""
    for ruleset in rulesets:
        rules = [(rule.title, f"#{rule.id}", rule.id) for rule in ruleset.rulebook.rules]
        base = f"rules/{ruleset.id}/"
        value = {"base": base, "title": ruleset.title, "groups": {"rule": rules}}
        yield _file(maker, f"{base}search.js", value, "")


def site_search_page(
    maker: PageMaker, site_root: Path, games: Sequence[GameCard], books: Iterable[Book]
) -> Page:
    """The part of the site itself, which lists all others."""
    pages: list[Entry] = [("Rulebooks", "rules/")]
    for path, file in site_texts(site_root).items():
        pages.append((text_title(read_text(file), path)[0], address_of_text(path)))
    value = {
        "parts": [
            *(f"{game.address}search.js" for game in games),
            *(f"rules/{ruleset}/search.js" for ruleset, _ in books),
        ],
        "full": getattr(maker.settings, "search", "") == FULL_TEXT,
    }
    groups = {
        "game": [(game.title, game.address, game.kick) for game in games],
        "page": [
            *pages,
            *((f"Rulebook: {title}", f"rules/{ruleset}/") for ruleset, title in books),
        ],
    }
    return _file(maker, SITE_PART, {"base": "", "title": "", "groups": groups, **value}, "")


def _players(power: PowerView) -> str:
    """The names of all who have played a power."""
    return " ".join(dict.fromkeys(seat.player for seat in power.seats)) or power.player


def _groups(chronicle: Chronicle) -> Mapping[str, list[Entry]]:
    view = chronicle.view
    gazetteer = view.gazetteer

    def inside(address: str) -> str:
        return address.removeprefix(view.address)

    phases: list[Entry] = [(str(year), inside(view.year_address(year))) for year in chronicle.years]
    for phase in chronicle.phases:
        phases.append((phase.link.title, inside(phase.link.address), phase.link.slug))
    return {
        "page": [
            (tab.label, inside(tab.address), _ALSO.get(tab.id, ""))
            for tab in view.tabs
            if tab.address.startswith(view.address)
        ],
        "phase": phases,
        "power": [
            (power.name, inside(view.power_address(power.id)), f"{power.id} {_players(power)}")
            for power in (view.powers.values() if view.has("powers") else ())
        ],
        "state": [
            (minor.name, inside(view.minor_address(code)), code)
            for code, minor in gazetteer.minors.items()
        ],
        "province": [
            (province.name, inside(view.province_address(code)), code)
            for code, province in gazetteer.provinces.items()
        ],
        "ruling": list(_rulings(chronicle)) if view.has("rulings") else [],
        "press": [(piece.title, piece.address, piece.author) for piece in chronicle.press],
    }


def _rulings(chronicle: Chronicle) -> Iterator[Entry]:
    """The rulings by their numbers and by the words of their reasons."""
    for phase in chronicle.phases:
        for ruling in phase.told.rulings:
            address = chronicle.view.ruling_address(phase.year, ruling.number)
            name = f"Ruling {ruling.number} of {phase.year}"
            rest = f"{ruling.kind} {ruling.rule}: {ruling.reason}"[:_REASON]
            yield name, address.removeprefix(chronicle.view.address), rest


def _parts(view: GameView) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The parts of the pages of powers and of states that may be asked for by a word, and what
    leads there, behind the address of the page."""
    influence = (
        [(view.gazetteer.influence.casefold(), "influence")] if view.has("influence") else []
    )
    words = [word for pair in influence for word in dict.fromkeys((*pair, "influence"))]
    return {
        "power": [
            ("failed orders", "failed/"),
            ("lands", "#lands"),
            ("score years", "#years"),
            *((word, "#states") for word in words),
        ],
        "state": [("events", "#annals"), *((word, "#by-year") for word in words)],
    }


def _file(maker: PageMaker, address: str, value: Mapping[str, Any], game: str) -> Page:
    """A part calls `theatrum.data("search", {base, title, groups: {kind: entries}})`."""
    groups: Mapping[str, Iterable[Entry]] = value["groups"]
    plain = {kind: [_trimmed(row) for row in rows] for kind, rows in groups.items()}
    whole = {**value, "groups": plain}
    inputs = (("names", digest(repr(whole))),)
    return maker.file(address, "data", inputs, lambda: as_script("search", whole), game)


def _trimmed(row: Entry) -> list[str]:
    """An entry without further words that add nothing new."""
    words = list(row)
    if len(words) == 3 and words[2].strip().casefold() in ("", words[0].casefold()):
        words.pop()
    return words
