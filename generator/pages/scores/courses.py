"""How figures of powers and counts of the whole board went, year by year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.chronicle import Snapshot
from generator.pages.base.gameview import PowerView
from generator.pages.charts import Series
from generator.pages.story.chronicle import Chronicle

__all__ = ["Course", "courses_of"]

_LINES = ("m-count-0", "m-count-1", "m-count-2", "m-count-3")
"""Classes of the lines that no power stands for."""


class Course(NamedTuple):
    """A figure with its value for each line at the start and at the end of every year.

    `anchor` is its id in the page. `powers` are those whose lines they are, () for counts of the
    whole board; `names` head the columns.
    """

    anchor: str
    title: str
    note: str
    rule: str
    labels: tuple[str, ...]
    names: tuple[str, ...]
    series: tuple[Series, ...]
    powers: tuple[PowerView, ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
        """A label and a number for each line."""
        return tuple(
            (label, tuple(one.values[at] for one in self.series))
            for at, label in enumerate(self.labels)
        )


def courses_of(chronicle: Chronicle) -> tuple[Course, ...]:
    """The counts of the whole board, then the figures of powers that no other page follows: not
    those of a treasury, and not what victory is measured by."""
    labels = ("start", *map(str, chronicle.years if chronicle.facts else ()))
    shots = [chronicle.opening.snapshot]
    if chronicle.facts:
        shots += [chronicle.end_of(year).snapshot for year in chronicle.years]
    return (*_counts(chronicle, labels, shots), *_figures(chronicle, labels, shots))


def _counts(
    chronicle: Chronicle, labels: tuple[str, ...], shots: Sequence[Snapshot]
) -> Iterator[Course]:
    for name, facts in chronicle.gazetteer.counts.items():
        marks = chronicle.gazetteer.marks
        series = tuple(
            Series(
                word,
                f"{css} by-{marks[sort].sign}" if sort in marks else css,
                tuple(shot.counts.get(name, {}).get(sort) for shot in shots),
            )
            for (sort, word), css in zip(facts.lines.items(), _LINES, strict=False)
        )
        names = tuple(facts.lines.values())
        yield Course(f"c-{name}", facts.title, facts.note, facts.rule, labels, names, series)


def _figures(
    chronicle: Chronicle, labels: tuple[str, ...], shots: Sequence[Snapshot]
) -> Iterator[Course]:
    if chronicle.view.has("treasury"):
        return
    points = _points(shots)
    for name, facts in chronicle.gazetteer.figures.items():
        rows = [shot.figures.get(name, {}) for shot in shots]
        if rows == points or not any(any(row.values()) for row in rows):
            continue
        powers = tuple(chronicle.view.powers.values())
        series = tuple(
            Series(one.short or one.name, one.css, tuple(row.get(one.id) for row in rows))
            for one in powers
        )
        names = tuple(one.name for one in powers)
        note = f"{facts.note[:1].upper()}{facts.note[1:]}." if facts.note else ""
        yield Course(f"f-{name}", facts.title, note, facts.rule, labels, names, series, powers)


def _points(shots: Sequence[Snapshot]) -> list[Mapping[str, int]]:
    return [shot.points for shot in shots]
