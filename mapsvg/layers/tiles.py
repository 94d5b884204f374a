"""Homes beyond the sides of a board of hexes: a hex of its own for each, in its power's color."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from mapsvg.layers.land import paint_of
from mapsvg.scene import Fill, Tile
from mapsvg.shapes import Point
from mapsvg.sheet import Sheet

# Half a tile's width, and a quarter of its height.
_HALF: Final = 416
_QUARTER: Final = 215
_OUTLINE: Final = (
    f"M0-{2 * _QUARTER}l{_HALF} {_QUARTER}v{2 * _QUARTER}l-{_HALF} {_QUARTER}"
    f"l-{_HALF}-{_QUARTER}v-{2 * _QUARTER}z"
)
# The first tile stands so far below the middle of its side, under the name of that.
_BELOW_NAME: Final = 265
_ACROSS: Final = 900
_ALONG: Final = 920
_NAME: Final = 380
_LETTERS: Final = 120
_LINE: Final = 130
_FIRST: Final = -160
"""The base line of the first line of words."""
_COUNTER: Final = 180
_COUNTER_TOP: Final = 150


def draw_tiles(sheet: Sheet) -> None:
    """Every home: beyond the north and the south side by side, elsewhere one below the other."""
    tiles = sorted(sheet.scene.tiles, key=lambda one: one.at)
    if not tiles:
        return
    layer = sheet.canvas.group(None, class_="layer tiles")
    for at, group in groupby(tiles, key=lambda one: one.at):
        of_side = tuple(group)
        for number, tile in enumerate(of_side):
            spot = _spot(at, sheet.board.geometry.provinces[at].unit, number, len(of_side))
            if sheet.shows(spot, (_HALF, 2 * _QUARTER)):
                _draw(sheet, layer, tile, spot)


def _spot(at: str, middle: Point, number: int, several: int) -> Point:
    """The middle of one of several tiles at a side; those of the south stand above its name, but
    for the first."""
    x, y = middle[0], middle[1] + _BELOW_NAME
    if at in ("N", "S"):
        return x + round(_ACROSS * (number - (several - 1) / 2)), y
    if at.startswith("N"):
        return x, y + _ALONG * number
    return x, y - (_ALONG * number + _NAME if number else 0)


def _draw(sheet: Sheet, layer: Any, tile: Tile, spot: Point) -> None:
    canvas = sheet.canvas
    group = canvas.group(
        layer,
        class_="tile",
        transform=f"translate({spot[0]} {spot[1]})",
        data_province=tile.at,
    )
    name = sheet.scene.name_of(tile.power)
    canvas.element(group, "title", f"{', '.join(tile.lines)}: {name}, counter {tile.count}")
    paint: dict[str, Any] = paint_of(sheet.prefix, Fill("own", tile.power), patterns=sheet.patterns)
    canvas.path(group, _OUTLINE, **paint)
    words = canvas.group(group, class_="names captions", font_size=_LETTERS, font_weight=700)
    for number, line in enumerate(tile.lines):
        canvas.text(words, line, 0, _FIRST + _LINE * number)
    counter = canvas.group(
        group, class_=f"counter unit pw-{tile.power}", font_size=round(_COUNTER * 0.8)
    )
    half = _COUNTER // 2
    canvas.rect(counter, -half, _COUNTER_TOP, _COUNTER, _COUNTER, rx=_COUNTER // 8, class_="body")
    canvas.text(counter, str(tile.count), 0, _COUNTER_TOP + round(_COUNTER * 0.78))
