"""The history of each province in a game: who held it, which units stood in it, what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import look_of, tally
from generator.pages.phases.years import NOTABLE, Happening, happening
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.history import Span, grouped, spans_of

_FAILURES: Final = frozenset({"bounce", "cut", "disrupted", "dislodged"})


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

    `holders` are spans of sides, `units` of owner and kind ("A", "F"), `marks` of the markers that
    it bore by itself. `orders` says for each year that had any what became of the orders that named
    the province.
    """

    holders: tuple[Span[ChroniclePhase, str], ...]
    units: tuple[Span[ChroniclePhase, tuple[str, str]], ...]
    events: tuple[Happening, ...]
    orders: tuple[tuple[int, str], ...]
    failures: tuple[Failure, ...]
    marks: tuple[Span[ChroniclePhase, str], ...] = ()


def lives(chronicle: Chronicle) -> Mapping[str, Life]:
    """The life of every province of the gazetteer."""
    phases, kinds = chronicle.phases, chronicle.gazetteer.topics.get("places", frozenset())
    holders = spans_of((phase, phase.snapshot.holders) for phase in phases)
    units = spans_of((phase, _standing(phase)) for phase in phases)
    marks = spans_of((phase, phase.snapshot.marks) for phase in phases)
    events = grouped(
        (
            (phase, event)
            for phase, event in chronicle.events()
            if event.weight >= NOTABLE or event.kind in kinds
        ),
        lambda pair: dict.fromkeys(pair[1].provinces),
    )
    orders = grouped(chronicle.verdicts(), lambda pair: pair[1].provinces)
    return {
        code: Life(
            tuple(span for span in holders.get(code, ()) if span.value),
            tuple(units.get(code, ())),
            tuple(happening(chronicle.view, *pair) for pair in events.get(code, ())),
            tuple(_by_year(orders.get(code, ()))),
            tuple(_failure(*pair) for pair in orders.get(code, ()) if pair[1].outcome in _FAILURES),
            tuple(marks.get(code, ())),
        )
        for code in chronicle.gazetteer.provinces
    }


def _standing(phase: ChroniclePhase) -> Mapping[str, tuple[str, str]]:
    """Owner and kind of the units by province. Their strength does not count: an army that grew is
    the same army."""
    units: dict[str, tuple[str, str]] = {}
    for owner, text in phase.snapshot.units:
        kind, _, rest = text.partition(" ")
        place, _, _ = rest.partition(" ")
        units[place.partition("/")[0]] = (owner, kind)
    return units


def _by_year(orders: Iterable[tuple[ChroniclePhase, PublicVerdict]]) -> Iterator[tuple[int, str]]:
    """The outcomes of orders, year by year."""
    for year, own in groupby(orders, lambda pair: pair[0].year):
        yield year, tally(look_of(verdict.outcome, verdict.kind) for _, verdict in own)


def _failure(phase: ChroniclePhase, verdict: PublicVerdict) -> Failure:
    look, link = look_of(verdict.outcome, verdict.kind), phase.link
    return Failure(
        verdict.power, verdict.order, look.word, look.css, link.title, link.address, verdict.anchor
    )
