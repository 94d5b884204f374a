"""What a ruleset tells of a game besides its positions and events: counts of the whole board, lists
that grow from phase to phase, and tables of the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct, field

from generator.engine.phases import Resolution
from generator.engine.report import Cell, Section


class CountFacts(Struct, frozen=True):
    """A tally over the whole board by category: its provinces by religion.

    `lines` maps the categories to their names, in order. `note` explains it in one sentence.
    """

    title: str
    lines: Mapping[str, str]
    note: str = ""
    rule: str = ""


class RecordFacts(Struct, frozen=True):
    """A list that grows through a game: its elections, its wars.

    `columns` head the cells of each record; the phase comes before them. `deeds` maps what powers
    do to each other by the records to the word for it ({"compete": "competed"}), in order; it is
    empty where nothing is counted. `deeds_title` heads the table of who did what to whom.
    `waiting` is said as long as it has no line; a list without it is not there before its first.
    """

    title: str
    columns: tuple[str, ...]
    note: str = ""
    rule: str = ""
    deeds: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    deeds_title: str = ""
    waiting: str = ""


class Deed(NamedTuple):
    """What a power did with another; `what` is one of `RecordFacts.deeds`."""

    who: str
    whom: str
    what: str


class RecordLine(NamedTuple):
    """A line of the list `kind`, one cell for each of its columns.

    `event` counts the public events of the resolution from 1: the one that tells of it. `about` is
    the id of the measure that it is about, "" for none.
    """

    kind: str
    event: int
    cells: tuple[Cell, ...]
    deeds: tuple[Deed, ...] = ()
    about: str = ""


class Measure(NamedTuple):
    """What powers vote for, and what changes the rules while it is in effect.

    `means` says what it does, `rules` are the ids of those that it adds. `stands` says in few words
    how it stands.
    """

    id: str
    name: str
    means: str
    rules: tuple[str, ...]
    stands: str
    is_active: bool


@runtime_checkable
class Recording(Protocol):
    """A ruleset that keeps lists. The gazetteer says which (`Gazetteer.records`)."""

    def records(self, resolution: Resolution[Any]) -> Sequence[RecordLine]:
        """The lines that a phase adds. What is not public has been left out of `resolution`."""
        ...


def recording(ruleset: object) -> Recording | None:
    """The ruleset, if it keeps lists."""
    return ruleset if isinstance(ruleset, Recording) else None


@runtime_checkable
class Advising(Protocol):
    """A ruleset that tells a power what it has to decide beyond the usual orders of a phase."""

    def advice(self, state: Any, power: str) -> str:
        """One sentence without a full stop, or ""; only what everybody may know."""
        ...


@runtime_checkable
class Owing(Protocol):
    """A ruleset that counts what a power has to order in the phase that a state waits for."""

    def duties(self, state: Any, power: str) -> tuple[str, ...]:
        """In a few words each ("5 INFs to place"); only what everybody may know."""
        ...


@runtime_checkable
class Tabling(Protocol):
    """A ruleset with tables of how things stand, besides the map and the standings."""

    def tables(self, state: Any) -> tuple[Section, ...]:
        """How things stand, in the order of the rulebook: only what everybody may know."""
        ...


@runtime_checkable
class Voting(Protocol):
    """A ruleset whose powers vote for measures (`Gazetteer.measures` is the word for them)."""

    def measures(self, state: Any) -> tuple[Measure, ...]:
        """All measures in the order of the rulebook; only what everybody may know."""
        ...
