"""What a number is made of, year by year: columns of layers, named on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
)

WIDTH: Final = 1240
LEFT, TOP, BOTTOM = 48, 16, 34
HEIGHT: Final = 400
GAP: Final = 20
LEADER: Final = 34
WIDEST: Final = 260


class Layer(Struct, frozen=True):
    """A part of the number in each year, 0 where it is none of it. `css` has its color: the class
    of a power, or `k0` to `k9`."""

    name: str
    css: str
    values: tuple[int, ...]


def stacked_columns(title: str, years: Sequence[str], layers: Sequence[Layer]) -> Markup:
    """Columns of layers: what is above 0 upwards, what is below it downwards, in the given order.

    Each layer is named beside the last column, with its last value. Layers of nothing but 0 are
    left out; without any, or without a year, nothing is drawn.
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
