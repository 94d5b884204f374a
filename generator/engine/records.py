"""What a ruleset tells of a game besides its positions and events: counts of the whole board, lists
that grow from phase to phase, and what powers vote for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct, field

from generator.engine.report import Cell


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

    `means` says what it does, `rules` are the ids of those that it adds. `status` has a few
    words on its progress.
    """

    id: str
    name: str
    means: str
    rules: tuple[str, ...]
    status: str
    is_active: bool
