"""The signs of markers within a page: as symbols in the color of the text, and in the colors that a
game has given them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from generator.engine.chronicle import MarkFacts

_MAP: Final = "body :is(.board,.mapkeys,.fillkeys)"
_CHART: Final = "body .chart"


def sign_sheet(marks: Mapping[str, MarkFacts]) -> Markup:
    """A hidden SVG with a symbol `sign-<mark>` for each mark; "" where there are no marks.

    The symbol of a mark without a shape of its own is a disc: its letter is beside it.
    """
    if not marks:
        return Markup()
    from mapsvg.board import MARKER_RADIUS
    from mapsvg.canvas import Canvas
    from mapsvg.layers.markers import marker_shape

    canvas = Canvas()
    box = f"{-MARKER_RADIUS} {-MARKER_RADIUS} {2 * MARKER_RADIUS} {2 * MARKER_RADIUS}"
    for name, mark in marks.items():
        symbol = canvas.element(None, "symbol", id=f"sign-{name}", viewBox=box)
        shape = marker_shape(mark.sign)
        if shape:
            canvas.path(symbol, shape)
        else:
            canvas.circle(symbol, 0, 0, MARKER_RADIUS * 0.7)
    return Markup(
        f'<svg class="icons" width="0" height="0" aria-hidden="true">{canvas.fragment()}</svg>'
    )


def sign_styles(marks: Mapping[str, MarkFacts]) -> Markup:
    """The rules that give the marks of a game their own colors, on maps and in charts of its pages,
    by daylight and by candlelight; "" where none has one.

    Browsers that do not know `light-dark()` keep to daylight, and so does paper.
    """
    colored = {mark.sign: mark.color for mark in marks.values() if mark.color}
    if not colored:
        return Markup()
    from mapsvg import load_palette
    from mapsvg.palette import sign_colors
    from mapsvg.style import sign_rules

    rules: list[str] = []
    either: list[str] = []
    for sign, color in colored.items():
        day, dark = (sign_colors(load_palette(name), color) for name in ("day", "dark"))
        rules += [
            f"{_MAP}{{--map-{sign}:{day.sign};--mark-{sign}:{day.land}}}",
            sign_rules(load_palette("day"), sign, color).replace(".board ", f"{_MAP} "),
            f"{_CHART} .by-{sign}{{--c:{day.line}}}",
        ]
        either += [
            f"{_MAP}{{--mark-{sign}:light-dark({day.land},{dark.land})}}",
            f"{_CHART} .by-{sign}{{--c:light-dark({day.line},{dark.line})}}",
        ]
    known = f"@supports(color:light-dark(#000,#fff)){{{''.join(either)}}}"
    return Markup(f"<style>{''.join(rules)}{known}</style>")
