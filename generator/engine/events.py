"""Kinds of events: one value has everything about a kind, next to the rule that reports it.

    CAPTURED = EventKind(
        "captured",                                   the word in state files (`Event.kind`)
        section="Captured",                           the title in reports
        topics=("war",),                              the pages of a game that list it
        columns={"Province": place("province"), "from": side("from"), "worth": "value"},
                                                      its table, and the source of each cell
        sentences=(Sentence(_captures),),             how a summary sums up several of them
    )

A ruleset and each of its features list their kinds; reports, summaries, topics and ledgers go over
these lists and know no kind by name. They read `Event.data`. If a table or a summary needs part of
the sentence, such as the reason after the colon, the kind has a form, which makes the text and
extracts the part from a recorded text:

    MARKER = EventKind("marker", says="{what}: {why}")
    MARKER.text(what="Hesse loses its marker", why="it has no INFs")
    MARKER.parts(event.text)["why"]                   "it has no INFs"

So the two places cannot differ. Nothing else takes the text of an event apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.engine.verdicts import NO_DATA, Event

if TYPE_CHECKING:  # checking orders reports nothing, and has to start at once
    from generator.engine.chronicle import LedgerLine, RecordFacts, RecordLine
    from generator.engine.report import Cell, Section

Numbered = tuple[int, Event]
"""An event with its number in the resolution, from 1."""

Column = str | Callable[[Any, Event], "Cell"]
"""The source of a column's cells: a function of the ruleset's facts and the event, or the name of
an entry of the event's data or of a part of its sentence."""


Sum = tuple[str, str, int, *tuple[Any, ...]]
"""A line of a ledger without the number of its event."""


class Sentence(Struct, frozen=True, eq=False):
    """A sentence that sums up all events of the kinds that have it.

    `tell` gets the ruleset's facts and the events, and returns the sentence, or "" for none. It
    weighs as much as the weightiest of its events, and `least` at least.
    """

    tell: Callable[[Any, list[Event]], str]
    least: int = 0


class EventKind(Struct, frozen=True, eq=False):
    """A kind of event, and how it is reported.

    `slug` is its word in state files. `section` is its title in reports, or several, of which the
    phase has one. `columns` head the table of the section, if it has one. `tabled`: a table of the
    report has its figures, and no sentence does. `weight` is the default weight of an event.
    `account` returns the sums in an event: whose, of which account, how much, and where there are
    such the other side and the parts. `record` is the list of the game to which each event of the
    kind adds a line of its `cells`; `about` is the entry of the event's data with the id of the
    measure that the line is about.
    """

    slug: str
    section: str | tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    weight: int = 0
    says: str = ""
    columns: Mapping[str, Column] = {}
    sentences: tuple[Sentence, ...] = ()
    account: Callable[[Event], Iterable[Sum]] | None = None
    tabled: bool = False
    record: RecordFacts | None = None
    about: str = ""

    @property
    def sections(self) -> tuple[str, ...]:
        return (self.section,) if isinstance(self.section, str) else self.section

    def event(
        self,
        rule: str,
        text: str,
        powers: Iterable[str] = (),
        provinces: Iterable[str] = (),
        weight: int | None = None,
        known_to: Iterable[str] = (),
        data: Mapping[str, Any] = NO_DATA,
        ruling: int = 0,
    ) -> Event:
        """An event of the kind; without a `weight` it has that of its kind."""
        weight = self.weight if weight is None else weight
        figures = MappingProxyType(data) if data else NO_DATA
        return Event(
            self.slug, rule, text, tuple(powers), tuple(provinces), weight, tuple(known_to),
            figures, ruling,
        )  # fmt: skip

    def cells(self, facts: Any, event: Event) -> tuple[Cell, ...]:
        """The row of an event in the table of its section."""
        return tuple(self._cell(column, facts, event) for column in self.columns.values())

    def _cell(self, column: Column, facts: Any, event: Event) -> Cell:
        if not isinstance(column, str):
            return column(facts, event)
        data = event.data
        return str(data[column]) if column in data else self.parts(event.text)[column]

    def text(self, **parts: str) -> str:
        """The text of an event, from its parts."""
        return self.says.format_map(parts)

    def parts(self, text: str, **known: str) -> Mapping[str, str]:
        """The parts of a recorded text; `known` are those that the caller has. A text of another
        form is all its first part."""
        return _parts(self.says, text, tuple(known.items()))


@lru_cache(maxsize=1024)
def _parts(form: str, text: str, known: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    given = dict(known)
    names = [name for _, name, _, _ in Formatter().parse(form) if name]
    unknown = [name for name in names if name not in given]
    # The first part ends as soon as it can, the others are as long as they can be.
    patterns = {name: f"(?P<{name}>.*{'?' * (name == unknown[0])})" for name in unknown}
    patterns |= {name: re.escape(part) for name, part in known}
    pattern = "".join(
        re.escape(literal) + patterns.get(name or "", "")
        for literal, name, _, _ in Formatter().parse(form)
    )
    found = re.fullmatch(pattern, text)
    if found is None:
        return {**dict.fromkeys(names, ""), **given, unknown[0]: text}
    return {**given, **found.groupdict()}


def by_slug(kinds: Iterable[EventKind]) -> Mapping[str, EventKind]:
    return MappingProxyType({kind.slug: kind for kind in kinds})


def topics_of(topics: Iterable[str], kinds: Sequence[EventKind]) -> Mapping[str, frozenset[str]]:
    """The slugs of the kinds that belong to each of the topics, in the order of these."""
    return MappingProxyType({
        topic: frozenset(kind.slug for kind in kinds if topic in kind.topics) for topic in topics
    })  # fmt: skip


def event_lines(events: Iterable[Event]) -> tuple[str, ...]:
    """The texts of events, each with its rule."""
    return tuple(f"{event.text} ({event.rule})" if event.rule else event.text for event in events)


def event_section(
    facts: Any, kinds: Mapping[str, EventKind], title: str, events: Sequence[Numbered]
) -> Section:
    """Events as sentences; for pages also as a table, where all are of one kind that has one."""
    from generator.engine.report import Row, Section, table

    lines = event_lines(event for _, event in events)
    kind = kinds[events[0][1].kind] if len({event.kind for _, event in events}) == 1 else None
    if kind is None or not kind.columns:
        return Section(title, lines)
    rows = (Row(kind.cells(facts, event), number, event.rule) for number, event in events)
    return table(title, tuple(kind.columns), rows, lines=lines, worded=True)


def record_lines(
    facts: Any, kinds: Mapping[str, EventKind], events: Iterable[Event]
) -> Iterator[RecordLine]:
    """The lines that events add to the lists of a game, in their order."""
    from generator.engine.chronicle import RecordLine

    for number, event in enumerate(events, 1):
        kind = kinds.get(event.kind)
        if kind is not None and kind.record is not None:
            about = str(event.data.get(kind.about, ""))
            yield RecordLine(kind.slug, number, kind.cells(facts, event), about=about)


def ledger_lines(kinds: Mapping[str, EventKind], events: Iterable[Event]) -> Iterator[LedgerLine]:
    """The sums in events, in their order."""
    from generator.engine.chronicle import LedgerLine

    for number, event in enumerate(events, 1):
        kind = kinds.get(event.kind)
        if kind is not None and kind.account is not None:
            for power, account, amount, *rest in kind.account(event):
                yield LedgerLine(power, account, amount, number, *rest)
