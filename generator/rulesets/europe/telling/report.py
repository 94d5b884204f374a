"""The report of a phase: what happened, section by section, and what only the referee may know."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.course import FEATURES, REFUSED
from generator.engine.events import EventKind, Numbered, by_slug, event_lines, event_section
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.event_kinds import events_of
from generator.rulesets.europe.telling.report_tables import (
    ledger_table,
    placements_table,
    relations_table,
    score_table,
    strength_table,
    tracker_table,
)
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.wording.words import unit_words

Played = Resolution[EuropeState]
Table = Callable[[Edition, EuropeState, Played], Section]


def report_phase(edition: Edition, before: EuropeState, played: Played) -> tuple[Section, ...]:
    """The sections of a phase that have something to say, what is secret last.

    Events that no section names are told under "Also". Of phases whose refused orders are secret
    only those are listed order by order: what came off stands in the other sections.
    """
    phase = played.moment.phase
    public = [(number, event) for number, event in enumerate(played.events, 1) if event.public]
    sections = []
    if not edition.course[phase].secret >= REFUSED:
        shown = [verdict for verdict in played.verdicts if verdict.public]
        sections.append(Section("Orders", tuple(_by_power(before, shown)), part="verdicts"))
    kinds = by_slug(events_of(edition))
    sections_named = edition.course[phase].sections
    known = frozenset(section for each in edition.course.phases for section in each.sections)
    untold: list[Event] = []
    told: dict[str, list[Numbered]] = {}
    for number, event in public:
        kind = kinds.get(event.kind)
        title = _title(sections_named, known, kind) if kind is not None else ""
        if title:
            told.setdefault(title, []).append((number, event))
        elif kind is None or not kind.tabled:
            untold.append(event)
    of_features = tuple(title for title in told if title not in sections_named)
    for name in sections_named:
        if name in _TABLES:
            sections.append(_TABLES[name](edition, before, played))
            continue
        for title in of_features if name == FEATURES else (name,):
            if title in told:
                sections.append(event_section(played.state.facts, kinds, title, told[title]))
    if "politics" in edition.course[phase].traits:
        lines = [
            line for feature in edition.features for line in feature.report_lines(played.state)
        ]
        sections.append(Section("In effect", tuple(lines)))
    sections.append(Section("Also", event_lines(untold)))
    sections += _secrets(before, played)
    return tuple(section for section in sections if section.lines or section.rows)


def _title(sections: Sequence[str], known: Container[str], kind: EventKind) -> str:
    """The section of a phase in which events of a kind stand; "" for none. `known` are the sections
    of all phases: what is none of them is a feature's."""
    for title in kind.sections:
        if title in sections or (title not in known and FEATURES in sections):
            return title
    return ""


def _by_power(before: EuropeState, verdicts: Sequence[Verdict]) -> Iterable[str]:
    """The verdicts, each with the power's name, its result and its reasons."""
    for verdict in verdicts:
        yield f"{before.facts.name_of(verdict.power)}: {verdict.order}: {verdict.why}"


def _secrets(before: EuropeState, played: Played) -> list[Section]:
    """What only its author and the referee may know."""
    hidden = [verdict for verdict in played.verdicts if not verdict.public]
    refused = [verdict for verdict in hidden if verdict.outcome != "success"]
    made = [verdict for verdict in hidden if verdict.outcome == "success"]
    events = [event for event in played.events if not event.public]
    return [
        Section("Orders that do not count", tuple(_by_power(before, refused)), secret=True),
        Section("Orders that are secret", tuple(_by_power(before, made)), secret=True),
        Section("What is secret", event_lines(events), secret=True),
    ]


def _may_retreat(edition: Edition, before: EuropeState, played: Played) -> Section:
    """Who has to leave and may choose where to."""
    state = played.state
    name = state.facts.board.name_of
    lines = tuple(
        f"{unit_words(state.facts, displaced.owner, displaced.unit)}: "
        f"to {', '.join(map(name, displaced.places))}"
        for displaced in state.displaced
    )
    return Section("May retreat", lines)


_TABLES: Final[Mapping[str, Table]] = MappingProxyType({
    "placements": placements_table,
    "tracker": tracker_table,
    "relations": relations_table,
    "may retreat": _may_retreat,
    "ledger": ledger_table,
    "strengths": strength_table,
    "scores": score_table,
})  # fmt: skip
"""The tables that a phase names among the sections of its report."""
