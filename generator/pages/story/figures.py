"""Figures by year: a number of each power, or of the whole board, at the end of every year.

A figure by year is a table that is drawn as a chart, too:

    labels           start  1619  1620
    series  Austria      5     6     8     in the color of pw-austria
            Venice       3     2  None     it has fallen

Every series has a value for each label; None where there is no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct

from generator.pages.base.gameview import PowerView
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.standings import signed


class Series(Struct, frozen=True):
    """A power's numbers, one for each year of a chart; None where it has none.

    `css` is the class that has its color.
    """

    name: str
    css: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int | None:
        """The index of the last number, None if there is none at all."""
        known = [at for at, value in enumerate(self.values) if value is not None]
        return known[-1] if known else None


class Means(Struct, frozen=True):
    """The means of a power over many games, one for each year of a chart."""

    name: str
    css: str
    values: tuple[float, ...]

    @property
    def last(self) -> int:
        return len(self.values) - 1


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
