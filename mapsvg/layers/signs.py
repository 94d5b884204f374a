"""The small signs on orders that say what became of them, each around a point of the map."""

from __future__ import annotations

from typing import Any

from mapsvg.canvas import Canvas
from mapsvg.plan import SIGN_RADIUS
from mapsvg.scene import Outcome
from mapsvg.track import Point

# outcome -> (class of the sign, path data of the sign).
_CROSS = "M-32-32l64 64M32-32l-64 64"
_SIGNS: dict[Outcome, tuple[str, str]] = {
    "bounce": ("", _CROSS),
    "dislodged": ("", _CROSS),
    "disrupted": ("", _CROSS),
    "cut": ("", "M-37 0h74"),
    "void": ("quiet", "M-44 44l88-88"),
    "excess": ("quiet", "M-44 44l88-88"),
    "illegal": ("quiet", ""),
}


def draw_sign(canvas: Canvas, parent: Any, outcome: Outcome, spot: Point, order: str = "") -> None:
    """Cross: beaten. Minus: support cut. Struck circle: void. Exclamation mark: illegal."""
    if outcome == "success":
        return
    style, sign = _SIGNS[outcome]
    group = _plate(canvas, parent, style, spot, order)
    if sign:
        canvas.path(group, sign, class_="stroke")
    else:
        canvas.text(group, "!", 0, 44, class_="word")


def draw_plus(canvas: Canvas, parent: Any, spot: Point, order: str = "") -> None:
    """A plus for a new unit."""
    group = _plate(canvas, parent, "glad", spot, order)
    canvas.path(group, "M-42 0h84M0-42v84", class_="stroke")


def _plate(canvas: Canvas, parent: Any, style: str, spot: Point, order: str) -> Any:
    group = canvas.group(
        parent,
        class_=f"sign {style}".strip(),
        transform=f"translate({round(spot[0])} {round(spot[1])})",
        data_order=order,
    )
    canvas.element(group, "circle", r=SIGN_RADIUS, class_="plate")
    return group
