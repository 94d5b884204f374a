"""Captions in the midst of places without names of their own, and stacks of counters below them."""

from __future__ import annotations

from typing import Any

from mapsvg.scene import Stack
from mapsvg.sheet import Sheet

_LETTERS = 1.0
"""The size of a caption, as a share of the room for a piece."""
_BASE_LINE = 0.34
_LINES = 1.25
"""The height of a caption of several lines, as a share of that of one."""
_ROW = 4
"""Counters side by side; more stand in further rows."""
_GAP = 0.12
_SMALLER = 0.58
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
            _draw_caption(sheet, layer, text.split("\n"), (x, y), size)


def _draw_caption(
    sheet: Sheet, layer: Any, lines: list[str], spot: tuple[int, int], size: int
) -> None:
    """One line, or several, set smaller, in not much more than its place."""
    x, y = spot
    if len(lines) == 1:
        sheet.canvas.text(layer, lines[0], x, round(y + size * _BASE_LINE))
        return
    small = round(size * _LINES / len(lines))
    for number, line in enumerate(lines):
        middle = y + (number - (len(lines) - 1) / 2) * small
        base = round(middle + small * _BASE_LINE)
        sheet.canvas.text(layer, line, x, base, font_size=small)


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
    inner = group
    if rows > 1:
        move = f"translate(0 {-size // 2})scale({_SMALLER})"
        inner = sheet.canvas.group(group, transform=move)
    step = round(size * (1 + _GAP))
    for number, (power, count) in enumerate(stack.counts):
        row, column = divmod(number, _ROW)
        in_row = min(_ROW, len(stack.counts) - row * _ROW)
        left = round(step * (column - in_row / 2) + (step - size) / 2)
        top = row * step if rows > 1 else -size // 2
        counter = sheet.canvas.group(inner, class_=f"counter unit pw-{power}")
        sheet.canvas.rect(counter, left, top, size, size, rx=round(size / 8), class_="body")
        middle = left + size // 2
        sheet.canvas.text(counter, str(count), middle, top + round(size * 0.78))
