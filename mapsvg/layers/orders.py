"""Orders as lines and signs: color is the power, width the strength, stroke the outcome.

Solid: came off. Dashed with a cross: beaten. Thin dashes to a ring: support, with a minus if cut.
Round dots: convoyed. Sparse dots with a struck circle: void. Grey dots with "!": illegal.
Lines lie below names and pieces, signs above them: layer-orders and layer-signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapsvg.layers.signs import draw_plus, draw_sign
from mapsvg.plan import Line
from mapsvg.scene import OrderMark
from mapsvg.sheet import Sheet
from mapsvg.track import Box, Track, arrow_head, shorten, straight

# What lies below must not cut an arrow: supports first, moves last.
_RANKS = {"convoy": 0, "support_hold": 1, "support_move": 1, "hold": 2}

_CORNER = 56  # radius of the corners of a ring around a piece


def draw_orders(sheet: Sheet, plan: Mapping[str, Line]) -> None:
    """The line of every order of the scene."""
    layer = sheet.layer("orders")
    for order in sorted(sheet.scene.orders, key=lambda one: _RANKS.get(one.kind, 3)):
        group = sheet.canvas.group(
            layer,
            id=sheet.id(f"order-{order.id}"),
            class_=order_classes(order),
            data_power=order.power,
            data_unit=order.unit,
            data_target=order.target or None,
            data_aux=order.aux or None,
            data_outcome=order.outcome,
        )
        if order.text:
            sheet.canvas.element(group, "title", order.text)
        line = plan[order.id]
        if order.kind in ("move", "convoyed", "retreat") and line.track:
            draw_arrow(sheet, group, order, line.track)
        elif order.kind == "hold":
            x, y, wide, high = line.box
            draw_bar(sheet, group, (x, y + high + 26), wide - 36)
        elif line.ring:
            if line.track:
                draw_thread(sheet, group, order, line.track)
            draw_ring(sheet, group, line.ring, dotted=order.kind == "convoy", around=line.around)


def draw_signs(sheet: Sheet, plan: Mapping[str, Line]) -> None:
    """The sign of every order that failed, the cross of a disbanded unit, the plus of a new one."""
    layer = sheet.layer("signs")
    for order in sheet.scene.orders:
        line = plan[order.id]
        if line.sign is None:
            continue
        group = sheet.canvas.group(
            layer, class_=f"sign-of {order.kind.replace('_', '-')}", data_order=order.id
        )
        if order.kind in ("disband", "remove") and order.outcome not in ("void", "illegal"):
            draw_strike(sheet, group, line.box)
        if order.kind == "build" and order.outcome == "success":
            draw_plus(sheet, group, line.sign)
        else:
            draw_sign(sheet, group, order.outcome, line.sign)


def order_classes(order: OrderMark) -> str:
    """The classes of an order: kind, outcome, whether it failed, and its power."""
    fails = "" if order.outcome == "success" else " fails"
    kind = order.kind.replace("_", "-")
    power = f" pw-{order.power}" if order.power else ""
    return f"order {kind} {order.outcome}{fails}{power}"


def draw_arrow(sheet: Sheet, group: Any, order: OrderMark, track: Track) -> None:
    """The line and the head of a move, in the stroke of its outcome."""
    canvas = sheet.canvas
    width = 44 + 10 * min(order.strength - 1, 5)
    head = arrow_head(track, 136 + width, 110 + 1.4 * width)
    line = shorten(track, 0.72 * (136 + width))
    canvas.path(group, head, class_="head-case")
    canvas.path(group, line.d, class_="case", stroke_width=width + 44)
    dashes, cap = _dashes(order, width)
    for style, extra in (("under", 20), ("ln", 0)):
        canvas.path(
            group,
            line.d,
            class_=style,
            stroke_width=width + extra,
            stroke_dasharray=dashes,
            stroke_linecap=cap,
        )
    canvas.path(group, head, class_="head")


def draw_thread(sheet: Sheet, group: Any, order: OrderMark, track: Track) -> None:
    """The thin line of a support, or of a convoy that nobody uses."""
    width = 28 + 6 * min(order.strength - 1, 5)
    dashes, cap = "62 38", None
    if order.outcome in ("void", "illegal", "excess"):
        dashes, cap = "0 60", "round"
    sheet.canvas.path(group, track.d, class_="case", stroke_width=width + 30)
    for style, extra in (("under", 14), ("ln", 0)):
        sheet.canvas.path(
            group,
            track.d,
            class_=style,
            stroke_width=width + extra,
            stroke_dasharray=dashes,
            stroke_linecap=cap,
        )


def draw_ring(
    sheet: Sheet, group: Any, ring: Box, *, dotted: bool = False, around: bool = False
) -> None:
    """The ring at the end of a support, or the ring of dots around a convoying fleet."""
    dashes = "0 55" if dotted else None
    for style in ("ring-case", "ring dotted") if dotted else ("ring-case", "ring-under", "ring"):
        shown = {"class_": style, "stroke_dasharray": dashes if style == "ring dotted" else None}
        x, y, wide, high = ring
        if around:
            sheet.canvas.rect(group, x - wide, y - high, 2 * wide, 2 * high, rx=_CORNER, **shown)
        else:
            sheet.canvas.circle(group, x, y, wide, **shown)


def draw_bar(sheet: Sheet, group: Any, spot: tuple[float, float], half: float) -> None:
    """The bar below a unit that holds."""
    for style in ("bar-case", "bar-under", "bar"):
        sheet.canvas.line(group, spot[0] - half, spot[1], spot[0] + half, spot[1], class_=style)


def draw_strike(sheet: Sheet, group: Any, box: Box) -> None:
    """The cross through a unit that leaves the board, no larger than its piece."""
    wide, high = round(min(box[2], 150)) - 28, round(box[3]) - 28
    cross = f"M{round(box[0]) - wide} {round(box[1]) - high}l{2 * wide} {2 * high}"
    cross += f"m0-{2 * high}l-{2 * wide} {2 * high}"
    for style in ("strike-case", "strike"):
        sheet.canvas.path(group, cross, class_=style)


def draw_sample(sheet: Sheet, group: Any, order: OrderMark) -> None:
    """An order as the legend shows it, around 0, 0."""
    spot = (-60.0, 0.0)
    if order.kind in ("move", "convoyed", "retreat"):
        draw_arrow(sheet, group, order, straight((-270, 0), (270, 0)))
    elif order.kind == "hold":
        draw_bar(sheet, group, (0, 0), 80)
        spot = (0, 0)
    elif order.kind in ("disband", "remove"):
        draw_strike(sheet, group, (0, 0, 152, 152))
        spot = (110, -80)
    elif order.kind == "build":
        draw_plus(sheet, group, (0, 0))
        return
    elif order.kind == "convoy" and order.outcome not in ("void", "illegal", "excess"):
        draw_ring(sheet, group, (0, 0, 120, 120), dotted=True)
        spot = (90, -70)
    else:
        draw_thread(sheet, group, order, straight((-270, 0), (160, 0)))
        draw_ring(sheet, group, (220, 0, 60, 60))
    draw_sign(sheet, group, order.outcome, spot)


def _dashes(order: OrderMark, width: int) -> tuple[str | None, str | None]:
    """Dash array and line cap of a move's line."""
    if order.outcome in ("void", "excess"):
        return f"0 {3 * width}", "round"
    if order.outcome == "illegal" or order.kind == "retreat":
        return f"0 {2 * width}", "round"
    if order.kind == "convoyed" or order.via:
        return f"0 {round(1.6 * width)}", "round"
    if order.outcome != "success":
        return f"{round(3.2 * width)} {round(1.7 * width)}", None
    return None, None
