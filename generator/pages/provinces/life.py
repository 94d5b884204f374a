"""What became of each province in a game: who held it, what stood in it, what happened there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from generator.engine.chronicle import Snapshot
from generator.pages.base.words import Look, look_of, tally
from generator.pages.phases.years import NOTABLE, Happening, happening
from generator.pages.story.chronicle import Chronicle, Told

__all__ = ["Failure", "Life", "Span", "lives"]

_FAILURES: Final = frozenset({"bounce", "cut", "disrupted", "dislodged"})


class Span(NamedTuple):
    """A time during which a side held a province, or had a unit in it (`kind`: "A", "F").

    It begins with the phase `since`, a title and an address, and ends with the phase `until`, which
    is None while it lasts. The years are those of both, the second is 0 while it lasts.
    """

    side: str
    kind: str
    since: tuple[str, str]
    first: int
    until: tuple[str, str] | None = None
    last: int = 0


class Failure(NamedTuple):
    """An order that failed, with the place of its verdict."""

    power: str
    order: str
    word: str
    css: str
    phase: str
    address: str
    anchor: str


class Life(NamedTuple):
    """A province through the game. Everything stands in the order of play.

    `orders` says for each year that had any what became of the orders that named the province.
    `marks` are the markers that it bore by itself, in place of the side.
    """

    holders: tuple[Span, ...]
    units: tuple[Span, ...]
    events: tuple[Happening, ...]
    orders: tuple[tuple[int, str], ...]
    failures: tuple[Failure, ...]
    marks: tuple[Span, ...] = ()


def lives(chronicle: Chronicle) -> Mapping[str, Life]:
    """The life of every province of the gazetteer, from one walk through the game."""
    walk = _Walk(chronicle)
    for told in chronicle.phases:
        walk.see(told)
    return {
        code: Life(
            tuple(walk.holders[code]),
            tuple(walk.units[code]),
            tuple(walk.events[code]),
            tuple((year, tally(looks)) for year, looks in walk.looks[code].items()),
            tuple(walk.failures[code]),
            tuple(walk.marks[code]),
        )
        for code in chronicle.gazetteer.provinces
    }


_Now = Mapping[str, tuple[str, str]]
"""The side and the kind of unit in each province that has any."""


class _Walk:
    """Goes through the phases, and keeps for each province what it has seen."""

    def __init__(self, chronicle: Chronicle) -> None:
        codes = chronicle.gazetteer.provinces
        self.view = chronicle.view
        self.last = Snapshot()
        self.holders: dict[str, list[Span]] = {code: [] for code in codes}
        self.units: dict[str, list[Span]] = {code: [] for code in codes}
        self.marks: dict[str, list[Span]] = {code: [] for code in codes}
        self.kinds = chronicle.gazetteer.topics.get("places", frozenset())
        self.events: dict[str, list[Happening]] = {code: [] for code in codes}
        self.looks: dict[str, dict[int, list[Look]]] = {code: {} for code in codes}
        self.failures: dict[str, list[Failure]] = {code: [] for code in codes}

    def see(self, told: Told) -> None:
        shot = told.snapshot
        # Land changes hands in few phases, and units move in few others.
        if shot.holders != self.last.holders:
            held = {code: (side, "") for code, side in shot.holders.items() if side}
            _follow(self.holders, told, held)
        if shot.units != self.last.units:
            _follow(self.units, told, _standing(told))
        if shot.marks != self.last.marks:
            _follow(self.marks, told, {code: (mark, "") for code, mark in shot.marks.items()})
        self.last = shot
        for tale in told.tales:
            if tale.weight >= NOTABLE or tale.kind in self.kinds:
                for code in dict.fromkeys(tale.provinces):
                    if code in self.events:
                        self.events[code].append(happening(self.view, told, tale))
        if told.facts is not None:
            for one in told.facts.verdicts:
                look = look_of(one.outcome, one.kind)
                for code in one.provinces:
                    if code in self.looks:
                        self.looks[code].setdefault(told.year, []).append(look)
                        if one.outcome in _FAILURES:
                            self.failures[code].append(
                                Failure(
                                    one.power,
                                    one.order,
                                    look.word,
                                    look.css,
                                    told.link.title,
                                    told.link.address,
                                    one.anchor,
                                )
                            )


def _standing(told: Told) -> _Now:
    """Where units stand. Their strength does not count: an army that grew is the same army."""
    units: dict[str, tuple[str, str]] = {}
    for owner, text in told.snapshot.units:
        kind, _, rest = text.partition(" ")
        place, _, _ = rest.partition(" ")
        units[place.partition("/")[0]] = (owner, kind)
    return units


def _follow(spans: Mapping[str, list[Span]], told: Told, now: _Now) -> None:
    """Begin and end spans by what is there after a phase."""
    here = (told.link.title, told.link.address)
    for code, known in spans.items():
        there = now.get(code)
        if known and not known[-1].last:
            if there == known[-1][:2]:
                continue
            known[-1] = known[-1]._replace(until=here, last=told.year)
        if there is not None:
            known.append(Span(*there, here, told.year))
