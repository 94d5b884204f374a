"""What happened in a phase, put in order for its page."""

from __future__ import annotations

from msgspec.structs import replace

from generator.engine.events import by_slug, event_section
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.rulesets.standard.event_kinds import EVENTS
from generator.rulesets.standard.state import StandardState


def arrange_chapters(
    before: StandardState, resolution: Resolution[StandardState]
) -> tuple[Section, ...]:
    """The sections that have something to say. Events without a section stand in none."""
    kinds = by_slug(EVENTS)
    events = tuple(enumerate(resolution.events, 1))
    titles = dict.fromkeys(title for kind in EVENTS for title in kind.sections)
    found = []
    for title in titles:
        told = [
            event
            for event in events
            if (kind := kinds.get(event[1].kind)) is not None and title in kind.sections
        ]
        if told:
            section = replace(event_section(before, kinds, title, told), page_only=True)
            found.append(replace(section, lines=()) if section.entries else section)
    return tuple(found)
