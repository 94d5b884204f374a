"""Orders as lines and signs: color is the power, width the strength, stroke the outcome.

Solid: succeeded. Dashed with a cross: beaten. Thin dashes to a ring: support, with a minus if cut.
Round dots: convoyed. Sparse dots with a struck circle: void. Gray dots with "!": illegal.
Lines lie below names and pieces, heads of arrows above names, signs above all: layer-orders,
layer-heads and layer-signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapsvg.board import ARMY, FLEET
from mapsvg.canvas import Canvas
from mapsvg.plan import CONVOY_RING, HOLD_RING, MOVE_RING, SIGN_RADIUS, Line
from mapsvg.scene import OrderMark, Outcome
from mapsvg.sheet import Sheet
from mapsvg.track import Box, Point, Track, arrow_head, shorten, straight

# Lower lines may not cut an arrow: supports first, moves last.
_RANKS = {"convoy": 0, "support_hold": 1, "support_move": 1, "hold": 2}

# The outcome of an order that does nothing.
_UNHEARD: tuple[Outcome, ...] = ("void", "illegal", "excess")

_CORNER = 56  # radius of the corners of a ring around a piece


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


def draw_orders(sheet: Sheet, plan: Mapping[str, Line]) -> None:
    """The line of every order of the scene."""
    canvas = sheet.canvas
    layer = sheet.smaller(sheet.layer("orders"), sheet.board.scale)
    for order in sorted(sheet.scene.orders, key=lambda order: _RANKS.get(order.kind, 3)):
        if order.id not in plan:
            continue
        group = sheet.canvas.group(
            layer, id_=f"order-{order.id}", class_=order_classes(order), data_unit=order.unit
        )
        if order.text:
            sheet.canvas.title(group, order.text)
        line = plan[order.id]
        if order.kind in ("move", "convoyed", "retreat") and line.track:
            draw_shaft(canvas, group, order, line.track)
        elif order.kind == "hold":
            x, y, wide, high = line.box
            draw_bar(canvas, group, (x, y + high + 26), "army" if wide < FLEET[0] else "fleet")
        elif line.ring:
            if line.track:
                draw_thread(canvas, group, order, line.track)
            draw_ring(canvas, group, line.ring, line.ring_name)


def draw_heads(sheet: Sheet, plan: Mapping[str, Line]) -> None:
    """The head of every arrow: where a name is in its way, the name gives way."""
    layer = None
    for order in sheet.scene.orders:
        line = plan.get(order.id)
        if line is None or line.track is None or order.kind not in ("move", "convoyed", "retreat"):
            continue
        layer = layer or sheet.smaller(sheet.layer("heads"), sheet.board.scale)
        group = sheet.canvas.group(layer, class_=order_classes(order), data_order=order.id)
        draw_head(sheet.canvas, group, order, line.track)


def draw_signs(sheet: Sheet, plan: Mapping[str, Line]) -> None:
    """The sign of every order that failed, the cross of a disbanded unit, the plus of a new one."""
    canvas = sheet.canvas
    layer = sheet.smaller(sheet.layer("signs"), sheet.board.scale)
    for order in sheet.scene.orders:
        line = plan.get(order.id)
        if line is None or line.sign is None:
            continue
        if order.kind in ("disband", "remove") and order.outcome not in _UNHEARD:
            strike = sheet.canvas.group(layer, class_="strike-of", data_order=order.id)
            draw_strike(canvas, strike, line.box)
        if order.kind == "build" and order.outcome == "success":
            draw_plus(canvas, layer, line.sign, order.id)
        else:
            draw_sign(canvas, layer, order.outcome, line.sign, order.id)


def order_classes(order: OrderMark) -> str:
    """The classes of an order: kind, outcome, whether it failed, and its power."""
    fails = "" if order.outcome == "success" else " fails"
    kind = order.kind.replace("_", "-")
    power = f" pw-{order.power}" if order.power else ""
    return f"order {kind} {order.outcome}{fails}{power}"


def define_orders(sheet: Sheet) -> None:
    """Rings and bars at pieces and on lines. Their looks come from the <use>: see define_pieces."""
    for name, (wide, high) in (("army", ARMY), ("fleet", FLEET)):
        x, y = wide + HOLD_RING, high + HOLD_RING
        sheet.canvas.rect(None, -x, -y, 2 * x, 2 * y, rx=_CORNER, id=f"ring-{name}")
        sheet.canvas.path(None, f"M{6 - wide} 0h{2 * wide - 12}", id=f"bar-{name}")
    sheet.canvas.element(None, "circle", r=MOVE_RING, id="ring-move")
    sheet.canvas.element(None, "circle", r=CONVOY_RING, id="ring-convoy")


def draw_shaft(canvas: Canvas, group: Any, order: OrderMark, track: Track) -> None:
    """The line of a move, in the stroke of its outcome, and the halo of its head."""
    width = _width(order)
    line = shorten(track, 0.72 * (136 + width))
    dashes, cap = _dashes(order, width)
    canvas.path(group, _head(order, track), class_="head-case")
    _draw_line(canvas, group, line.d, "arrow", (width, 20, 44), order.strength, dashes, cap)


def draw_head(canvas: Canvas, group: Any, order: OrderMark, track: Track) -> None:
    canvas.path(group, _head(order, track), class_="head")


def _width(order: OrderMark) -> int:
    return 44 + 10 * min(order.strength - 1, 5)


def _head(order: OrderMark, track: Track) -> str:
    width = _width(order)
    return arrow_head(track, 136 + width, 110 + 1.4 * width)


def draw_thread(canvas: Canvas, group: Any, order: OrderMark, track: Track) -> None:
    """The thin line of a support, or of an unused convoy."""
    width = 28 + 6 * min(order.strength - 1, 5)
    dashes, cap = "62 38", None
    if order.outcome in _UNHEARD:
        dashes, cap = "0 60", "round"
    _draw_line(canvas, group, track.d, "thread", (width, 14, 30), order.strength, dashes, cap)


def _draw_line(
    canvas: Canvas,
    group: Any,
    d: str,
    kind: str,
    widths: tuple[int, int, int],
    strength: int,
    dashes: str | None,
    cap: str | None,
) -> None:
    """A line of three strokes: its halo, its outline, and its color.

    widths: of the color, and how much more the other two have. The style sheet has each kind at
    strength 1 in the dashes of success, which most orders have.
    """
    width, more, most = widths
    usual = strength == 1
    style = f"case {kind}" if usual else "case"
    canvas.path(group, d, class_=style, stroke_width=None if usual else width + most)
    usual = usual and dashes == {"arrow": None, "thread": "62 38"}[kind]
    for name, extra in (("under", more), ("ln", 0)):
        if usual:
            canvas.path(group, d, class_=f"{name} {kind}")
        else:
            stroke = {"stroke_width": width + extra, "stroke_dasharray": dashes}
            canvas.path(group, d, class_=name, **stroke, stroke_linecap=cap)


def draw_ring(canvas: Canvas, group: Any, ring: Box, name: str) -> None:
    """The ring at the end of a support, or the ring of dots around a convoying fleet."""
    styles = (
        ("ring-case", "ring dotted") if name == "convoy" else ("ring-case", "ring-under", "ring")
    )
    x, y, radius, _ = ring
    if name == "spot" or radius < MOVE_RING:  # no shape of the usual size
        for style in styles:
            canvas.circle(group, x, y, radius, class_=style)
        return
    _draw_uses(canvas, group, (x, y), f"ring-{name}", styles)


def draw_bar(canvas: Canvas, group: Any, spot: Point, name: str) -> None:
    """The bar below a unit that holds."""
    _draw_uses(canvas, group, spot, f"bar-{name}", ("bar-case", "bar-under", "bar"))


def _draw_uses(
    canvas: Canvas, group: Any, spot: Point, shape: str, styles: tuple[str, ...]
) -> None:
    """A shape at a place, once in each style."""
    move = f"translate({round(spot[0])} {round(spot[1])})"
    inner = canvas.group(group, transform=move)
    for style in styles:
        canvas.use(inner, shape, class_=style)


def draw_strike(canvas: Canvas, group: Any, box: Box) -> None:
    """The cross through a unit that leaves the board, no larger than its piece."""
    wide, high = round(min(box[2], 150)) - 28, round(box[3]) - 28
    cross = f"M{round(box[0]) - wide} {round(box[1]) - high}l{2 * wide} {2 * high}"
    cross += f"m0-{2 * high}l-{2 * wide} {2 * high}"
    for style in ("strike-case", "strike"):
        canvas.path(group, cross, class_=style)


def draw_sample(canvas: Canvas, group: Any, order: OrderMark) -> None:
    """An order as the legend shows it, around 0, 0."""
    spot = (-60.0, 0.0)
    if order.kind in ("move", "convoyed", "retreat"):
        track = straight((-270, 0), (270, 0))
        draw_shaft(canvas, group, order, track)
        draw_head(canvas, group, order, track)
    elif order.kind == "hold":
        draw_bar(canvas, group, (0, 0), "army")
        spot = (0, 0)
    elif order.kind in ("disband", "remove", "build"):
        spot = (0, 0)
        if order.kind == "build" and order.outcome == "success":
            draw_plus(canvas, group, spot)
        elif order.kind != "build" and order.outcome not in _UNHEARD:
            draw_strike(canvas, group, (0, 0, 152, 152))
            spot = (110, -80)
    elif order.kind == "convoy" and order.outcome not in _UNHEARD:
        draw_ring(canvas, group, (0, 0, 50, 50), "convoy")
        spot = (90, -70)
    else:
        draw_thread(canvas, group, order, straight((-270, 0), (160, 0)))
        draw_ring(canvas, group, (220, 0, 62, 62), "move")
    draw_sign(canvas, group, order.outcome, spot)


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
