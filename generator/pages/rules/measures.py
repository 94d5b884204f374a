"""The measures that powers vote on: their votes, their results and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.engine.chronicle import Measure
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.page import Page
from generator.pages.base.public import PublicEvent
from generator.pages.maps.material import Material
from generator.pages.rules.used import RuleUse, Use, rule_uses
from generator.pages.story.chronicle import Chronicle


def measure_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of the measures, in the order of the rulebook."""
    view = chronicle.view
    if not view.has("measures"):
        return
    state = Material(chronicle.game, reader=chronicle.maker.reader).before
    measures = chronicle.game.ruleset.measures(state)
    history: dict[str, list[tuple[PhaseLink, PublicEvent]]] = {}
    for phase in chronicle.phases:
        for record in phase.told.records:
            if record.about:
                event = phase.events[record.event - 1]
                history.setdefault(record.about, []).append((phase.link, event))
    # Each with its history and, year by year, the phases in which it decided something.
    uses = rule_uses(chronicle)
    courses = tuple(
        (measure, history.get(measure.id, ()), _years(measure, uses)) for measure in measures
    )
    title = view.gazetteer.measures.capitalize()
    active = ", ".join(measure.name for measure in measures if measure.is_active)
    yield chronicle.page(
        "measures/",
        "measures.html",
        {"courses": courses, "last": view.latest, "active": active},
        title=title,
        tab="measures",
        description=f"{view.title}: {title}, {active or 'none of them'} in effect",
        styles=("rules.css",),
    )


def _years(
    measure: Measure, uses: Mapping[str, RuleUse]
) -> tuple[tuple[int, tuple[Use, ...]], ...]:
    years: dict[int, tuple[Use, ...]] = {}
    for rule in measure.rules:
        for year, own in uses[rule].years if rule in uses else ():
            years[year] = (*years.get(year, ()), *own)
    return tuple(sorted(years.items()))
