"""Numbers by year: a line for each power, named where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from generator.pages.charts.frame import (
    DASHES,
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
from generator.pages.story.figures import Series

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
