"""Words that many sentences and tables are made of, and headlines: sentences that each sum up
events of a few kinds.

The headlines belong to the kinds of events (`EventKind.sentences`) and are beside them, in the
modules that report them. This module has their material, and the choice among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from generator.engine.course import Phase
from generator.engine.events import Column, EventKind, Sentence, by_slug
from generator.engine.orders.values import Move
from generator.engine.report import Cell, Named, joined
from generator.engine.units import Unit
from generator.engine.verdicts import Event, Outcome, Verdict
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts


def unit_words(facts: Facts, side: str, unit: Unit) -> str:
    """`France's army in Gascony`, `Genoa's fleet in Genoa`."""
    kind = "army" if unit.kind == "A" else "fleet"
    return f"{facts.name_of(side)}'s {kind} in {facts.board.name_of(unit.at)}"


def build_words(facts: Facts, unit: Unit) -> str:
    """`builds an army in Gascony`."""
    kind = "an army" if unit.kind == "A" else "a fleet"
    return f"builds {kind} in {facts.board.name_of(unit.at)}"


def named_side(facts: Facts, side: str) -> Cell:
    """A power or a minor state by its name; "nobody" for neither."""
    return Named(facts.name_of(side), side=side) if side else "nobody"


def named_sides(facts: Facts, sides: Iterable[str], between: str = ", ") -> Cell:
    """Powers and minor states by their names: `France, Hesse`; "nobody" for none."""
    names = ((Named(facts.name_of(side), side=side),) for side in sides)
    return tuple(joined(names, between)) or "nobody"


def named_place(facts: Facts, code: str) -> Cell:
    return Named(facts.board.name_of(code), province=code)


def side_in(key: str) -> Column:
    """A column of powers and minor states: those under a key of the events' data."""
    return lambda facts, event: named_side(facts, event.data[key])


def place_in(key: str) -> Column:
    """A column of provinces: those under a key of the events' data."""
    return lambda facts, event: named_place(facts, event.data[key])


def figure_in(key: str) -> Column:
    """A column of numbers under a key of the events' data; nothing stands for 0."""
    return lambda facts, event: str(event.data[key] or "")


NAMED: Final = 4
"""How many things of one sort a sentence names; the others it counts."""

_FAILURES: Final[tuple[tuple[Outcome, str, str], ...]] = (
    ("bounce", "move is stopped", "moves are stopped"),
    ("cut", "support is cut", "supports are cut"),
    ("disrupted", "convoy is broken", "convoys are broken"),
    ("void", "order finds no match", "orders find no match"),
    ("illegal", "order is impossible", "orders are impossible"),
)


Headline = tuple[str, int]
"""A sentence without its end, with the weight of its weightiest event."""


class Story(Struct, frozen=True):
    """The material of the sentences: the public events and verdicts of one phase."""

    facts: Facts
    phase: Phase
    events: Sequence[Event]
    verdicts: Sequence[Verdict]
    kinds: Mapping[str, EventKind]

    def of(self, *kinds: EventKind) -> list[Event]:
        slugs = [kind.slug for kind in kinds]
        return [event for event in self.events if event.kind in slugs]

    def what(self, event: Event) -> str:
        """The event, without the reason."""
        return self.kinds[event.kind].parts(event.text)["what"]

    def names(self, sides: Iterable[str]) -> str:
        return few([self.facts.name_of(side) for side in sides])

    def place(self, code: str) -> str:
        return self.facts.board.name_of(code)


def headlines(
    facts: Facts,
    kinds: Sequence[EventKind],
    phase: Phase,
    events: Sequence[Event],
    verdicts: Sequence[Verdict],
) -> list[Headline]:
    """All sentences that the phase is worth, in the order of `kinds`.

    Weighty events that no sentence sums up keep their own words.
    """
    known = by_slug(kinds)
    story = Story(facts, phase, events, verdicts, known)
    found: list[Headline] = []
    for sentence in dict.fromkeys(form for kind in kinds for form in kind.sentences):
        told = [event for event in events if sentence in _sentences(known, event)]
        text = sentence.tell(story, told) if told else ""
        if text:
            found.append((text, max(sentence.least, *(event.weight for event in told))))
    found += [
        (event.text, event.weight)
        for event in events
        if not _sentences(known, event) and event.weight >= _OWN_WORDS
    ]
    moves = _orders(story)
    return [(moves, _ORDERS), *found] if moves else found


def _sentences(kinds: Mapping[str, EventKind], event: Event) -> tuple[Sentence, ...]:
    kind = kinds.get(event.kind)
    return kind.sentences if kind is not None else ()


_OWN_WORDS: Final = 20
"""From this weight on an event that belongs to no sentence gets a separate one."""

_ORDERS: Final = 42
"""The weight of the results of orders: less than that of a dislodged unit."""


def _orders(story: Story) -> str:
    if story.phase.units != "movement":
        return ""
    made = sum(one.outcome == "success" and isinstance(one.meant, Move) for one in story.verdicts)
    parts = [f"{count(made, 'unit')} {'moves' if made == 1 else 'move'}"]
    for outcome, one, many in _FAILURES:
        number = sum(verdict.outcome == outcome for verdict in story.verdicts)
        if number:
            parts.append(f"{number} {one if number == 1 else many}")
    return listed(parts)


def plural(one: str, many: str) -> Callable[[Story, list[Event]], str]:
    """Lists events of units one by one while they are few; else their number, and where."""

    def tell(story: Story, events: list[Event]) -> str:
        if len(events) < NAMED:
            return "; ".join(event.text for event in events)
        where = few([story.place(event.provinces[0]) for event in events])
        return f"{len(events)} units {one if len(events) == 1 else many} ({where})"

    return tell


def own_words(story: Story, events: list[Event]) -> str:
    """The events in their own words."""
    return "; ".join(event.text for event in events)


def without_reasons(story: Story, events: list[Event]) -> str:
    """The events without their reasons."""
    return "; ".join(map(story.what, events))


def few(names: Sequence[str]) -> str:
    """Names while they are few, else the first of them and how many others."""
    if len(names) <= NAMED:
        return listed(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} others"
