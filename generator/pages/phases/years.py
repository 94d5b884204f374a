"""The page of a year: what it changed, its phases, and what happened in them by topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from generator.engine.chronicle import Snapshot
from generator.pages.base.gameview import GameView
from generator.pages.base.linking import Linker
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, link
from generator.pages.base.public import PublicEvent
from generator.pages.story.changes import changes
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.facts import Standings
from generator.pages.story.press import pieces_of
from generator.pages.story.standings import standings_table

NOTABLE: Final = 5
"""Events of less weight stand on the pages of their phases only."""
_LEADING: Final = 3


class Happening(NamedTuple):
    """An event on another page than its phase's. `label` is the phase's letter in the rail."""

    year: int
    text: str
    rule: str
    label: str
    phase: str
    address: str
    anchor: str


class Topic(NamedTuple):
    """The events of one topic; `address` tells more of it, "" for nothing more."""

    id: str
    title: str
    address: str
    happenings: tuple[Happening, ...]


class YearPhase(NamedTuple):
    """A phase of the year."""

    title: str
    address: str
    summary: str
    tally: str


def happening(view: GameView, phase: ChroniclePhase, event: PublicEvent) -> Happening:
    """An event as other pages tell it."""
    rule = event.rule if event.rule in view.rule_ids else ""
    link = phase.link
    return Happening(
        phase.year, event.text, rule, link.label, link.title, link.address, event.anchor
    )


def draw_happenings(
    linker: Linker, happenings: tuple[Happening, ...], here: str
) -> tuple[tuple[Happening, Markup], ...]:
    """Each with its text as HTML, in which names are links. `here` is the page's whole address."""
    to = partial(link, here)
    return tuple(
        (happening, linker.link(_sentence(happening.text), to, here)) for happening in happenings
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def year_page(chronicle: Chronicle, year: int, before: int | None, after: int | None) -> Page:
    """The page of a year. `before` and `after` are the years played around it."""
    view = chronicle.view
    phases = chronicle.of_year(year)
    end = phases[-1]
    start, standings = _start(chronicle, before)
    topics = tuple(_topics(view, phases, year))
    values = {
        "year": year,
        "previous": before,
        "next": after,
        "lead": _lead(phases),
        "image": end.link.map,
        "end": end.link,
        "phases": tuple(_phase(phase) for phase in phases),
        "changed": changes(view, start, end.snapshot),
        "topics": topics,
        "press": tuple(_press(chronicle, year)),
        "rulings": tuple(_rulings(view, phases)),
        "standings": standings_table(
            view.at(end.link.moment),
            _standings(chronicle, end),
            standings,
            end.snapshot.out,
        ),
    }
    whole = view.year_address(year)

    def draw() -> Mapping[str, Any]:
        linker = view.linker
        to = partial(link, whole)
        return {
            "lead": linker.link(str(values["lead"]), to, whole),
            "told": {
                topic.id: draw_happenings(linker, topic.happenings, whole) for topic in topics
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


def _start(chronicle: Chronicle, before: int | None) -> tuple[Snapshot, Standings]:
    """The position and the standings that the year began with."""
    if before is None:
        return chronicle.opening.snapshot, chronicle.opening.standings
    end = chronicle.end_of(before)
    return end.snapshot, _standings(chronicle, end)


def _standings(chronicle: Chronicle, phase: ChroniclePhase) -> Standings:
    return phase.facts.after if phase.facts else chronicle.opening.standings


def _lead(phases: tuple[ChroniclePhase, ...]) -> str:
    """The weightiest events of the year, in the order in which they happened."""
    events = [event for phase in phases for event in phase.events if event.weight >= NOTABLE]
    best = sorted(range(len(events)), key=lambda at: (-events[at].weight, at))[:_LEADING]
    return " ".join(f"{_sentence(events[at].text).removesuffix('.')}." for at in sorted(best))


def _phase(phase: ChroniclePhase) -> YearPhase:
    link, facts = phase.link, phase.facts
    if facts is None:
        return YearPhase(link.title, link.address, "", "The position at the start.")
    return YearPhase(link.title, link.address, " ".join(facts.summary), facts.tally)


def _topics(view: GameView, phases: tuple[ChroniclePhase, ...], year: int) -> Iterator[Topic]:
    """The notable events by the first topic of the gazetteer that has them, in its order."""
    topics = view.gazetteer.topics
    found: dict[str, list[Happening]] = {topic: [] for topic in (*topics, "")}
    for phase in phases:
        for event in phase.events:
            if event.weight >= NOTABLE:
                topic = next((name for name, kinds in topics.items() if event.kind in kinds), "")
                found[topic].append(happening(view, phase, event))
    for topic, happenings in found.items():
        if happenings:
            title = view.word(topic).capitalize() or ("Also" if len(topics) else "Events")
            yield Topic(
                topic or "also", title, _topic_address(view, topic, year), tuple(happenings)
            )


def _topic_address(view: GameView, topic: str, year: int) -> str:
    """The page of the year in the part of the game's pages that is named after the topic."""
    return f"{view.address}{topic}/{year}/" if topic in _YEARLY and view.has(topic) else ""


_YEARLY: Final = frozenset({"influence", "diplomacy", "treasury"})
"""The parts that have a page for each year."""


def _rulings(
    view: GameView, phases: tuple[ChroniclePhase, ...]
) -> Iterator[tuple[int, str, str, str]]:
    """Number, kind, reason and address of each ruling of the year."""
    for phase in phases:
        for ruling in phase.facts.rulings if phase.facts else ():
            address = view.ruling_address(phase.year, ruling.number) if view.has("rulings") else ""
            yield ruling.number, ruling.kind, ruling.reason, address


def _press(chronicle: Chronicle, year: int) -> Iterator[tuple[str, str, str]]:
    """Title, author and address of the press that belongs to the year."""
    for piece in pieces_of(chronicle.press, year=year):
        yield piece.title, piece.author, f"{chronicle.view.address}{piece.address}"
