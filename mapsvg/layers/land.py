"""Land: fills by owner and status, and the hatching of captured provinces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from mapsvg.board import Board
from mapsvg.canvas import Canvas, escape_text
from mapsvg.outlines import GRID
from mapsvg.palette import Pattern, known_patterns
from mapsvg.scene import Fill
from mapsvg.sheet import Sheet

# The tiles of the hatchings on impassable land and on captured provinces, map units.
_CLOSED = 130
_CAPTURED = 160
_STRIPE = 48
# Half the width and height of the samples of land in the legend.
SWATCH = (180, 160)
# How much larger than drawn a pattern is on a map 20000 units wide: its lines are two pixels wide
# on a picture of 1600. That of minor states is wider and thinner: the same in lighter print.
_PATTERN_SCALE = 1.35
_WIDER, _THINNER = 1.7, 0.4
# The screen of the land of minor states, which every map has: its tile, map units.
_SCREEN = 76
# By the hatching of a power: how that screen runs, and to where the stripes are turned of what the
# power has captured. Each differs from that of another hatching.
_SCREENS: Mapping[str, tuple[str, int]] = {
    "": ("M38 0v76", -45),
    "level": ("M0 38h76", 0),
    "upright": ("M38 0v76", 0),
    "rising": ("M38 0v76", 45),
    "grid": ("M38 0v76M0 38h76", 0),
}
_STRIPES: Mapping[str, int] = {"": 45, "level": 90, "upright": 0, "rising": -45, "grid": 20}
# How thin the lines of a hatching are that every map has.
_FINE = 0.6


Hatched = frozenset[str]
"""The powers whose own land has a pattern."""


def land_pattern(name: str, *, tinted: bool) -> tuple[Pattern, float]:
    """The pattern of that name on a power's own land, or wider on that of its minor states, and its
    scale on a map 20000 units wide."""
    own = known_patterns()[name]
    if tinted:
        return replace(own, width=round(own.width * _THINNER)), _PATTERN_SCALE * _WIDER / GRID
    return own, _PATTERN_SCALE / GRID


def define_shapes(sheet: Sheet) -> None:
    """The shapes of provinces, for maps of a file that only define how to paint each."""
    for code, d in sheet.board.outlines.land.items():
        if code not in sheet.board.beyond:
            sheet.canvas.path(None, d, id=f"p-{code}", fill_rule="evenodd")


def define_fills(sheet: Sheet, defs: Any) -> None:
    """Patterns for impassable land, for captured provinces, for minor states, and for powers: for
    all of them if asked for, else for those that some eyes take for their neighbors."""
    _define_common(sheet, defs)
    tinted = {fill.power for fill in sheet.scene.fills.values() if _is_tinted(fill)}
    for key in sheet.colors:
        if key in sheet.hatched:
            _define_power(sheet, defs, key)
    for key in sorted(tinted - {""}):
        _define_minors(sheet, defs, key)
    hatched = {_hatch_name(fill): fill for fill in sheet.scene.fills.values() if is_hatched(fill)}
    for fill in hatched.values():
        _define_hatching(sheet, defs, fill)


def _define_common(sheet: Sheet, defs: Any) -> None:
    """The definitions of every map: the pattern of impassable land, and the samples of the
    legend."""
    canvas = sheet.canvas
    closed = _pattern(sheet, defs, "closed", _CLOSED, 45)
    canvas.rect(closed, 0, 0, _CLOSED, _CLOSED, class_="impassable")
    middle = _CLOSED // 2
    canvas.path(closed, f"M{middle} 0v{_CLOSED}", class_="hatching")
    wide, high = SWATCH[0] / GRID, SWATCH[1] / GRID
    for name, inset in (("swatch", 0), ("swatch-rim", 6)):
        box = (inset - wide, inset - high, 2 * (wide - inset), 2 * (high - inset))
        canvas.rect(defs, *box, id=name, transform=f"scale({GRID})")


def _define_hatching(sheet: Sheet, defs: Any, fill: Fill) -> None:
    """The pattern of land that shows whose it was."""
    turn = _STRIPES[sheet.colors[fill.power].hatch if fill.power else ""]
    pattern = _pattern(sheet, defs, _hatch_name(fill), _CAPTURED, turn)
    paint: dict[str, Any] = paint_of(Fill(fill.kind, fill.power), hatched=sheet.hatched)
    sheet.canvas.path(pattern, square(_CAPTURED), **paint)
    stripe = f"M{(_CAPTURED - _STRIPE) // 2} 0h{_STRIPE}v{_CAPTURED}h-{_STRIPE}z"
    sheet.canvas.path(pattern, stripe, class_=f"land {_stripe(fill)}")


def _define_power(sheet: Sheet, defs: Any, key: str) -> None:
    """The pattern of a power on its own land: that of its shield, or a fine hatching."""
    colors = sheet.colors[key]
    name, style = (colors.pattern, "lines") if sheet.patterns else (colors.hatch, "hatch")
    own, scale = land_pattern(name, tinted=False)
    pattern = _pattern(sheet, defs, f"fill-{key}", own.size, own.turn, scale)
    sheet.canvas.path(pattern, square(own.size), class_=f"land pw-{key}")
    width = own.width if sheet.patterns else round(own.width * _FINE)
    _draw_lines(sheet, pattern, name, f"{style} pw-{key}", width)


def _define_minors(sheet: Sheet, defs: Any, key: str) -> None:
    """The pattern of a power's minor states: that of the power in lighter print, or a screen of
    lines in the color of its land."""
    colors, name = sheet.colors[key], f"fill-tint-{key}"
    if sheet.patterns:
        own, scale = land_pattern(colors.pattern, tinted=True)
        pattern = _pattern(sheet, defs, name, own.size, own.turn, scale)
        sheet.canvas.path(pattern, square(own.size), class_=f"land tint pw-{key}")
        _draw_lines(sheet, pattern, colors.pattern, f"lines pw-{key}", own.width)
    else:
        lines, turn = _SCREENS[colors.hatch]
        pattern = _pattern(sheet, defs, name, _SCREEN, turn)
        sheet.canvas.path(pattern, square(_SCREEN), class_=f"land tint pw-{key}")
        sheet.canvas.path(pattern, lines, class_=f"screen pw-{key}")


def square(size: int) -> str:
    """Path data of a tile."""
    return f"M0 0h{size}v{size}H0z"


def _draw_lines(sheet: Sheet, pattern: Any, name: str, style: str, width: int) -> None:
    lines = known_patterns()[name].lines
    if lines:
        cap = "round" if name == "dots" else None
        sheet.canvas.path(pattern, lines, class_=style, stroke_width=width, stroke_linecap=cap)


def _pattern(
    sheet: Sheet, defs: Any, name: str, size: int, turn: int, scale: float = 1 / GRID
) -> Any:
    """A pattern without what is drawn in it. Each has its own tile: from a pattern that refers to
    another, the renderer of PNGs takes the size but not the rotation."""
    if scale != 1 / GRID or size == _SCREEN:
        scale *= sheet.board.geometry.width / 20000
    return sheet.canvas.element(
        defs,
        "pattern",
        id=name,
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"scale({scale:.4g})" + (f"rotate({turn})" if turn else ""),
    )


def draw_land(sheet: Sheet) -> None:
    """Every land province in its owner's color; islands without a town with their province."""
    layer = sheet.layer("land", stroke_width=8 / GRID)
    layer = sheet.canvas.group(layer, id=sheet.own("lands"), transform=f"scale({GRID})")
    _draw_unheld(sheet, layer)
    board, hatched = sheet.board, sheet.hatched
    for code in board.outlines.land:
        if code not in board.beyond and sheet.shows_province(code):
            paint: dict[str, Any] = paint_of(fill_of(sheet, code), hatched=hatched)
            if sheet.canvas.bare:
                sheet.canvas.use(layer, f"p-{code}", **paint)
            else:
                begin = f'<path class="province {paint["class_"]}"'
                style = f' style="{paint["style"]}"' if "style" in paint else ""
                sheet.canvas.pieces(layer, (begin, style, _shape(board, code)))


def _draw_unheld(sheet: Sheet, layer: Any) -> None:
    """Land without a holder: islets, and land beyond the board."""
    outlines = sheet.board.outlines
    if outlines.islets:
        sheet.canvas.path(layer, outlines.islets, class_="land")
    beyond = "".join(d for code, d in outlines.land.items() if code in sheet.board.beyond)
    if beyond:
        closed = Fill("impassable")
        paint: dict[str, Any] = paint_of(closed, hatched=sheet.hatched)
        sheet.canvas.path(layer, beyond, **paint)


@lru_cache(maxsize=512)
def _shape(board: Board, code: str) -> str:
    """The constant part of a province's element: all but its class and style."""
    name = escape_text(board.geometry.provinces[code].name)
    d = board.outlines.land[code]
    return f' d="{d}" data-province="{code}" id="p-{code}"><title>{name}</title></path>'


def fill_of(sheet: Sheet, code: str) -> Fill:
    """How to paint a province: as the scene has it, else as its owner's."""
    fill = sheet.scene.fills.get(code)
    if fill is None and sheet.board.geometry.provinces[code].kind == "impassable":
        return Fill("impassable")
    return fill or Fill("own", sheet.scene.owners.get(code, ""))


def paint_of(fill: Fill, *, hatched: Hatched) -> dict[str, str]:
    """The class of land, and its fill where a class cannot express it. hatched: the powers whose
    own land has a pattern."""
    if fill.kind == "impassable":
        return {"class_": "impassable", "style": "fill:url(#closed)"}
    kind = fill.kind if fill.kind != "own" else ""
    tint = "tint" if _is_tinted(fill) else ""
    words = ("land", tint, kind, fill.power and f"pw-{fill.power}")
    paint = {"class_": " ".join(filter(None, words))}
    if is_hatched(fill):
        paint["style"] = f"fill:url(#{_hatch_name(fill)})"
    elif fill.power and (tint or fill.power in hatched):
        paint["style"] = f"fill:url(#fill{tint and '-tint'}-{fill.power})"
    return paint


def draw_swatch(canvas: Canvas, fill: Fill, *, hatched: Hatched) -> None:
    """A rectangle of land around 0, 0 with that fill, and the rim of a vassal."""
    paint: dict[str, Any] = paint_of(fill, hatched=hatched)
    paint["class_"] += " swatch"
    canvas.use(None, "swatch", **paint)
    if fill.kind == "vassal":
        canvas.use(None, "swatch-rim", class_=f"edge vassal pw-{fill.power}")


def _is_tinted(fill: Fill) -> bool:
    return fill.kind in ("aligned", "vassal")


def is_hatched(fill: Fill) -> bool:
    """Whether land shows whose it was: a power's, or a minor state's that a power holds; or that it
    differs in kind from the rest of its owner's."""
    return bool(_stripe(fill))


def _stripe(fill: Fill) -> str:
    """The class of the stripes on captured land; gray where its owner is a minor state."""
    if fill.native:
        return f"pw-{fill.native}"
    return "unaligned" if fill.hatched or (fill.kind == "captured" and fill.state) else ""


def _hatch_name(fill: Fill) -> str:
    return "-".join((fill.kind, fill.power or "none", fill.native or "minor"))
