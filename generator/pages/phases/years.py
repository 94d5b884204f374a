"""All turns of a game, and the page of each year: what it changed, its phases, and what happened in
them by topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from generator.engine.words import headed
from generator.pages.base.gameview import GameView, PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, between
from generator.pages.base.public import PublicEvent
from generator.pages.story.changes import changes
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import standings_table
from generator.pages.story.press import pieces_of

NOTABLE: Final = 5
"""Events of less weight are on the pages of their phases only."""
_LEADING: Final = 3
_AT_START: Final = "The position at the start."
_YEARLY: Final = frozenset({"influence", "diplomacy", "treasury"})
"""The topics whose pages have one for each year."""


Happening = tuple[PhaseLink, PublicEvent]
"""An event on another page than its phase's."""
Topic = tuple[str, str, str, tuple[Happening, ...]]
"""Id and title of a topic, the page with more about it ("" for nothing more), and its events."""


def turn_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The list of all turns, then the pages of the years in order."""
    yield chronicle.page(
        "turns/",
        "turns.html",
        {"years": turn_years(chronicle)},
        title="Turns",
        tab="turns",
        description=f"{chronicle.view.title}: every year and every phase",
    )
    for before, year, after in between(chronicle.years):
        yield year_page(chronicle, year, before, after)


def turn_years(
    chronicle: Chronicle,
) -> tuple[tuple[int, str, tuple[tuple[PhaseLink, str], ...]], ...]:
    """All years with their addresses and their phases with headlines, the newest first."""
    return tuple(
        (
            year,
            chronicle.view.year_address(year),
            tuple((phase.link, phase.told.headline) for phase in chronicle.of_year(year)),
        )
        for year in reversed(chronicle.years)
    )


def draw_happenings(
    view: GameView, happenings: Sequence[Happening], here: str
) -> tuple[tuple[PhaseLink, PublicEvent, str, Markup], ...]:
    """Each with its rule, if the rulebook has it, and its text as HTML, in which names are links.
    `here` is the page's whole address."""
    linked = view.linked(here)
    return tuple(
        (
            phase,
            event,
            event.rule if event.rule in view.rule_ids else "",
            linked(headed(event.text)),
        )
        for phase, event in happenings
    )


def year_page(chronicle: Chronicle, year: int, before: int | None, after: int | None) -> Page:
    """The page of a year. `before` and `after` are the years played around it."""
    view = chronicle.view
    phases = chronicle.of_year(year)
    end = phases[-1]
    start = chronicle.phases[0] if before is None else chronicle.end_of(before)
    topics = tuple(_topics(view, phases, year))
    # The weightiest events, in the order in which they happened.
    events = [event for phase in phases for event in phase.events if event.weight >= NOTABLE]
    best = sorted(range(len(events)), key=lambda at: (-events[at].weight, at))[:_LEADING]
    leading = [events[at] for at in sorted(best)]
    values = {
        "year": year,
        "previous": before,
        "next": after,
        "lead": " ".join(f"{headed(event.text).removesuffix('.')}." for event in leading),
        "image": end.link.map,
        "end": end.link,
        "phases": tuple(
            (phase.link, " ".join(phase.told.summary), phase.told.tally or _AT_START)
            for phase in phases
        ),
        "changed": changes(view, start.snapshot, end.snapshot),
        "topics": topics,
        "press": tuple(
            (piece.title, piece.author, f"{view.address}{piece.address}")
            for piece in pieces_of(chronicle.press, year)
        ),
        "rulings": tuple(
            (ruling, view.ruling_address(year, ruling.number) if view.has("rulings") else "")
            for phase in phases
            for ruling in phase.told.rulings
        ),
        "standings": standings_table(
            view.at(end.link.moment),
            end.standings,
            start.standings,
            end.snapshot.out,
        ),
    }
    whole = view.year_address(year)

    def draw() -> Mapping[str, Any]:
        return {
            "lead": view.linked(whole)(str(values["lead"])),
            "linked": {
                topic: draw_happenings(view, happenings, whole)
                for topic, _, _, happenings in topics
            },
        }

    return chronicle.page(
        f"{year}/",
        "year.html",
        values,
        title=str(year),
        tab="turns",
        description=f"{view.title}, the year {year}: {values['lead']}".removesuffix(": "),
        crumbs=(Crumb("Turns", f"{view.address}turns/"),),
        draw=draw,
    )


def _topics(view: GameView, phases: tuple[ChroniclePhase, ...], year: int) -> Iterator[Topic]:
    """The notable events by the first topic of the gazetteer that has them, in its order."""
    topics = view.gazetteer.topics
    found: dict[str, list[Happening]] = {topic: [] for topic in (*topics, "")}
    for phase in phases:
        for event in phase.events:
            if event.weight >= NOTABLE:
                topic = next((name for name, kinds in topics.items() if event.kind in kinds), "")
                found[topic].append((phase.link, event))
    for topic, happenings in found.items():
        if happenings:
            title = view.word(topic).capitalize() or ("Also" if len(topics) else "Events")
            has_page = topic in _YEARLY and view.has(topic)
            address = f"{view.address}{topic}/{year}/" if has_page else ""
            yield topic or "also", title, address, tuple(happenings)
