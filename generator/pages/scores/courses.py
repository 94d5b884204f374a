"""The figures of powers and the counts of the whole board, year by year."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.pages.base.gameview import PowerView
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import FigureByYear, Series, figure_by_year, labeled_ends

_LINES = ("m-count-0", "m-count-1", "m-count-2", "m-count-3")
"""Classes of the lines that no power stands for."""


class TitledCourse(NamedTuple):
    """A course with what the page says of it.

    `anchor` is its id in the page. `powers` are those whose lines they are, () for counts of the
    whole board; `names` head the columns.
    """

    anchor: str
    title: str
    note: str
    rule: str
    names: tuple[str, ...]
    course: FigureByYear
    powers: tuple[PowerView, ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
        """A label and a number for each line."""
        return self.course.rows


def courses_of(chronicle: Chronicle) -> tuple[TitledCourse, ...]:
    """The counts of the whole board, then the figures of powers that no other page follows: not
    those of a treasury, and not what victory is measured by."""
    return (*_counts(chronicle), *_figures(chronicle))


def _counts(chronicle: Chronicle) -> Iterator[TitledCourse]:
    ends, marks = labeled_ends(chronicle), chronicle.gazetteer.marks
    for name, facts in chronicle.gazetteer.counts.items():
        series = tuple(
            Series(
                word,
                f"{css} by-{marks[kind].sign}" if kind in marks else css,
                tuple(phase.snapshot.counts.get(name, {}).get(kind) for _, phase in ends),
            )
            for (kind, word), css in zip(facts.lines.items(), _LINES, strict=False)
        )
        names, course = tuple(facts.lines.values()), FigureByYear(tuple(dict(ends)), series)
        yield TitledCourse(f"c-{name}", facts.title, facts.note, facts.rule, names, course)


def _figures(chronicle: Chronicle) -> Iterator[TitledCourse]:
    if chronicle.view.has("treasury"):
        return
    ends, powers = labeled_ends(chronicle), tuple(chronicle.view.powers.values())
    points = [phase.snapshot.points for _, phase in ends]
    for name, facts in chronicle.gazetteer.figures.items():
        rows = [phase.snapshot.figures.get(name, {}) for _, phase in ends]
        if rows == points or not any(any(row.values()) for row in rows):
            continue
        course = figure_by_year(powers, zip(dict(ends), rows, strict=True), short=True)
        names = tuple(power.name for power in powers)
        note = f"{facts.note[:1].upper()}{facts.note[1:]}." if facts.note else ""
        yield TitledCourse(f"f-{name}", facts.title, note, facts.rule, names, course, powers)
