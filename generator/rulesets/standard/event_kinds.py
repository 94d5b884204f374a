"""The kinds of events of standard Diplomacy, and the texts about each.

`EVENTS` has them in the order of the sections of a page. Higher weights come first in headlines.
"""

from __future__ import annotations

from typing import Any, Final

from generator.engine.events import EventKind, Sentence
from generator.engine.report import Cell, Named
from generator.engine.verdicts import Event
from generator.engine.words import listed, spelled
from generator.rulesets.standard.state import StandardState

NAMED: Final = 3
"""How many events a sentence lists one by one."""


def _side(before: StandardState, power: str) -> Cell:
    return Named(before.facts.name_of(power), side=power) if power else "nobody"


def _named(verb: str) -> tuple[Sentence]:
    """A sentence with the events by name where they are few, else how many and where."""

    def tell(before: Any, events: list[Event]) -> str:
        if len(events) <= NAMED:
            return "; ".join(event.text for event in events)
        places = [event.provinces[0] for event in events if event.provinces]
        where = listed(map(before.facts.place, places))
        return spelled(len(events), verb, verb) + (f" ({where})" if where else "")

    return (Sentence(tell),)


CENTER_TAKEN: Final = EventKind(
    "center-taken",
    section="Centers taken",
    topics=("war", "scores"),
    weight=60,
    columns={
        "Center": lambda before, event: Named(
            before.facts.place(event.provinces[0]), province=event.provinces[0]
        ),
        "from": lambda before, event: _side(before, before.centers.get(event.provinces[0], "")),
        "by": lambda before, event: _side(before, event.powers[0]),
    },
)
VICTORY: Final = EventKind("victory", section="The game", topics=("war", "scores"), weight=100)
DRAW: Final = EventKind("draw", section="The game", weight=100)
VOTES: Final = EventKind(
    "votes", section="The game", weight=45, sentences=_named("proposals to end the game")
)
ELIMINATED: Final = EventKind(
    "eliminated",
    section="The game",
    topics=("war",),
    weight=80,
    sentences=_named("powers are eliminated"),
)
DISLODGED: Final = EventKind(
    "dislodged",
    section="Dislodged",
    topics=("war",),
    weight=50,
    sentences=_named("units are dislodged"),
)
RETREAT: Final = EventKind(
    "retreat", section="Retreats", topics=("war",), weight=20, sentences=_named("units retreat")
)
DISBANDED: Final = EventKind(
    "disbanded",
    section="Disbanded",
    topics=("war",),
    weight=40,
    sentences=_named("units are disbanded"),
)

_WINTER: Final = "Builds and removals"

BUILT: Final = EventKind("built", section=_WINTER, topics=("builds",), weight=15)
REMOVED: Final = EventKind("removed", section=_WINTER, topics=("builds",), weight=25)
CIVIL_DISORDER: Final = EventKind("civil-disorder", section=_WINTER, topics=("war",), weight=30)
BUILD_UNUSED: Final = EventKind("build-unused", section=_WINTER, topics=("builds",), weight=5)
UNITS_DUE: Final = EventKind("units-due", section="Builds due", topics=("builds",), weight=5)
RULING: Final = EventKind("ruling", weight=35)

EVENTS: Final = (
    CENTER_TAKEN, VICTORY, DRAW, VOTES, ELIMINATED, DISLODGED, RETREAT, DISBANDED, BUILT, REMOVED,
    CIVIL_DISORDER, BUILD_UNUSED, UNITS_DUE, RULING,
)  # fmt: skip
