"""What happened in a phase, put in order for its page."""

from __future__ import annotations

from typing import Final

from generator.engine.phases import Resolution
from generator.engine.report import Cell, Entry, Named, Section
from generator.engine.verdicts import Event
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.words import place, power_name

__all__ = ["arrange_chapters"]

_PARTS: Final = (
    ("The game", ("victory", "draw", "eliminated")),
    ("Dislodged", ("dislodged",)),
    ("Retreats", ("retreat",)),
    ("Disbanded", ("disbanded",)),
    ("Builds and removals", ("built", "removed", "civil-disorder", "build-unused")),
    ("Builds due", ("units-due",)),
)
"""The title of each section of sentences, and the kinds of its events."""


def arrange_chapters(
    before: StandardState, resolution: Resolution[StandardState]
) -> tuple[Section, ...]:
    """The sections that have something to say. Events of other kinds stand in none."""
    events = tuple(enumerate(resolution.events, 1))
    taken = tuple(
        Entry(_taken(before, event), number, event.rule)
        for number, event in events
        if event.kind == "center-taken"
    )
    centers = Section("Centers taken", columns=("Center", "from", "by"), entries=taken)
    sections = [
        Section(title, tuple(f"{one.text} ({one.rule})" for _, one in events if one.kind in kinds))
        for title, kinds in _PARTS
    ]
    return tuple(one for one in (centers, *sections) if one.entries or one.lines)


def _taken(before: StandardState, event: Event) -> tuple[Cell, ...]:
    center, taker = event.provinces[0], event.powers[0]
    loser = before.centers.get(center, "")
    return (
        Named(place(center), province=center),
        Named(power_name(loser), side=loser) if loser else "nobody",
        Named(power_name(taker), side=taker),
    )
