"""The report of a phase in sections, in the order of the rulebook, and its summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from generator.engine.events import by_slug, event_lines
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.westphalia.data.event_kinds import COMMITMENT, EVENTS, LOTS, RULING, SECRET
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import player_name
from generator.rulesets.westphalia.telling.tables import home_advice, standing_of
from generator.rulesets.westphalia.wars.telling import battle_sections, melee_sections

_MOST: Final = 3
"""The most sentences of a summary."""
_QUIET: Final = (LOTS.slug, SECRET.slug, COMMITMENT.slug, RULING.slug)


def make_report(before: State, resolution: Resolution[State]) -> tuple[Section, ...]:
    """What happened, with the orders that failed and those that the rules gave; then how things
    stand. What only some may know comes last, and is secret."""
    public = [event for event in resolution.events if event.public]
    kinds = by_slug(EVENTS)
    told: dict[str, list[Event]] = {title: [] for kind in EVENTS for title in kind.sections}
    for event in public:
        kind = kinds.get(event.kind)
        if kind is None or not kind.tabled:
            titles = kind.sections if kind is not None else ()
            told.setdefault(titles[0] if titles else "Also", []).append(event)
    rest = told.pop("Also", [])
    sections = [Section(title, event_lines(events)) for title, events in told.items()]
    sections.append(Section("Homes to choose", _open_homes(resolution.state)))
    sections.append(Section("Also", event_lines(rest)))
    sections += battle_sections(resolution.state, resolution.events)
    sections += melee_sections(resolution.events)
    shown = [verdict for verdict in resolution.verdicts if verdict.public]
    sections.append(Section("Orders not carried out", _failures(shown), part="verdicts"))
    sections.append(Section("Played automatically", _automatic(shown)))
    sections += standing_of(resolution.state)
    hidden = event_lines(event for event in resolution.events if not event.public)
    failures = _failures(one for one in resolution.verdicts if not one.public)
    sections.append(Section("Known to few", (*hidden, *failures), secret=True))
    return tuple(one for one in sections if one.lines or one.rows)


def _open_homes(state: State) -> tuple[str, ...]:
    advice = (home_advice(state, player) for player in state.seats)
    return tuple(f"{one} (POW-FP-4)" for one in advice if one)


def _failures(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    return tuple(
        f"{player_name(one.power)}: {one.order}: " + "; ".join(map(str, one.reasons))
        for one in verdicts
        if one.outcome in ("illegal", "void")
    )


def _automatic(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """The orders that the rules gave to silent players, player by player."""
    found: dict[str, list[str]] = {}
    for one in verdicts:
        if one.note == NO_ORDER:
            found.setdefault(one.power, []).append(one.order)
    return tuple(f"{player_name(player)}: {', '.join(own)}" for player, own in found.items())


def summarize(before: State, resolution: Resolution[State]) -> tuple[str, ...]:
    """What changed: the weightiest events, in the order in which they happened."""
    public = [one for one in resolution.events if one.public and one.kind not in _QUIET]
    best = sorted(public, key=lambda one: -one.weight)[:_MOST]
    told: Sequence[Event] = [one for one in public if one in best][:_MOST]
    return tuple(f"{one.text}." for one in told) or ("Nothing changed.",)
