"""What changed in a phase, in one to three sentences, and how the powers stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.events import EventKind
from generator.engine.orders.values import Move
from generator.engine.phases import Resolution
from generator.engine.verdicts import Event, Outcome, Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import kind_of
from generator.rulesets.standard.event_kinds import (
    BUILT,
    CENTER_TAKEN,
    CIVIL_DISORDER,
    DISBANDED,
    DISLODGED,
    ELIMINATED,
    REMOVED,
    RETREAT,
    RULING,
    VOTES,
)
from generator.rulesets.standard.state import StandardState, center_counts
from generator.rulesets.standard.words import listed, place, power_name, spelled

_FAILURES: Final[tuple[tuple[Outcome, str, str], ...]] = (
    ("bounce", "move was stopped", "moves were stopped"),
    ("cut", "support was cut", "supports were cut"),
    ("disrupted", "convoy was broken", "convoys were broken"),
    ("void", "order found no match", "orders found no match"),
    ("illegal", "order was illegal", "orders were illegal"),
)


def summarize(before: StandardState, resolution: Resolution[StandardState]) -> tuple[str, ...]:
    """What changed, in one to three sentences: the orders, the losses, the centers or the end."""
    kind = kind_of(before.moment.phase)
    events = resolution.events
    if kind == "movement":
        said = [_orders(resolution.verdicts), _told(events, DISLODGED)]
    elif kind == "retreat":
        said = [_told(events, RETREAT), _told(events, DISBANDED)]
    else:
        said = [_winter(before, resolution)]
    last = [
        _centers(events),
        _told(events, ELIMINATED),
        _told(events, VOTES),
        _end(resolution.state),
    ]
    closing = " ".join(text for text in last if text)
    sentences = tuple(text for text in (*said, closing) if text)
    ruled = tuple(_sentence(event.text) for event in events if event.kind == RULING.slug)
    return sentences or ruled or ("Nothing changed.",)


def standings(state: StandardState) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """Centers and units of each power."""
    units = {power: len(own) for power, own in state.units.items()}
    for stranded in state.dislodged:
        units[stranded.owner] += 1
    return (
        ("Centers", MappingProxyType(center_counts(state))),
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


def _told(events: Sequence[Event], kind: EventKind) -> str:
    """The events of a kind that has a sentence."""
    found = [event for event in events if event.kind == kind.slug]
    return _sentence(kind.sentences[0].tell(None, found)) if found else ""


def _winter(before: StandardState, resolution: Resolution[StandardState]) -> str:
    events = resolution.events
    gone = (REMOVED.slug, CIVIL_DISORDER.slug)
    parts = []
    for power in facts.powers():
        own = [event for event in events if event.powers == (power,)]
        done = []
        built = [place(event.provinces[0]) for event in own if event.kind == BUILT.slug]
        lost = [place(event.provinces[0]) for event in own if event.kind in gone]
        if built:
            done.append(f"builds in {listed(built)}")
        if lost:
            done.append(f"loses its {'unit' if len(lost) == 1 else 'units'} in {listed(lost)}")
        if done:
            parts.append(f"{power_name(power)} {listed(done)}")
    if parts:
        return _sentence("; ".join(parts))
    same = before.units == resolution.state.units
    return "Nobody builds or removes a unit." if same else ""


def _centers(events: Sequence[Event]) -> str:
    """Who takes what, power by power."""
    parts = []
    for power in facts.powers():
        taken = [
            place(event.provinces[0])
            for event in events
            if event.kind == CENTER_TAKEN.slug and event.powers[0] == power
        ]
        if taken:
            parts.append(f"{power_name(power)} takes {listed(taken)}")
    return _sentence("; ".join(parts)) if parts else ""


def _end(state: StandardState) -> str:
    return _sentence(state.ending.text) if state.ending else ""


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
