"""The changes of a phase, in one to three sentences, and the position of the powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.events import EventKind, Numbered, by_slug, event_section
from generator.engine.orders.values import Move
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event, Outcome, Verdict
from generator.engine.words import listed, spelled
from generator.rulesets.standard.event_kinds import (
    BUILT,
    CENTER_TAKEN,
    CIVIL_DISORDER,
    DISBANDED,
    DISLODGED,
    ELIMINATED,
    EVENTS,
    REMOVED,
    RETREAT,
    RULING,
    VOTES,
)
from generator.rulesets.standard.state import StandardState

_FAILURES: Final[tuple[tuple[Outcome, str, str], ...]] = (
    ("bounce", "move was stopped", "moves were stopped"),
    ("cut", "support was cut", "supports were cut"),
    ("disrupted", "convoy was broken", "convoys were broken"),
    ("void", "order found no match", "orders found no match"),
    ("illegal", "order was illegal", "orders were illegal"),
)


def summarize(before: StandardState, resolution: Resolution[StandardState]) -> tuple[str, ...]:
    """The changes, in one to three sentences: the orders, the losses, the centers or the end."""
    kind, events, facts = before.kind, resolution.events, before.facts
    if kind == "movement":
        said = [_orders(resolution.verdicts), _told(before, events, DISLODGED)]
    elif kind == "retreat":
        said = [_told(before, events, RETREAT), _told(before, events, DISBANDED)]
    else:
        said = [_winter(before, resolution)]
    takes = (
        f"{facts.name_of(power)} takes {listed(taken)}"
        for power in facts.powers
        if (taken := _places(before, events, power, CENTER_TAKEN))
    )
    known, ending = by_slug(EVENTS), resolution.state.ending
    of_the_variant = [event for event in events if event.kind not in known]
    of_the_variant.sort(key=lambda event: -event.weight)
    last = [
        _sentence("; ".join(takes)),
        *(_sentence(event.text) for event in of_the_variant[:3]),
        _told(before, events, ELIMINATED),
        _told(before, events, VOTES),
        _sentence(ending.text if ending else ""),
    ]
    closing = " ".join(text for text in last if text)
    sentences = tuple(text for text in (*said, closing) if text)
    ruled = tuple(_sentence(event.text) for event in events if event.kind == RULING.slug)
    return sentences or ruled or ("Nothing changed.",)


def standings(state: StandardState) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """Centers and units of each power."""
    units = {power: len(state.units[power]) for power in state.facts.powers}
    for stranded in state.dislodged:
        units[stranded.owner] += 1
    return (
        ("Centers", MappingProxyType(state.center_counts())),
        ("Units", MappingProxyType(units)),
    )


def _orders(verdicts: Sequence[Verdict]) -> str:
    made = sum(
        verdict.outcome == "success" and isinstance(verdict.meant, Move) for verdict in verdicts
    )
    parts = [spelled(made, "unit") + " moved"]
    for outcome, one, many in _FAILURES:
        number = sum(verdict.outcome == outcome for verdict in verdicts)
        if number:
            parts.append(spelled(number, one, many))
    return _sentence(listed(parts))


def _told(before: StandardState, events: Sequence[Event], kind: EventKind) -> str:
    """The events of a kind that has a sentence."""
    found = [event for event in events if event.kind == kind.slug]
    return _sentence(kind.sentences[0].tell(before, found))


def _places(
    before: StandardState, events: Sequence[Event], power: str, *kinds: EventKind
) -> list[str]:
    """Where a power has events of these kinds."""
    slugs = [kind.slug for kind in kinds]
    own = [event for event in events if event.kind in slugs and event.powers[0] == power]
    return [before.facts.place(event.provinces[0]) for event in own]


def _winter(before: StandardState, resolution: Resolution[StandardState]) -> str:
    parts = []
    for power in before.facts.powers:
        done = []
        if built := _places(before, resolution.events, power, BUILT):
            done.append(f"builds in {listed(built)}")
        if lost := _places(before, resolution.events, power, REMOVED, CIVIL_DISORDER):
            done.append(f"loses its {'unit' if len(lost) == 1 else 'units'} in {listed(lost)}")
        if done:
            parts.append(f"{before.facts.name_of(power)} {listed(done)}")
    if not parts and before.units == resolution.state.units:
        return "No one builds or removes a unit."
    return _sentence("; ".join(parts))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def arrange_chapters(
    before: StandardState, resolution: Resolution[StandardState]
) -> tuple[Section, ...]:
    """The sections that have content. Events without a section are left out."""
    kinds = by_slug(EVENTS)
    told: dict[str, list[Numbered]] = {title: [] for kind in EVENTS for title in kind.sections}
    for number, event in enumerate(resolution.events, 1):
        for title in kinds[event.kind].sections if event.kind in kinds else ():
            told[title].append((number, event))
    found = []
    for title, events in told.items():
        if events:
            section = replace(event_section(before, kinds, title, events), page_only=True)
            found.append(replace(section, lines=()) if section.rows else section)
    return tuple(found)
