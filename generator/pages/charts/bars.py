"""Small charts for the cells of a table, unspoken: the numbers stand beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from generator.pages.charts.frame import text_width, trail, trails

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

BAR_WIDTH, BAR_HEIGHT = 260, 20
SPARK_WIDTH, SPARK_HEIGHT = 96, 24
LETTER: Final = 13


class BarPart(NamedTuple):
    """A part of a bar. `letter` is written in it if it fits, and stands for it in the head of the
    table; `css` has the color: a power's class, or `k0` to `k9`."""

    letter: str
    css: str
    value: int


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
