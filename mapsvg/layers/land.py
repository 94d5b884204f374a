"""Land: fills by owner and status, and the hatching of captured provinces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mapsvg.board import Board
from mapsvg.canvas import Canvas
from mapsvg.keeping import kept
from mapsvg.outlines import GRID
from mapsvg.palette import PATTERNS
from mapsvg.scene import Fill
from mapsvg.sheet import Sheet

# The tiles of the hatchings on impassable land and on captured provinces, map units.
_CLOSED = 130
_CAPTURED = 160
_STRIPE = 48
# Half the width and height of the samples of land in the legend.
SWATCH = (180, 160)
# Widths of the lines of a power's pattern; those that are not here have lines of 20.
_PATTERN_LINES = {"dots": 46, "dashes": 24, "triangles": 13, "rings": 15, "scales": 15}
# How much larger than drawn a pattern is on a map 20000 units wide: its lines are two pixels wide
# on a picture of 1600. That of minor states is wider and thinner: the same in lighter print.
_PATTERN_SCALE = 1.35
_WIDER, _THINNER = 1.7, 0.45


def define_fills(sheet: Sheet, defs: Any) -> None:
    """Patterns for impassable land, for captured provinces, and for powers if asked for."""
    _define_common(sheet, defs)
    if sheet.patterns:
        for key in sheet.colors:
            _define_power(sheet, defs, key, "")
        tinted = {fill.power for fill in sheet.scene.fills.values() if _is_tinted(fill)}
        for key in sorted(tinted - {""}):
            _define_power(sheet, defs, key, "tint")
    for fill in _hatched(sheet.scene.fills.values()).values():
        _define_hatching(sheet, defs, fill)


def _define_common(sheet: Sheet, defs: Any) -> None:
    """What every map defines: the pattern of impassable land, and the samples of the legend."""
    canvas = sheet.canvas
    closed = _pattern(canvas, defs, sheet.id("closed"), _CLOSED, 45)
    canvas.rect(closed, 0, 0, _CLOSED, _CLOSED, class_="impassable")
    middle = _CLOSED // 2
    canvas.path(closed, f"M{middle} 0v{_CLOSED}", class_="hatching")
    wide, high = SWATCH[0] / GRID, SWATCH[1] / GRID
    for name, inset in (("swatch", 0), ("swatch-rim", 6)):
        box = (inset - wide, inset - high, 2 * (wide - inset), 2 * (high - inset))
        canvas.rect(defs, *box, id=sheet.id(name), transform=f"scale({GRID})")


def _define_hatching(sheet: Sheet, defs: Any, fill: Fill) -> None:
    """The pattern of land that shows whose it was."""
    pattern = _pattern(sheet.canvas, defs, sheet.id(_hatch_name(fill)), _CAPTURED, 45)
    own = Fill(fill.kind, fill.power)
    paint: dict[str, Any] = paint_of(sheet.prefix, own, patterns=sheet.patterns)
    sheet.canvas.rect(pattern, 0, 0, _CAPTURED, _CAPTURED, **paint)
    left = (_CAPTURED - _STRIPE) / 2
    sheet.canvas.rect(pattern, left, 0, _STRIPE, _CAPTURED, class_=f"land {_stripe(fill)}")


def _define_power(sheet: Sheet, defs: Any, key: str, tint: str) -> None:
    """The pattern of a power on its own land, or on that of its minor states."""
    colors = sheet.colors[key]
    size, lines, turn = PATTERNS[colors.pattern]
    scale = _PATTERN_SCALE * sheet.board.geometry.width / 20000 * (_WIDER if tint else 1)
    name = sheet.id(f"fill{tint and '-'}{tint}-{key}")
    pattern = _pattern(sheet.canvas, defs, name, size, turn, scale)
    sheet.canvas.rect(pattern, 0, 0, size, size, class_=_join("land", tint, f"pw-{key}"))
    if lines:
        sheet.canvas.path(
            pattern,
            lines,
            class_=f"lines pw-{key}",
            stroke_width=round(_PATTERN_LINES.get(colors.pattern, 20) * (_THINNER if tint else 1)),
            stroke_linecap="round" if colors.pattern == "dots" else None,
        )


def draw_land(sheet: Sheet) -> None:
    """Every land province in its owner's color; islands without a town with their province."""
    layer = sheet.layer("land", stroke_width=8 / GRID)
    layer = sheet.canvas.group(layer, id=sheet.id("lands"), transform=f"scale({GRID})")
    if not sheet.shared:
        _draw_unheld(sheet, layer)
    for code in sheet.board.outlines.land:
        if (
            not _is_beyond(sheet.board, code)
            and sheet.shows_province(code)
            and not (sheet.shared and sheet.board.geometry.provinces[code].kind == "impassable")
        ):
            fill = fill_of(sheet, code)
            sheet.canvas.raw(layer, _shape(sheet.board, code, sheet.prefix, sheet.patterns, fill))


def _draw_unheld(sheet: Sheet, layer: Any) -> None:
    """Land that nobody holds: islets, and land beyond the board."""
    outlines = sheet.board.outlines
    if outlines.islets:
        sheet.canvas.path(layer, outlines.islets, class_="land")
    beyond = "".join(d for code, d in outlines.land.items() if _is_beyond(sheet.board, code))
    if beyond:
        closed = Fill("impassable")
        paint: dict[str, Any] = paint_of(sheet.prefix, closed, patterns=sheet.patterns)
        sheet.canvas.path(layer, beyond, **paint)


def _is_beyond(board: Board, code: str) -> bool:
    """Whether it is land beyond the board, which nobody can name in an order."""
    return code.startswith("_") and board.geometry.provinces[code].kind == "impassable"


@kept(4096)
def _shape(board: Board, code: str, prefix: str, patterns: bool, fill: Fill) -> str:
    """A province with a fill."""
    canvas = Canvas()
    province = board.geometry.provinces[code]
    paint: dict[str, Any] = paint_of(prefix, fill, patterns=patterns)
    paint["class_"] = f"province {paint['class_']}"
    shape = canvas.element(
        None,
        "path",
        d=board.outlines.land[code],
        id=f"{prefix}p-{code}",
        data_province=code,
        **paint,
    )
    canvas.element(shape, "title", province.name)
    return canvas.fragment()


def fill_of(sheet: Sheet, code: str) -> Fill:
    """How a province is painted: as the scene says, else as its owner's."""
    fill = sheet.scene.fills.get(code)
    if fill is None and sheet.board.geometry.provinces[code].kind == "impassable":
        return Fill("impassable")
    return fill or Fill("own", sheet.scene.owners.get(code, ""))


def paint_of(prefix: str, fill: Fill, *, patterns: bool) -> dict[str, str]:
    """The class of land, and its fill where a class cannot say it."""
    if fill.kind == "impassable":
        return {"class_": "impassable", "style": f"fill:url(#{prefix}closed)"}
    kind = fill.kind if fill.kind != "own" else ""
    tint = "tint" if _is_tinted(fill) else ""
    paint = {"class_": _join("land", tint, kind, fill.power and f"pw-{fill.power}")}
    if is_hatched(fill):
        paint["style"] = f"fill:url(#{prefix}{_hatch_name(fill)})"
    elif fill.power and patterns:
        tint = "-tint" if _is_tinted(fill) else ""
        paint["style"] = f"fill:url(#{prefix}fill{tint}-{fill.power})"
    return paint


def draw_swatch(
    canvas: Canvas, group: Any, prefix: str, fill: Fill, *, patterns: bool = False
) -> None:
    """A rectangle of land around 0, 0 with that fill, and the rim of a vassal."""
    paint: dict[str, Any] = paint_of(prefix, fill, patterns=patterns)
    paint["class_"] += " swatch"
    canvas.use(group, f"{prefix}swatch", **paint)
    if fill.kind == "vassal":
        canvas.use(group, f"{prefix}swatch-rim", class_=f"edge vassal pw-{fill.power}")


def _is_tinted(fill: Fill) -> bool:
    return fill.kind in ("aligned", "vassal")


def is_hatched(fill: Fill) -> bool:
    """Whether land shows whose it was: a power's, or a minor state's that a power holds; or that it
    differs in kind from the rest of its owner's."""
    return bool(_stripe(fill))


def _stripe(fill: Fill) -> str:
    """The class of the stripes on captured land; grey where its owner is a minor state."""
    if fill.native:
        return f"pw-{fill.native}"
    return "unaligned" if fill.hatched or (fill.kind == "captured" and fill.state) else ""


def _hatched(fills: Iterable[Fill]) -> dict[str, Fill]:
    return {_hatch_name(fill): fill for fill in fills if is_hatched(fill)}


def _hatch_name(fill: Fill) -> str:
    return "-".join((fill.kind, fill.power or "none", fill.native or "minor"))


def _join(*words: str) -> str:
    return " ".join(word for word in words if word)


def _pattern(canvas: Canvas, defs: Any, name: str, size: int, turn: int, scale: float = 1.0) -> Any:
    return canvas.element(
        defs,
        "pattern",
        id=name,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"scale({scale / GRID:.4g})" + (f"rotate({turn})" if turn else ""),
    )
