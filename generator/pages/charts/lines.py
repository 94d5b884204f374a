"""A line for each power through the years, named where it ends: numbers, or places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from generator.pages.charts.frame import (
    DASHES,
    FONT,
    Box,
    Places,
    Scale,
    chart_of,
    draw_values,
    draw_years,
    fit,
    number,
    scale_of,
    size_of,
    spread,
    text_width,
    trail,
    trails,
)
from generator.pages.story.figures import Series, ranks

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

WIDTH: Final = 1240
LEFT, TOP, BOTTOM = 48, 34, 34
HEIGHT: Final = 500
GAP: Final = 20
LEADER: Final = 34
WIDEST: Final = 290
"""Of a name at the end of a line; a longer one is cut."""
TIE: Final = 3.4
"""Lines that are tied run so far apart."""
ROW: Final = 26
RANKS_TOP, RANKS_BOTTOM = 20, 40
RANKS_WIDEST: Final = 230

Point = tuple[float, float]


def line_chart(
    title: str,
    years: Sequence[str],
    series: Sequence[Series],
    goal: int = 0,
    goal_label: str = "",
    summary: str = "",
) -> Markup:
    """A line for each power, or nothing where there are fewer than two years to compare.

    `years` label the columns. Every name is at the end of its line: on the right with the last
    number, or, for a power that no longer has one, where its line ends, with the year. Lines that
    are tied run side by side. `goal` is a value to be reached, drawn across and labeled with
    `goal_label`; 0 for none. `summary` ends the text for those who do not see the chart.
    """
    series = [line for line in series if line.last is not None]
    if len(years) < 2 or not series:
        return Markup()
    from mapsvg.canvas import Canvas

    names = {
        at: fit(f"{number(value)} {line.name}", WIDEST)
        for at, line in enumerate(series)
        if (value := line.values[-1]) is not None
    }
    width, lowest, css = size_of(years, (WIDTH, HEIGHT))
    right = width - LEADER - 8 - max(map(text_width, names.values()), default=0)
    height = max(lowest, TOP + BOTTOM + GAP * len(names))
    scale = scale_of(series, goal, TOP, height - BOTTOM)
    xs = [LEFT + 6 + at * (right - LEFT - 6) / (len(years) - 1) for at in range(len(years))]
    lines = _points(series, scale, xs)
    canvas = Canvas()
    draw_values(canvas, scale, LEFT, right)
    draw_years(canvas, years, xs, height - 8, right + LEADER)
    ends = [point[1] for points in lines if (point := points[-1])]
    heights = dict(zip(names, spread(ends, GAP, TOP, height - BOTTOM), strict=True))
    taken = _draw_goal(canvas, scale, goal, goal_label, right)
    runs = [stretch for points in lines for stretch in trails(points)]
    places = Places(Box(LEFT, TOP, right, height - BOTTOM), taken, runs)
    for at, (line, points) in enumerate(zip(series, lines, strict=True)):
        group = canvas.group(None, class_=f"s {line.css} l{at % DASHES}")
        for stretch in trails(points):
            canvas.path(group, trail(stretch), class_="se")
        last = points[line.last or 0]
        if last is None:
            continue
        canvas.circle(group, *last, 4, class_="pt")
        if at in names:
            end = heights[at]
            lead = [(last[0] + 6, last[1]), (right + LEADER - 10, end), (right + LEADER, end)]
            canvas.path(group, trail(lead), class_="se ld")
            canvas.text(group, names[at], right + LEADER + 6, end + 5)
        else:
            text = f"{fit(line.name, WIDEST)} to {years[line.last or 0]}"
            places.label(canvas, group, text, last)
    staying = [series[at] for at in names]
    return _finish(canvas, title, years, staying, summary, (width, height, css))


def _points(
    series: Sequence[Series], scale: Scale, xs: Sequence[float]
) -> list[list[Point | None]]:
    """The course of each line; tied lines are moved apart, but never as far as the next value."""
    found: list[list[Point | None]] = [[] for _ in series]
    for at, x in enumerate(xs):
        tied: dict[int, list[int]] = {}
        for which, line in enumerate(series):
            value = line.values[at]
            if value is None:
                found[which].append(None)
            else:
                tied.setdefault(value, []).append(which)
        for value, group in tied.items():
            step = min(TIE, 0.8 * scale.unit / len(group))
            for place, which in enumerate(group):
                shift = (place - (len(group) - 1) / 2) * step
                found[which].append((x, scale.y(value) + shift))
    return found


def _draw_goal(
    canvas: Canvas, scale: Scale, goal: int, label: str, right: float
) -> tuple[Box, ...]:
    if not goal:
        return ()
    y = scale.y(goal)
    canvas.line(None, LEFT, y, right, y, class_="goal")
    text = fit(label, right - LEFT - 20)
    canvas.text(None, text, LEFT + 8, y - 7, class_="ax")
    return (Box(LEFT + 8, y - 22, LEFT + 8 + text_width(text), y),)


def _finish(
    canvas: Canvas,
    title: str,
    years: Sequence[str],
    staying: Sequence[Series],
    summary: str,
    size: tuple[int, float, str],
) -> Markup:
    ranked = sorted(staying, key=lambda line: -(line.values[-1] or 0))
    ends = ", ".join(f"{line.name} {number(line.values[-1] or 0)}" for line in ranked)
    label = f"{title}, {years[0]} to {years[-1]}. At the end: {ends or 'nobody'}. {summary}".strip()
    width, height, css = size
    return chart_of(canvas, css, (width, height), label)


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
    first = {at: fit(line.name, RANKS_WIDEST) for at, line in enumerate(series) if columns[0][at]}
    last = {
        at: fit(f"{place[1]} {line.name} {number(line.values[-1] or 0)}", RANKS_WIDEST + 60)
        for at, line in enumerate(series)
        if (place := columns[-1][at])
    }
    left = 14 + max((text_width(name) for name in first.values()), default=0)
    right = WIDTH - 14 - max((text_width(name) for name in last.values()), default=0)
    rows = max(sum(place is not None for place in column) for column in columns)
    height = RANKS_TOP + RANKS_BOTTOM + rows * ROW
    xs = [left + 6 + at * (right - left - 12) / (len(years) - 1) for at in range(len(years))]
    canvas = Canvas()
    for x in xs:
        canvas.line(None, x, RANKS_TOP - 6, x, height - RANKS_BOTTOM + 4, class_="gr")
    draw_years(canvas, years, xs, height - 10, right + 30)
    # The years are below: names stay clear of them.
    within = Box(left, RANKS_TOP - ROW, right, height - 10 - FONT)
    courses = [
        [
            (x, RANKS_TOP + (column[at][0] + 0.5) * ROW) if column[at] else None  # type: ignore[index]
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
            text = f"{fit(line.name, RANKS_WIDEST)} to {years[line.last or 0]}"
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
