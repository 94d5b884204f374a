"""The signs of markers as symbols within a page: the map's own shapes, in the color of the text."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from generator.engine.chronicle import MarkFacts

__all__ = ["sign_sheet"]


def sign_sheet(marks: Mapping[str, MarkFacts]) -> Markup:
    """A hidden SVG with a symbol `sign-<mark>` for each mark; "" where there are no marks.

    The symbol of a mark without a shape of its own is a disc: its letter stands beside it.
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
