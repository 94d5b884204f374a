"""Figures by year: a number of each power, or of the whole board, at the end of every year.

A figure by year is a table that is drawn as a chart, too:

    labels           start  1619  1620
    series  Austria      5     6     8     in the color of pw-austria
            Venice       3     2  None     it has fallen

Every series has a value for each label; None where there is no number.

Standings are tables of every count of a power, and its change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct

from generator.archive import PhaseRecord
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.facts import PhaseFacts, Standings

_NOBODY: Final[Mapping[str, int]] = MappingProxyType({})


class Series(Struct, frozen=True):
    """A power's numbers, one for each year of a chart; None where it has none.

    `css` is the class that has its color.
    """

    name: str
    css: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int | None:
        """The index of the last number, None if there is no number at all."""
        known = [at for at, value in enumerate(self.values) if value is not None]
        return known[-1] if known else None


class FigureByYear(NamedTuple):
    """Numbers by year: the label of each year, and the series that have a number for each."""

    labels: tuple[str, ...]
    series: tuple[Series, ...]

    @property
    def rows(self) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
        """A label and the numbers of all series, for each line of a table."""
        return tuple(
            (label, tuple(line.values[at] for line in self.series))
            for at, label in enumerate(self.labels)
        )

    def change(self, at: int) -> str:
        """The change of a series in the last year as signed text, "" for none."""
        before, last = (None, None, *self.series[at].values)[-2:]
        return signed(last - before) if last is not None and before is not None else ""


def labeled_ends(chronicle: Chronicle) -> tuple[tuple[str, ChroniclePhase], ...]:
    """The opening as "start", then the last phase of every year in which any was adjudicated."""
    ends = ((str(year), chronicle.end_of(year)) for year in chronicle.years)
    return (("start", chronicle.phases[0]), *(end for end in ends if end[1].facts))


def figure_by_year(
    powers: Iterable[PowerView], years: Iterable[tuple[str, Mapping[str, int]]], short: bool = False
) -> FigureByYear:
    """The course of a figure: `years` are labels and numbers by power. `short` names are used where
    there is little room."""
    years = tuple(years)
    return FigureByYear(
        tuple(label for label, _ in years),
        tuple(
            Series(
                (power.short if short else "") or power.name,
                power.css,
                tuple(numbers.get(power.id) for _, numbers in years),
            )
            for power in powers
        ),
    )


Count = tuple[int, str]
"""A number and its change, as signed text, or "" where it stayed."""


class StandingsRow(NamedTuple):
    """A power with its place by the first count: "1", "2=" where it is shared.

    One that has left the game has no place; `out` is the year in which it did, else 0.
    """

    rank: str
    power: PowerView
    counts: tuple[Count, ...]
    out: int = 0


class StandingsTable(NamedTuple):
    """One row for each power, most of the first count first, ties in the ruleset's order; those
    that have left the game come last."""

    labels: tuple[str, ...]
    rows: tuple[StandingsRow, ...]


def standings_of(
    view: GameView, material: Material, record: PhaseRecord, facts: PhaseFacts
) -> StandingsTable:
    """The standings after a phase, made once for all of its pages."""
    return material.kept(
        "standings",
        lambda: standings_table(
            view.at(record.moment), facts.after, facts.before, facts.snapshot.out
        ),
    )


def standings_table(
    view: GameView, now: Standings, before: Standings = (), out: Mapping[str, int] = _NOBODY
) -> StandingsTable:
    """The standings as a table, with the changes since `before`. `out` are the powers that have
    left the game, each with its year."""
    earlier: Mapping[str, Mapping[str, int]] = dict(before)
    first = first_count(now)[1]
    living = sorted(
        (power for power in view.powers if power not in out), key=lambda p: -first.get(p, 0)
    )
    gone = sorted((power for power in view.powers if power in out), key=lambda p: -out[p])
    places = (*ranks([first.get(power, 0) for power in living]), *("" for _ in gone))
    # A count that was not kept before did not change.
    columns = [(counts, earlier.get(label, counts)) for label, counts in now]
    rows = [
        StandingsRow(
            rank,
            view.powers[power],
            tuple(
                (has := counts.get(power, 0), signed(has - were.get(power, 0)))
                for counts, were in columns
            ),
            out.get(power, 0),
        )
        for rank, power in zip(places, (*living, *gone), strict=True)
    ]
    return StandingsTable(tuple(label for label, _ in now), tuple(rows))


def signed(change: int) -> str:
    """ "+2", "−1" with the minus sign of print, "" for nothing."""
    return f"{change:+d}".replace("-", "−") if change else ""


def first_count(standings: Standings) -> tuple[str, Mapping[str, int]]:
    """The most telling count and its label."""
    return standings[0] if standings else ("", {})


def ranks(values: Sequence[int]) -> tuple[str, ...]:
    """Places for values sorted downwards: "1", "2=", "2=", "4"."""
    return tuple(
        f"{values.index(value) + 1}{'=' if values.count(value) > 1 else ''}" for value in values
    )
