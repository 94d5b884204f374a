"""Bars and columns: small charts for the cells of a table, unspoken, for the numbers are beside
them; and what a number is made of, year by year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from markupsafe import Markup
from msgspec import Struct

from generator.pages.charts.frame import (
    Scale,
    chart_of,
    draw_values,
    draw_years,
    fit,
    number,
    size_of,
    spread,
    text_width,
    ticks,
    trail,
    trails,
)

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

BAR_WIDTH, BAR_HEIGHT = 260, 20
SPARK_WIDTH, SPARK_HEIGHT = 96, 24
LETTER: Final = 13

WIDTH: Final = 1240
LEFT, TOP, BOTTOM = 48, 16, 34
HEIGHT: Final = 400
GAP: Final = 20
LEADER: Final = 34
WIDEST: Final = 260
SPAN_WIDTH: Final = 220
SPAN_HEIGHT: Final = 20
_EDGE: Final = 5
"""Room for half a dot at both ends."""


BarPart = tuple[str, str, int]
"""A part of a bar: a letter, written in it if it fits, that stands for it in the head of the table;
the class of its color, a power's or `k0` to `k9`; and its value."""


def stacked_bar(parts: Sequence[BarPart], low: int, high: int) -> Markup:
    """A bar of parts from a line at 0: above it to the right, below it to the left.

    `low` (at most 0) and `high` are the ends of the scale, the same for all bars of a table.
    """
    from mapsvg.canvas import Canvas

    canvas = Canvas()
    span = max(1, high - min(0, low))
    unit = (BAR_WIDTH - 2) / span
    zero = 1 - min(0, low) * unit
    ends = {1: zero, -1: zero}
    for letter, css, value in parts:
        if not value:
            continue
        side = 1 if value > 0 else -1
        start, ends[side] = ends[side], ends[side] + value * unit
        left, wide = min(start, ends[side]), abs(value) * unit
        group = canvas.group(None, class_=css)
        box = [(left, 2), (left + wide, 2), (left + wide, 18), (left, 18)]
        canvas.path(group, f"{trail(box)}z", class_="col")
        if text_width(letter, LETTER) + 4 <= wide:
            canvas.text(group, letter, left + wide / 2, 14.5, text_anchor="middle")
    canvas.path(None, trail([(zero, 0), (zero, BAR_HEIGHT)]), class_="gr zero")
    return _cell(canvas, "chart cell", BAR_WIDTH, BAR_HEIGHT)


def sparkline(values: Sequence[int | None], css: str) -> Markup:
    """A line through numbers, from 0 or the least to the most, with a dot at the last one.

    `css` is the class that has the color. Nothing for fewer than two numbers.
    """
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return Markup()
    from mapsvg.canvas import Canvas

    canvas = Canvas()
    low, high = min(0, *known), max(1, *known)
    # Four units a pixel, so that whole numbers are fine enough.
    fine = 4
    wide, tall = (SPARK_WIDTH - 8) * fine, (SPARK_HEIGHT - 8) * fine
    points = [
        None
        if value is None
        else (
            4 * fine + at * wide / (len(values) - 1),
            4 * fine + (high - value) * tall / (high - low),
        )
        for at, value in enumerate(values)
    ]
    for stretch in trails(points):
        canvas.path(None, trail(stretch), class_="se")
    end = next(point for point in reversed(points) if point is not None)
    canvas.circle(None, *end, 3 * fine, class_="pt")
    return _cell(canvas, f"spark {css}", SPARK_WIDTH, SPARK_HEIGHT, fine)


def _cell(canvas: Canvas, css: str, width: int, height: int, fine: int = 1) -> Markup:
    """A drawing of `fine` units a pixel as an element of a fixed size."""
    return Markup(
        canvas.tostring(
            "svg",
            class_=css,
            width=width,
            height=height,
            viewBox=f"0 0 {width * fine} {height * fine}",
            aria_hidden="true",
        )
    )


class Layer(Struct, frozen=True):
    """A part of the number in each year, 0 where it has no share. `css` has its color: the class
    of a power, or `k0` to `k9`."""

    name: str
    css: str
    values: tuple[int, ...]


def stacked_columns(title: str, years: Sequence[str], layers: Sequence[Layer]) -> Markup:
    """Columns of layers: what is above 0 upwards, what is below it downwards, in the given order.

    The name of each layer is beside the last column, with its last value. Layers of nothing but 0
    are left out; without any, or without a year, nothing is drawn.
    """
    layers = [layer for layer in layers if any(layer.values)]
    if not years or not layers:
        return Markup()
    from mapsvg.canvas import Canvas

    columns = range(len(years))
    ups = [sum(max(0, layer.values[at]) for layer in layers) for at in columns]
    downs = [sum(min(0, layer.values[at]) for layer in layers) for at in columns]
    names = [fit(f"{number(layer.values[-1])} {layer.name}", WIDEST) for layer in layers]
    width, lowest, css = size_of(years, (WIDTH, HEIGHT))
    right = width - LEADER - 8 - max(map(text_width, names))
    height = max(lowest, TOP + BOTTOM + GAP * len(layers))
    marks = ticks(min(0, *downs), max(1, *ups))
    scale = Scale(marks, TOP, height - BOTTOM)
    step = min((right - LEFT - 8) / len(years), 120)
    wide = step * 0.76
    starts = [right - 4 - (len(years) - at) * step + (step - wide) for at in columns]
    canvas = Canvas()
    draw_values(canvas, scale, LEFT, right)
    draw_years(canvas, years, [x + wide / 2 for x in starts], height - 8, right + LEADER)
    above, below = [0] * len(years), [0] * len(years)
    middles: list[float] = []
    groups = []
    for layer in layers:
        path = ""
        middle = scale.y(0)
        for at in columns:
            value = layer.values[at]
            if not value:
                continue
            stack = above if value > 0 else below
            first, stack[at] = stack[at], stack[at] + value
            top, bottom = scale.y(max(first, stack[at])), scale.y(min(first, stack[at]))
            corners = [(starts[at], top), (starts[at] + wide, top), (starts[at] + wide, bottom)]
            path += f"{trail([*corners, (starts[at], bottom)])}z"
            middle = (top + bottom) / 2 if at == len(years) - 1 else middle
        group = canvas.group(None, class_=f"s {layer.css}")
        canvas.path(group, path, class_="col")
        groups.append(group)
        middles.append(middle)
    ends = spread(middles, GAP, TOP + 6, height - BOTTOM)
    for group, name, middle, end in zip(groups, names, middles, ends, strict=True):
        lead = [(right - 2, middle), (right + LEADER - 8, end), (right + LEADER, end)]
        canvas.path(group, trail(lead), class_="ld")
        canvas.text(group, name, right + LEADER + 6, end + 5)
    canvas.line(None, LEFT, scale.y(0), right, scale.y(0), class_="gr zero")
    said = ", ".join(f"{layer.name} {number(layer.values[-1])}" for layer in layers)
    span = f"{years[0]} to {years[-1]}" if len(years) > 1 else years[0]
    label = f"{title}, {span}. In {years[-1]}: {said}."
    return chart_of(canvas, css, (width, height), label)


def span_chart(
    mean: float, low: float, high: float, ends: tuple[float, float], usual: float | None = None
) -> Markup:
    """A dot at `mean` on a line from `low` to `high`. `ends` are those of the scale, the same for
    all rows of a table; `usual` is a value to compare with, drawn across."""
    from mapsvg.canvas import Canvas

    first, last = ends
    unit = (SPAN_WIDTH - 2 * _EDGE) / max(1e-9, last - first)

    def x(value: float) -> float:
        return _EDGE + (min(max(value, first), last) - first) * unit

    middle = SPAN_HEIGHT / 2
    canvas = Canvas()
    canvas.path(None, trail([(_EDGE, middle), (SPAN_WIDTH - _EDGE, middle)]), class_="gr")
    if usual is not None:
        canvas.path(None, trail([(x(usual), 0), (x(usual), SPAN_HEIGHT)]), class_="goal")
    line = trail([(x(low), middle), (x(high), middle)])
    ends_of_it = (trail([(x(end), middle - 4), (x(end), middle + 4)]) for end in (low, high))
    canvas.path(None, line + "".join(ends_of_it), class_="se")
    canvas.circle(None, round(x(mean), 1), middle, 4.5, class_="pt")
    return _cell(canvas, "chart cell span", SPAN_WIDTH, SPAN_HEIGHT)
