"""Land: fills by owner, hatching, the rim inside a power's borders, and the borders."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mapsvg.board import Board
from mapsvg.canvas import Canvas
from mapsvg.palette import PATTERNS
from mapsvg.scene import Fill
from mapsvg.sheet import Sheet


def define_fills(sheet: Sheet, defs: Any) -> None:
    """Patterns for impassable land, for captured provinces, and for powers if asked for."""
    closed = _pattern(sheet, defs, "closed", 130, 45)
    sheet.canvas.rect(closed, 0, 0, 130, 130, class_="impassable")
    sheet.canvas.path(closed, "M65 0v130", class_="hatching")
    for name, fill in _captures(sheet).items():
        pattern = _pattern(sheet, defs, name, 150, 45)
        power = sheet.colors[fill.power].land if fill.power else sheet.palette.tokens["land"]
        native = sheet.colors[fill.native].land if fill.native else None
        sheet.canvas.rect(pattern, 0, 0, 150, 150, fill=power)
        stripe = native or sheet.palette.tokens["unaligned"]
        sheet.canvas.path(pattern, "M40 0v150", stroke=stripe, stroke_width=60)
    if sheet.patterns:
        for key, colors in sheet.colors.items():
            size, lines, turn = PATTERNS[colors.pattern]
            pattern = _pattern(sheet, defs, f"fill-{key}", size, turn)
            sheet.canvas.rect(pattern, 0, 0, size, size, fill=colors.land)
            if lines:
                width = {"dots": 38, "dashes": 18}.get(colors.pattern, 13)
                sheet.canvas.path(
                    pattern,
                    lines,
                    fill="none",
                    stroke=colors.edge,
                    stroke_width=width,
                    stroke_linecap="round" if colors.pattern == "dots" else "butt",
                )


def draw_land(sheet: Sheet) -> None:
    """Every land province in its owner's color; islands without a town with their province."""
    layer = sheet.canvas.group(sheet.layer("land"), id=sheet.id("lands"))
    outlines = sheet.board.outlines
    if outlines.islets and not sheet.shared:
        sheet.canvas.path(layer, outlines.islets, class_="land", fill_rule="evenodd")
    for code in outlines.land:
        province = sheet.board.geometry.provinces[code]
        if sheet.shared and province.kind == "impassable":
            continue
        paint = _paint(sheet, code, closed=province.kind == "impassable")
        sheet.canvas.raw(layer, _shape(sheet.board, code, sheet.prefix, tuple(paint.items())))


@lru_cache(maxsize=2048)
def _shape(board: Board, code: str, prefix: str, paint: tuple[tuple[str, str], ...]) -> str:
    """A province in one paint, serialised once: most look the same on the next map."""
    canvas = Canvas()
    shape = canvas.element(
        None,
        "path",
        d=board.outlines.land[code],
        id=f"{prefix}p-{code}",
        fill_rule="evenodd",
        data_province=code,
        **dict(paint),
    )
    canvas.element(shape, "title", board.geometry.provinces[code].name)
    return canvas.fragment()


def draw_borders(sheet: Sheet) -> None:
    """The rims, and the borders between powers."""
    layer = sheet.layer("borders")
    owners = tuple(_owner(sheet, code) for code in sheet.board.geometry.provinces)
    for style, d in _borders(sheet.board, owners):
        sheet.canvas.path(layer, d, class_=style)


@lru_cache(maxsize=16)
def _borders(board: Board, holders: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Class and path data of each line, for who holds each of the board's provinces.

    Kept, since few phases change an owner.
    """
    geometry, outlines = board.geometry, board.outlines
    owners = dict(zip(geometry.provinces, holders, strict=True))
    rims: dict[str, list[str]] = {}
    borders: list[str] = []
    for index, arc in enumerate(geometry.arcs):
        left, right = owners.get(arc.left, ""), owners.get(arc.right, "")
        if left == right or arc.kind not in ("land", "coast"):
            continue
        if left:
            rims.setdefault(left, []).append(outlines.rims[index][0])
        if right:
            rims.setdefault(right, []).append(outlines.rims[index][1])
        if arc.kind == "land":
            borders.append(outlines.lines[index])
    lines = [(f"edge pw-{key}", "".join(rims[key])) for key in sorted(rims)]
    if borders:
        lines.append(("power-border", "".join(borders)))
    return tuple(lines)


def draw_ornaments(sheet: Sheet) -> None:
    """Lakes and rivers."""
    layer = sheet.layer("ornaments")
    outlines = sheet.board.outlines
    if outlines.rivers:
        sheet.canvas.path(layer, outlines.rivers, class_="rivers")
    if outlines.lakes:
        sheet.canvas.path(layer, outlines.lakes, class_="lakes", fill_rule="evenodd")


def _owner(sheet: Sheet, code: str) -> str:
    """Who holds a province, "" for nobody."""
    fill = sheet.scene.fills.get(code)
    if fill:
        return fill.power if fill.kind in ("own", "captured") else ""
    return sheet.scene.owners.get(code, "")


def _paint(sheet: Sheet, code: str, *, closed: bool) -> dict[str, str]:
    """The class of a province, its fill where a class cannot say it, and its owner."""
    if closed:
        return {"class_": "province impassable", "fill": f"url(#{sheet.id('closed')})"}
    fill = sheet.scene.fills.get(code) or Fill("own", sheet.scene.owners.get(code, ""))
    classes = ["province", "land"]
    if fill.kind != "own":
        classes.append(fill.kind)
    paint = {}
    if fill.power:
        classes.append(f"pw-{fill.power}")
        paint["data_power"] = fill.power
    if fill.kind == "captured":
        paint["style"] = f"fill:url(#{sheet.id(_capture_name(fill))})"
    elif fill.kind != "own":
        land = sheet.colors[fill.power].land if fill.power else sheet.palette.tokens["land"]
        paint["style"] = f"fill:{sheet.palette.tint(fill.kind, land)}"
    elif fill.power and sheet.patterns:
        paint["style"] = f"fill:url(#{sheet.id(f'fill-{fill.power}')})"
    return {"class_": " ".join(classes), **paint}


def _captures(sheet: Sheet) -> dict[str, Fill]:
    captured = [fill for fill in sheet.scene.fills.values() if fill.kind == "captured"]
    return {_capture_name(fill): fill for fill in captured}


def _capture_name(fill: Fill) -> str:
    return f"captured-{fill.power or 'none'}-{fill.native or 'none'}"


def _pattern(sheet: Sheet, defs: Any, name: str, size: int, turn: int) -> Any:
    return sheet.canvas.element(
        defs,
        "pattern",
        id=sheet.id(name),
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn})" if turn else None,
    )
