"""Facts that a ruleset can give, for the pages that follow a game through time: of positions, and
counts of the whole board, lists that grow from phase to phase, and what powers vote for.

Neutral values: a minor state may be a principality, influence may be cubes, a bond an alliance or a
league. A ruleset that has no such thing leaves it out, and the site leaves out its pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

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
    """A deed of a power with another; `what` is one of `RecordFacts.deeds`."""

    who: str
    whom: str
    what: str


class RecordLine(NamedTuple):
    """A line of the list `kind`, one cell for each of its columns.

    `event` is the number of the event that reports it, among the public events of the resolution
    from 1. `about` is the id of the measure that it is about, "" for none.
    """

    kind: str
    event: int
    cells: tuple[Cell, ...]
    deeds: tuple[Deed, ...] = ()
    about: str = ""


class Measure(NamedTuple):
    """A measure that powers vote for, and that changes the rules while it is in effect.

    `means` describes its effect, `rules` are the ids of those that it adds. `status` has a few
    words on its progress.
    """

    id: str
    name: str
    means: str
    rules: tuple[str, ...]
    status: str
    is_active: bool


_NONE: Mapping[str, Any] = MappingProxyType({})


def _none() -> Mapping[str, Any]:
    return _NONE


StatusLook = Literal["held", "taken", "free", "open", "apart"]
BondLook = Literal["hostile", "friendly", "plain"]


class ProvinceFacts(Struct, frozen=True):
    """A province as the rulebook prints it.

    `kind` is its terrain. `owner` is the side that it belongs to by right (a power's id or a minor
    state's), "" for none. `value` is its center's, or the number printed on it, 0 for neither.
    `neighbors` can be reached in one step by some unit. `notes` are further facts in few words.
    """

    id: str
    name: str
    kind: Literal["inland", "coastal", "sea", "impassable"]
    owner: str = ""
    value: int = 0
    is_center: bool = False
    neighbors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class MinorFacts(Struct, frozen=True):
    """A minor state. `provinces` begins with its seat. `label` are the letters that stand for it on
    a map; `notes` are further facts in few words ("in the Empire")."""

    id: str
    name: str
    label: str
    provinces: tuple[str, ...]
    value: int = 0
    notes: tuple[str, ...] = ()


class StatusFacts(Struct, frozen=True):
    """A status of a minor state: `word` in a table, `means` in a legend.

    `look` is how it is drawn: "held" (it follows `MinorStand.power`), "taken" (conquered by it),
    "free" (it follows no one and could), "open" (it never followed anyone), "apart" (it never can:
    trackers leave it out).
    """

    word: str
    means: str
    look: StatusLook
    rule: str = ""


class MarkFacts(Struct, frozen=True):
    """A marker that a minor state may bear, such as a confession, and the powers that it means.

    `sign` is the shape that it is drawn as (a `MarkSign` kind), `letter` its abbreviation. `color`
    is "#rrggbb" where the game has its own for it, or "".
    """

    name: str
    sign: str
    letter: str
    powers: tuple[str, ...] = ()
    rule: str = ""
    color: str = ""


class BondFacts(Struct, frozen=True):
    """A relation of two powers. `letter` is its sign in a matrix; `look` is how it is tinted.

    Powers without any other bond have the one of the look "plain". `waits`: it may be declared for
    a later year.
    """

    name: str
    letter: str
    look: BondLook
    rule: str = ""
    waits: bool = True


class ScoreItem(Struct, frozen=True):
    """A source or a cost of points, with its rule."""

    title: str
    rule: str = ""


class Figure(Struct, frozen=True):
    """A number that each power has: a treasury, a strength, the price of the next unit.

    `short` heads a column. `note` explains it in one sentence. `topic` is the topic of events that
    it belongs with, "" for none.
    """

    title: str
    short: str
    note: str = ""
    rule: str = ""
    topic: str = ""


class Account(Struct, frozen=True):
    """A source of income or a kind of purchase.

    `group` heads the column of a balance that sums up several accounts: "Income".
    """

    title: str
    group: str
    rule: str = ""


class Gazetteer(Struct, frozen=True):
    """The constants of a game: names, places, and the words of its rulebook.

    Every mapping is in the rulebook's order; an empty one means that the ruleset has no such thing.
    `power_notes` has the powers that play, each with facts about it in few words.
    `influence` is the word for the pieces placed in minor states ("INF"). `topics` groups kinds of
    events: "influence", "diplomacy", "treasury", "war", "scores", and others of the ruleset's own;
    "points" are those of "scores" that report a power's score. Without such events the points are
    those that the powers hold at the end of a year.
    `points` is the word for the measure of victory, `goal` how many of them win, by `goal_rule`; 0
    where no number wins. `scored` is the word for the sum of the items of a score, where victory
    has another measure ("" where it has not). `measures` is the word for what powers vote for
    ("modifiers"). `accounts` are those of a ledger's lines. `counts` are those of the whole board,
    `records` the lists that grow through the game. `words` maps "state", "states", "minor state",
    "minor states", "center", "centers", "marker", "markers" and topics to the rulebook's own words
    for them, where those differ.
    """

    provinces: Mapping[str, ProvinceFacts] = field(default_factory=_none)
    minors: Mapping[str, MinorFacts] = field(default_factory=_none)
    statuses: Mapping[str, StatusFacts] = field(default_factory=_none)
    marks: Mapping[str, MarkFacts] = field(default_factory=_none)
    bonds: Mapping[str, BondFacts] = field(default_factory=_none)
    items: Mapping[str, ScoreItem] = field(default_factory=_none)
    figures: Mapping[str, Figure] = field(default_factory=_none)
    accounts: Mapping[str, Account] = field(default_factory=_none)
    counts: Mapping[str, CountFacts] = field(default_factory=_none)
    records: Mapping[str, RecordFacts] = field(default_factory=_none)
    words: Mapping[str, str] = field(default_factory=_none)
    influence: str = ""
    points: str = "points"
    goal: int = 0
    goal_rule: str = ""
    scored: str = ""
    measures: str = ""
    topics: Mapping[str, frozenset[str]] = field(default_factory=_none)
    power_notes: Mapping[str, tuple[str, ...]] = field(default_factory=_none)

    def __repr__(self) -> str:
        # It stands for the gazetteer where builds compare: without sets, which have no order.
        names = (name for name in self.__struct_fields__ if name != "topics")
        return f"Gazetteer({ {name: getattr(self, name) for name in names} })"


class MinorStand(NamedTuple):
    """The allegiance of a minor state. `power` is whom it follows, or who took it; "" for no one.

    `mark` is its marker or "". `influence` has what each power has in it, above 0 only;
    `suspended`: it counts for nothing at present. `needed` is how much a power must have in it, and
    more than any other, for the state to follow it; 0 where more than half of all is needed.
    """

    status: str
    power: str = ""
    mark: str = ""
    influence: Mapping[str, int] = _NONE
    suspended: bool = False
    needed: int = 0


class Bond(NamedTuple):
    """A relation of two powers, in the ruleset's order, since a year. `due` is the year in which it
    will take effect, 0 for one that is in effect; `by` are those who asked for it."""

    powers: tuple[str, str]
    kind: str
    since: int
    due: int = 0
    by: tuple[str, ...] = ()


class Debt(NamedTuple):
    """A debt of a power to another, without its `interest`. `since` is the year of the loan, `due`
    the one by whose end it is to be repaid, 0 if none was agreed.

    A ruleset with a register of loans also lists those that are settled: `lent` is the sum that was
    lent, `status` a word for its fate, `enforced` how it is to be repaid. `lender` is "" where the
    referee has lent it."""

    lender: str
    debtor: str
    amount: int
    since: int
    due: int = 0
    interest: int = 0
    lent: int = 0
    status: str = ""
    enforced: bool = False


class LedgerLine(NamedTuple):
    """A sum that a power received (above 0) or paid (below 0) in a phase.

    `account` is one of the gazetteer's. `event` is the number of the event that reports it, in the
    resolution from 1. `other` is who paid or received it, "" for no one. `parts` shows which
    provinces or minor states gave how much of the sum, where it comes in such parts.
    """

    power: str
    account: str
    amount: int
    event: int
    other: str = ""
    parts: tuple[tuple[str, int], ...] = ()


class InfluenceChange(NamedTuple):
    """The public change of a power's influence in a minor state during a phase."""

    minor: str
    power: str
    placed: int = 0
    lost: int = 0


class Snapshot(Struct, frozen=True):
    """The public figures of a position.

    `holders` maps provinces to the side that controls them, where one does; `units` has every unit
    as (owner, "A VIE +1"). `bonds` leaves out the plain one. `figures` and `scores` are by their
    ids in the gazetteer, then by power; `scores` are the points of the last scoring, item by item,
    `points` what each power's victory is measured by. `debts` are in the order in which they were
    made. `out` maps powers that have fallen to the year. `marks` has the markers of provinces apart
    from their states, `counts` the counts of the whole board by their ids, then by sort. `remarks`
    are other facts about powers in few words: a religion, a home.
    """

    holders: Mapping[str, str] = field(default_factory=_none)
    units: tuple[tuple[str, str], ...] = ()
    minors: Mapping[str, MinorStand] = field(default_factory=_none)
    bonds: tuple[Bond, ...] = ()
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=_none)
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=_none)
    points: Mapping[str, int] = field(default_factory=_none)
    debts: tuple[Debt, ...] = ()
    out: Mapping[str, int] = field(default_factory=_none)
    marks: Mapping[str, str] = field(default_factory=_none)
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=_none)
    remarks: Mapping[str, tuple[str, ...]] = field(default_factory=_none)
