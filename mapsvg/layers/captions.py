"""Captions in the midst of places without names of their own, and stacks of counters below them."""

from __future__ import annotations

from typing import Any

from mapsvg.scene import Stack
from mapsvg.sheet import Sheet

_LETTERS = 1.0
"""The size of a caption, as a share of the room for a piece."""
_BASE_LINE = 0.34
_ROW = 4
"""Counters side by side; more stand in further rows."""
_GAP = 0.12
_SMALLER = 0.64
"""The size of counters in several rows, which have to keep inside their place."""


def draw_captions(sheet: Sheet) -> None:
    """The few letters that the scene writes into places."""
    captions = sheet.scene.captions
    if not captions:
        return
    size = round(sheet.board.geometry.sizes.army[1] * _LETTERS)
    layer = sheet.canvas.group(None, class_="layer names captions", font_size=size, font_weight=700)
    for code, text in captions.items():
        x, y = sheet.board.geometry.provinces[code].unit
        if text and sheet.shows((x, y), (size, size // 2)):
            sheet.canvas.text(layer, text, x, round(y + size * _BASE_LINE))


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
        id=sheet.id(f"s-{stack.at}"),
        class_="stack",
        transform=f"translate({x} {y})",
        data_province=stack.at,
    )
    sheet.canvas.element(group, "title", stack.title or said)
    rows = -(-len(stack.counts) // _ROW)
    inner = sheet.canvas.group(group, transform=f"scale({_SMALLER})") if rows > 1 else group
    step = round(size * (1 + _GAP))
    for number, (power, count) in enumerate(stack.counts):
        row, column = divmod(number, _ROW)
        in_row = min(_ROW, len(stack.counts) - row * _ROW)
        left = round(step * (column - in_row / 2) + (step - size) / 2)
        top = round(step * (row - (rows - 1) / 2)) - size // 2
        counter = sheet.canvas.group(inner, class_=f"counter unit pw-{power}")
        sheet.canvas.rect(counter, left, top, size, size, rx=round(size / 8), class_="body")
        middle = left + size // 2
        sheet.canvas.text(counter, str(count), middle, top + round(size * 0.78))
