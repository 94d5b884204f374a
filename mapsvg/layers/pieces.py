"""Supply centers, units and markers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mapsvg.board import ARMY, CENTER_RADIUS, FLEET
from mapsvg.canvas import Canvas
from mapsvg.geometry import Point
from mapsvg.scene import UnitKind, UnitPiece, UnitState
from mapsvg.sheet import Sheet

# Teeth of the star around a piece: how wide, and how far from the piece they begin and end.
_TOOTH = 70
_BASE = 24
_REACH = 43


def define_pieces(sheet: Sheet, defs: Any) -> None:
    """The two shapes of units, and the star behind dislodged and new ones.

    They have no classes: browsers do not look beyond a <use> for `.board`, so what they look like
    comes from the <use>.
    """
    for name, (wide, high) in (("army", ARMY), ("fleet", FLEET)):
        box = (-wide, -high, 2 * wide, 2 * high)
        rx = 14 if name == "army" else 26
        sheet.canvas.rect(defs, *box, rx=rx, id=sheet.id(name))
        inner = (-wide + 20, -high + 20, 2 * wide - 40, 2 * high - 40)
        sheet.canvas.rect(defs, *inner, rx=rx // 2, id=sheet.id(f"{name}-bevel"))
        sheet.canvas.path(defs, burst(wide, high), id=sheet.id(f"burst-{name}"))


def draw_centers(sheet: Sheet) -> None:
    """A black disc for each center, its heart in the owner's color, or its value."""
    layer = sheet.layer("centers")
    for code, owner in sheet.scene.centers.items():
        spot = sheet.board.geometry.provinces[code].center
        if spot is not None:
            sheet.canvas.raw(layer, _center(code, spot, owner, sheet.scene.values.get(code)))


@lru_cache(maxsize=1024)
def _center(code: str, spot: tuple[int, int], owner: str | None, value: int | None) -> str:
    canvas = Canvas()
    group = canvas.group(
        class_=_classes("center", owner),
        transform=f"translate({spot[0]} {spot[1]})",
        data_province=code,
        data_power=owner or None,
    )
    draw_center(canvas, group, owner, value)
    return canvas.fragment()


def draw_center(canvas: Canvas, group: Any, owner: str | None, value: int | None = None) -> None:
    """The sign of a center around 0, 0."""
    canvas.circle(group, 0, 0, CENTER_RADIUS, class_="disc")
    if value is not None:
        canvas.text(group, str(value), 0, 32)
    elif owner:
        canvas.circle(group, 0, 0, CENTER_RADIUS * 0.5, class_="core")


def draw_units(sheet: Sheet) -> None:
    """All pieces; dislodged ones last, above those that took their place."""
    layer = sheet.layer("units")
    for unit in sorted(sheet.scene.units, key=lambda unit: unit.state == "dislodged"):
        title = describe_unit(sheet, unit)
        body = _body(sheet, unit)
        sheet.canvas.raw(layer, _unit(sheet.prefix, unit, sheet.spot(unit), title, body))


@lru_cache(maxsize=2048)
def _unit(prefix: str, unit: UnitPiece, spot: Point, title: str, body: str) -> str:
    """A piece, serialised once: most stand on the next map too."""
    canvas = Canvas()
    group = canvas.group(
        id=prefix + unit_id(unit),
        class_=_classes("unit", unit.power, unit.state if unit.state != "normal" else ""),
        transform=f"translate({spot[0]} {spot[1]})",
        data_unit=unit.kind,
        data_at=unit.at,
        data_power=unit.power,
    )
    canvas.element(group, "title", title)
    canvas.raw(group, body)
    return canvas.fragment()


def unit_id(unit: UnitPiece) -> str:
    """The id of a piece: u-VIE, u-SPA-SC, and u-VIE-dislodged."""
    tail = "-dislodged" if unit.state == "dislodged" else ""
    return f"u-{unit.at.replace('/', '-')}{tail}"


def describe_unit(sheet: Sheet, unit: UnitPiece) -> str:
    """A piece in words: "Austria: army Vienna, strength 2, dislodged"."""
    province = sheet.board.geometry.provinces[unit.province].name
    coast = unit.at.partition("/")[2]
    kind = "army" if unit.kind == "A" else "fleet"
    place = f"{province} ({coast})" if coast else province
    parts = [f"{sheet.scene.name_of(unit.power)}: {kind} {place}"]
    if unit.strength > 1:
        parts.append(f"strength {unit.strength}")
    if unit.state != "normal":
        parts.append("new" if unit.state == "built" else unit.state)
    return ", ".join(parts)


def draw_piece(sheet: Sheet, group: Any, unit: UnitPiece) -> None:
    """A piece around 0, 0: its star, its body, and what is written on it."""
    sheet.canvas.raw(group, _body(sheet, unit))


def _body(sheet: Sheet, unit: UnitPiece) -> str:
    colors = sheet.colors.get(unit.power)
    light = colors is not None and colors.dark_text
    return _shape(sheet.prefix, unit.kind, unit.state, _piece_text(sheet, unit), light)


@lru_cache(maxsize=256)
def _shape(prefix: str, kind: UnitKind, state: UnitState, words: str, light: bool) -> str:
    canvas = Canvas()
    shape = "army" if kind == "A" else "fleet"
    if state in ("dislodged", "built"):
        star = "burst" if state == "dislodged" else "new"
        canvas.use(None, f"{prefix}burst-{shape}", class_=star)
    canvas.use(None, prefix + shape, class_="body")
    canvas.use(None, f"{prefix}{shape}-bevel", class_="bevel")
    if words:
        size = min(156 if kind == "A" else 132, _text_size(words, kind))
        style = "on-light" if light else "on-dark"
        canvas.text(None, words, 0, size * 0.34, font_size=size, class_=style)
    return canvas.fragment()


def draw_markers(sheet: Sheet) -> None:
    """Small discs with one or two characters."""
    layer = sheet.layer("markers")
    for marker in sheet.scene.markers:
        x, y = sheet.board.geometry.provinces[marker.at.partition("/")[0]].marker
        group = sheet.canvas.group(
            layer,
            class_=_classes("marker", marker.power),
            transform=f"translate({x} {y})",
            data_at=marker.at,
        )
        if marker.title:
            sheet.canvas.element(group, "title", marker.title)
        sheet.canvas.circle(group, 0, 0, 62)
        sheet.canvas.text(group, marker.text[:2], 0, 29)


def burst(wide: int, high: int) -> str:
    """Path data of a rectangle around 0, 0 whose sides are teeth, a little larger than the piece.

    A star on a circle would reach as far from the sides as it must at the corners, and cover what
    stands beside the piece.
    """
    corners: list[tuple[float, float]] = []
    for along, out, turn in ((wide, high, 0), (high, wide, 1), (wide, high, 2), (high, wide, 3)):
        teeth = max(2, round(2 * along / _TOOTH))
        for index in range(teeth):
            start = -along + 2 * along * index / teeth
            for x, y in ((start, -out - _BASE), (start + along / teeth, -out - _REACH)):
                corners.append(((x, y), (-y, x), (-x, -y), (y, -x))[turn])
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in corners) + "z"


def _piece_text(sheet: Sheet, unit: UnitPiece) -> str:
    style = sheet.scene.powers.get(unit.power)
    words = unit.label
    if sheet.patterns and unit.power and not words:
        words = style.sign if style else unit.power[:2].capitalize()
    if unit.strength > 1:
        words += f"+{unit.strength - 1}"
    return words


def _text_size(words: str, kind: str) -> int:
    room = 2 * (ARMY if kind == "A" else FLEET)[0] - 48
    return int(room / (0.56 * len(words)))


def _classes(kind: str, power: str | None, state: str = "") -> str:
    return " ".join(part for part in (kind, state, f"pw-{power}" if power else "") if part)
