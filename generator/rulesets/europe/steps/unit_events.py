"""The kinds of events of units: driven out, in retreat, gone."""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind, Sentence
from generator.engine.verdicts import Event
from generator.rulesets.europe.wording import Story, plural


def _fates(story: Story, events: list[Event]) -> str:
    """Units that are gone. After movement those go without saying that were dislodged just now."""
    if story.phase.units == "movement":
        driven = {event.data["unit"] for event in story.of(DISLODGED)}
        events = [event for event in events if event.data.get("unit") not in driven]
    return plural("is disbanded", "are disbanded")(story, events) if events else ""


DISLODGED: Final = EventKind(
    "dislodged",
    section="Dislodged",
    topics=("war",),
    weight=50,
    sentences=(Sentence(plural("is dislodged", "are dislodged")),),
)
EVICTED: Final = EventKind(
    "evicted",
    section="Must leave",
    topics=("war",),
    weight=45,
    sentences=(Sentence(plural("must leave", "must leave")),),
)
DISBANDED: Final = EventKind(
    "disbanded",
    section=("Disbanded", "Units lost", "Given up"),
    topics=("war",),
    weight=40,
    sentences=(Sentence(_fates),),
)
RETREAT: Final = EventKind(
    "retreat",
    section="Retreats",
    topics=("war",),
    weight=20,
    sentences=(Sentence(plural("retreats", "retreat")),),
)
IGNORED: Final = EventKind("orders-ignored", section="Orders ignored", weight=3)
STANDOFF: Final = EventKind("standoff", section="Standoffs", weight=5)
