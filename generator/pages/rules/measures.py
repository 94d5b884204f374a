"""What powers vote for: how each measure stands, what became of it, and what it has decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.engine.records import Measure
from generator.pages.base.page import Page
from generator.pages.maps.material import Material
from generator.pages.rules.used import Use, rule_uses
from generator.pages.story.chronicle import Chronicle


class Told(NamedTuple):
    """A motion, a ballot, a beginning or an end, and where it stands."""

    phase: str
    address: str
    anchor: str
    text: str


class Course(NamedTuple):
    """A measure with its history and, year by year, the phases in which it decided something."""

    measure: Measure
    history: tuple[Told, ...]
    uses: tuple[tuple[int, tuple[Use, ...]], ...]


def measure_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of the measures, in the order of the rulebook."""
    view = chronicle.view
    if not view.has("measures"):
        return
    state = Material(chronicle.game, reader=chronicle.maker.reader).before
    courses = tuple(_courses(chronicle, chronicle.game.ruleset.measures(state)))
    title = view.gazetteer.measures.capitalize()
    active = ", ".join(course.measure.name for course in courses if course.measure.is_active)
    yield chronicle.page(
        "measures/",
        "measures.html",
        {"courses": courses, "last": view.latest, "active": active},
        title=title,
        tab="measures",
        description=f"{view.title}: {title}, {active or 'none of them'} in effect",
        styles=("rules.css",),
    )


def _courses(chronicle: Chronicle, measures: tuple[Measure, ...]) -> Iterator[Course]:
    history: dict[str, list[Told]] = {}
    for phase in chronicle.phases:
        link = phase.link
        for record in phase.facts.records if phase.facts else ():
            if record.about:
                event = phase.events[record.event - 1]
                told = Told(link.title, link.address, event.anchor, event.text)
                history.setdefault(record.about, []).append(told)
    uses = rule_uses(chronicle)
    for measure in measures:
        used = [uses[rule] for rule in measure.rules if rule in uses]
        years: dict[int, tuple[Use, ...]] = {}
        for rule in used:
            for year, own in rule.years:
                years[year] = (*years.get(year, ()), *own)
        yield Course(measure, tuple(history.get(measure.id, ())), tuple(sorted(years.items())))
