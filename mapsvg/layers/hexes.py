"""The parts that boards of hexes show instead of names and pieces: captions in the midst of places,
stacks of counters below them, and the powers' homes beyond the sides of the board."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from mapsvg.canvas import Canvas
from mapsvg.layers.land import paint_of
from mapsvg.lettering import text_width
from mapsvg.scene import Fill, Stack, Tile
from mapsvg.shapes import Point
from mapsvg.sheet import Sheet

# Captions: from the middle of a line down to its base line, and the height of several lines as a
# share of that of one.
_BASE_LINE: Final = 0.34
_LINES: Final = 1.25
# Stacks: counters side by side, the gap between them, and the size of counters in several rows,
# which have to keep inside their place.
_IN_ROW: Final = 4
_GAP: Final = 0.12
_SMALLER: Final = 0.58
# Tiles: half a width and a quarter of a height, how far the first is below the middle of its side,
# under the name of that, and how far apart others are.
_HALF: Final = 520
_QUARTER: Final = 215
_OUTLINE: Final = (
    f"M0-{2 * _QUARTER}l{_HALF} {_QUARTER}v{2 * _QUARTER}l-{_HALF} {_QUARTER}"
    f"l-{_HALF}-{_QUARTER}v-{2 * _QUARTER}z"
)
_BELOW_NAME: Final = 265
_ACROSS: Final = 1100
_ALONG: Final = 920
_NAME: Final = 380
# The words on a tile: their size, the base line of the first line, and the step to the next.
_WORD_SIZE: Final = 170
_FIRST_WORDS: Final = -150
_NEXT_WORDS: Final = 165
_COUNTER: Final = 165
_COUNTER_TOP: Final = 225


def draw_captions(sheet: Sheet) -> None:
    """The few letters that the scene writes into places."""
    captions = sheet.scene.captions
    if not captions:
        return
    size = sheet.board.geometry.sizes.army[1]
    layer = sheet.canvas.group(None, class_="layer names captions", font_size=size, font_weight=700)
    for code, text in captions.items():
        x, y = sheet.board.geometry.provinces[code].unit
        if text and sheet.shows((x, y), (size, size // 2)):
            _draw_caption(sheet, layer, f"{code} caption", text.split("\n"), (x, y), size)


def _draw_caption(
    sheet: Sheet, layer: Any, name: str, lines: list[str], spot: tuple[int, int], size: int
) -> None:
    """One line, or several, set smaller, in not much more than its place."""
    x, y = spot
    if len(lines) == 1:
        sheet.canvas.text(layer, lines[0], x, round(y + size * _BASE_LINE), data_name=name)
        return
    small = round(size * _LINES / len(lines))
    for number, line in enumerate(lines):
        middle = y + (number - (len(lines) - 1) / 2) * small
        base = round(middle + small * _BASE_LINE)
        sheet.canvas.text(layer, line, x, base, font_size=small, data_name=name)


def draw_stacks(sheet: Sheet) -> None:
    """Counters: a square in each power's color with its number, the first to the left."""
    if not sheet.scene.stacks:
        return
    size = round(sheet.board.geometry.sizes.marker[1] * 0.9)
    layer = sheet.canvas.group(None, class_="layer markers stacks", font_size=round(size * 0.8))
    for stack in sheet.scene.stacks:
        if sheet.shows(sheet.board.geometry.provinces[stack.at].dislodged, (size, size)):
            _draw_stack(sheet, layer, stack, size)


def _draw_stack(sheet: Sheet, layer: Any, stack: Stack, size: int) -> None:
    x, y = sheet.board.geometry.provinces[stack.at].dislodged
    said = ", ".join(f"{sheet.scene.name_of(power)} {number}" for power, number in stack.counts)
    group = sheet.canvas.group(
        layer,
        id_=f"s-{stack.at}",
        class_="stack",
        transform=f"translate({x} {y})",
        data_province=stack.at,
    )
    sheet.canvas.title(group, said)
    rows = -(-len(stack.counts) // _IN_ROW)
    inner = group
    if rows > 1:
        move = f"translate(0 {-size // 2})scale({_SMALLER})"
        inner = sheet.canvas.group(group, transform=move)
    step = round(size * (1 + _GAP))
    for number, (power, count) in enumerate(stack.counts):
        row, column = divmod(number, _IN_ROW)
        in_row = min(_IN_ROW, len(stack.counts) - row * _IN_ROW)
        left = round(step * (column - in_row / 2) + (step - size) / 2)
        top = row * step if rows > 1 else -size // 2
        counter = sheet.canvas.group(inner, class_=f"counter unit pw-{power}")
        _draw_counter(sheet.canvas, counter, count, (left, top), size)


def _draw_counter(canvas: Canvas, group: Any, count: int, corner: Point, size: int) -> None:
    """A square with a number; `corner` is its upper left one."""
    left, top = corner
    canvas.rect(group, left, top, size, size, rx=round(size / 8), class_="body")
    canvas.text(group, str(count), left + size // 2, top + round(size * 0.78))


def draw_tiles(sheet: Sheet) -> None:
    """Every home: beyond the north and the south side by side, elsewhere one below the other."""
    tiles = sorted(sheet.scene.tiles, key=attrgetter("at"))
    if not tiles:
        return
    layer = sheet.canvas.group(None, class_="layer tiles")
    for at, group in groupby(tiles, key=attrgetter("at")):
        of_side = tuple(group)
        for number, tile in enumerate(of_side):
            spot = _tile_spot(at, sheet.board.geometry.provinces[at].unit, number, len(of_side))
            if sheet.shows(spot, (_HALF, 2 * _QUARTER)):
                _draw_tile(sheet, layer, tile, spot)


def _tile_spot(at: str, middle: Point, number: int, several: int) -> Point:
    """The middle of one of several tiles at a side; those of the south are above its name, but for
    the first."""
    x, y = middle[0], middle[1] + _BELOW_NAME
    if at in ("N", "S"):
        return x + round(_ACROSS * (number - (several - 1) / 2)), y
    if at.startswith("N"):
        return x, y + _ALONG * number
    return x, y - (_ALONG * number + _NAME if number else 0)


def _draw_tile(sheet: Sheet, layer: Any, tile: Tile, spot: Point) -> None:
    canvas = sheet.canvas
    group = canvas.group(
        layer,
        class_="tile",
        transform=f"translate({spot[0]} {spot[1]})",
        data_province=tile.at,
    )
    name = sheet.scene.name_of(tile.power)
    canvas.title(group, f"{', '.join(tile.lines)}: {name}, counter {tile.count}")
    paint: dict[str, Any] = paint_of(Fill("own", tile.power), hatched=sheet.hatched)
    canvas.path(group, _OUTLINE, **paint)
    words = canvas.group(group, class_="names captions", font_size=_WORD_SIZE, font_weight=700)
    for number, line in enumerate(tile.lines):
        base = _FIRST_WORDS + _NEXT_WORDS * number
        # The tile narrows upwards.
        far = max(_WORD_SIZE * 3 // 4 - base, base + _WORD_SIZE * 3 // 10)
        room = 1.9 * _HALF * min(1.0, 2 - far / _QUARTER)
        natural = text_width(line, "EBGaramond-Bold", _WORD_SIZE)
        size = int(_WORD_SIZE * room / natural) if natural > room else None
        canvas.text(words, line, 0, base, font_size=size)
    counter = canvas.group(
        group, class_=f"counter unit pw-{tile.power}", font_size=round(_COUNTER * 0.8)
    )
    _draw_counter(canvas, counter, tile.count, (-_COUNTER // 2, _COUNTER_TOP), _COUNTER)
