"""The chart of a count by year: one line for each power, named at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

__all__ = ["Series", "count_chart"]

WIDTH, HEIGHT = 960, 400
LEFT, RIGHT, TOP, BOTTOM = 40, 170, 16, 34
LABEL_GAP = 19


@dataclass(frozen=True, slots=True)
class Series:
    """One power's counts, one for each year of the chart."""

    name: str
    css: str
    values: tuple[int, ...]


def count_chart(title: str, years: Sequence[str], series: Sequence[Series]) -> Markup:
    """An inline SVG, or nothing where there are fewer than two years to compare."""
    if len(years) < 2 or not series:
        return Markup()
    from mapsvg.canvas import Canvas

    top = max(1, *(value for one in series for value in one.values))
    canvas = Canvas()
    step = max(1, -(-top // 5))
    for value in range(0, top + 1, step):
        y = _y(value, top)
        canvas.line(None, LEFT, y, WIDTH - RIGHT, y, class_="gr")
        canvas.text(None, str(value), LEFT - 8, y + 5, class_="ax", text_anchor="end")
    every = max(1, -(-len(years) // 14))
    for number, year in enumerate(years):
        if number % every == 0 or number == len(years) - 1:
            canvas.text(
                None, year, _x(number, years), HEIGHT - 8, class_="ax", text_anchor="middle"
            )
    ends = _label_heights([_y(one.values[-1], top) for one in series])
    for one, end in zip(series, ends, strict=True):
        points = [(_x(number, years), _y(value, top)) for number, value in enumerate(one.values)]
        group = canvas.group(None, class_=f"s {one.css}")
        path = "M" + "L".join(f"{round(x)} {round(y)}" for x, y in points)
        canvas.path(group, path, class_="sh")
        canvas.path(group, path, class_="se")
        x, y = points[-1]
        canvas.circle(group, x, y, 4, class_="pt")
        canvas.line(group, x + 6, y, x + 20, end, class_="ld")
        canvas.text(group, f"{one.values[-1]} {one.name}", x + 24, end + 5)
    label = f"{title} by year, {years[0]} to {years[-1]}; the table has the numbers"
    box = f"0 0 {WIDTH} {HEIGHT}"
    return Markup(canvas.tostring("svg", class_="chart", viewBox=box, role="img", aria_label=label))


def _x(number: int, years: Sequence[str]) -> float:
    return LEFT + 8 + number * (WIDTH - LEFT - RIGHT - 8) / (len(years) - 1)


def _y(value: int, top: int) -> float:
    return HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM) / top


def _label_heights(heights: Sequence[float]) -> tuple[float, ...]:
    """The labels' heights, pushed apart so that none covers another, in the given order."""
    order = sorted(range(len(heights)), key=lambda at: (heights[at], at))
    placed = [0.0] * len(heights)
    last = float(TOP - LABEL_GAP)
    for at in order:
        last = max(heights[at], last + LABEL_GAP)
        placed[at] = last
    over = max(placed, default=0) - (HEIGHT - BOTTOM)
    if over > 0:
        # The stack has grown below the axis: lift it from its end, as far as it is tight.
        limit = float(HEIGHT - BOTTOM)
        for at in reversed(order):
            placed[at] = min(placed[at], limit)
            limit = placed[at] - LABEL_GAP
    return tuple(placed)
