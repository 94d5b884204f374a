"""An estimate with its interval, for a cell of a table: unspoken, for numbers stand beside it."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from generator.pages.charts.frame import trail

WIDTH: Final = 220
HEIGHT: Final = 20
_EDGE: Final = 5
"""Room for half a dot at both ends."""


def span_chart(
    mean: float, low: float, high: float, ends: tuple[float, float], usual: float | None = None
) -> Markup:
    """A dot at `mean` on a line from `low` to `high`. `ends` are those of the scale, the same for
    all rows of a table; `usual` is a value to compare with, drawn across."""
    from mapsvg.canvas import Canvas

    first, last = ends
    unit = (WIDTH - 2 * _EDGE) / max(1e-9, last - first)

    def x(value: float) -> float:
        return _EDGE + (min(max(value, first), last) - first) * unit

    middle = HEIGHT / 2
    canvas = Canvas()
    canvas.path(None, trail([(_EDGE, middle), (WIDTH - _EDGE, middle)]), class_="gr")
    if usual is not None:
        canvas.path(None, trail([(x(usual), 0), (x(usual), HEIGHT)]), class_="goal")
    line = trail([(x(low), middle), (x(high), middle)])
    ends_of_it = (trail([(x(end), middle - 4), (x(end), middle + 4)]) for end in (low, high))
    canvas.path(None, line + "".join(ends_of_it), class_="se")
    canvas.circle(None, round(x(mean), 1), middle, 4.5, class_="pt")
    return Markup(
        canvas.tostring(
            "svg",
            class_="chart cell span",
            width=WIDTH,
            height=HEIGHT,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            aria_hidden="true",
        )
    )
