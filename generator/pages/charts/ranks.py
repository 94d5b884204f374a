"""Places by year: who was first, who overtook whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from generator.pages.charts.frame import (
    DASHES,
    FONT,
    Box,
    Places,
    chart_of,
    draw_years,
    fit,
    number,
    text_width,
    trail,
    trails,
)
from generator.pages.story.figures import Series, ranks

WIDTH: Final = 1240
ROW: Final = 26
TOP, BOTTOM = 20, 40
WIDEST: Final = 230


def rank_chart(title: str, years: Sequence[str], series: Sequence[Series]) -> Markup:
    """A line for each power through its places, most at the top; nothing for fewer than two years.

    Powers that share a place are side by side in the given order, and both labels show it ("2=").
    A name is at both ends of a line; where a power falls, at the end of its line.
    """
    series = [line for line in series if line.last is not None]
    if len(years) < 2 or not series:
        return Markup()
    from mapsvg.canvas import Canvas

    columns = [_places([line.values[at] for line in series]) for at in range(len(years))]
    first = {at: fit(line.name, WIDEST) for at, line in enumerate(series) if columns[0][at]}
    last = {
        at: fit(f"{place[1]} {line.name} {number(line.values[-1] or 0)}", WIDEST + 60)
        for at, line in enumerate(series)
        if (place := columns[-1][at])
    }
    left = 14 + max((text_width(name) for name in first.values()), default=0)
    right = WIDTH - 14 - max((text_width(name) for name in last.values()), default=0)
    rows = max(sum(place is not None for place in column) for column in columns)
    height = TOP + BOTTOM + rows * ROW
    xs = [left + 6 + at * (right - left - 12) / (len(years) - 1) for at in range(len(years))]
    canvas = Canvas()
    for x in xs:
        canvas.line(None, x, TOP - 6, x, height - BOTTOM + 4, class_="gr")
    draw_years(canvas, years, xs, height - 10, right + 30)
    # The years are below: names stay clear of them.
    within = Box(left, TOP - ROW, right, height - 10 - FONT)
    courses = [
        [
            (x, TOP + (column[at][0] + 0.5) * ROW) if column[at] else None  # type: ignore[index]
            for x, column in zip(xs, columns, strict=True)
        ]
        for at in range(len(series))
    ]
    places = Places(within, (), [stretch for points in courses for stretch in trails(points)])
    for at, (line, points) in enumerate(zip(series, courses, strict=True)):
        group = canvas.group(None, class_=f"s {line.css} l{at % DASHES}")
        for stretch in trails(points):
            canvas.path(group, trail(stretch), class_="se")
        for end in dict.fromkeys((points[0], points[line.last or 0])):
            if end is not None:
                canvas.circle(group, *end, 5, class_="pt")
        if points[0] is not None:
            canvas.text(group, first[at], left - 6, points[0][1] + 5, text_anchor="end")
        end = points[line.last or 0]
        if at in last and points[-1] is not None:
            canvas.text(group, last[at], right + 6, points[-1][1] + 5)
        elif end is not None:
            text = f"{fit(line.name, WIDEST)} to {years[line.last or 0]}"
            places.label(canvas, group, text, end)
    order = sorted(last, key=lambda at: columns[-1][at] or (0, ""))
    said = ", ".join(last[at] for at in order) or "nobody"
    label = f"{title}, {years[0]} to {years[-1]}. At the end: {said}."
    return chart_of(canvas, "wide", (WIDTH, height), label)


def _places(values: Sequence[int | None]) -> list[tuple[int, str] | None]:
    """For each value its row from 0 and its place in words; None for none."""
    order = sorted(
        (at for at, value in enumerate(values) if value is not None),
        key=lambda at: -(values[at] or 0),
    )
    words = ranks([values[at] or 0 for at in order])
    found: list[tuple[int, str] | None] = [None] * len(values)
    for row, (at, word) in enumerate(zip(order, words, strict=True)):
        found[at] = (row, word)
    return found
