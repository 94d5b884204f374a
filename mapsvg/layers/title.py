"""Title and date in a panel on the map. The corner lines (rules in effect and the like) are in a
strip above it, at the top left, and so do the titles of a close-up: there they hide nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mapsvg.lettering import Face, fit_text, text_width, wrap_text
from mapsvg.room import free_corner
from mapsvg.sheet import PANEL_WIDTH, Sheet

_PANEL = (4400, 1440)
_TITLE_FACE: Face = "EBGaramond-Bold"
_DATE_FACE: Face = "EBGaramond-Italic"
_TITLE_SIZE, _TITLE_SPACING = 430, 42
# How much lower the panel is without a date, and how far its one or two lines move up.
_NO_DATE = {1: 640, 2: 420}
_LESS_ABOVE = {1: 90, 2: -14}
_DATE_LEAST = 250
_ROOM = _PANEL[0] - 400
_RULE = 750  # half the length of the line between title and date, if the title is one line
# The strip above the map: the height of its titles; the letters of its lines and how many at most.
_HEAD = 640
_NOTE, _NOTE_ROW, _NOTE_ROWS = 210, 280, 5
_NOTE_FACE: Face = "AlegreyaSans-Regular"
_SIDE = 260


def title_corners(sheet: Sheet) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the title's panel, where it covers no name and no piece."""
    wide, high = sheet.length(_PANEL[0]), sheet.length(_PANEL[1])
    (left, top), _ = free_corner(sheet.board, wide, high)
    return left, top, left + wide, top + high


def draw_title(sheet: Sheet) -> None:
    """Title, year and phase; a close-up has them in the strip above."""
    if sheet.view or not (sheet.scene.title or sheet.scene.subtitle):
        return
    left, top, _, _ = title_corners(sheet)
    group = sheet.panel(sheet.layer("title"), (left, top))
    date = sheet.scene.subtitle
    lines, size, spacing = _fit_title(sheet.scene.title)
    _draw_panel(sheet, group, lines, size, spacing, dated=bool(date))
    if date:
        size = 390 if len(lines) == 1 else 340
        # A long date is set smaller before anything of it is left out.
        natural = text_width(date, _DATE_FACE, size)
        if natural > _ROOM:
            size = max(_DATE_LEAST, int(size * _ROOM / natural))
        date = fit_text(date, _DATE_FACE, size, _ROOM)
        sheet.canvas.text(group, date, _PANEL[0] / 2, 1200, class_="subtitle", font_size=size)


def _draw_panel(
    sheet: Sheet, group: Any, lines: tuple[str, ...], size: int, spacing: int, *, dated: bool
) -> None:
    canvas = sheet.canvas
    width, height = _PANEL
    middle = width / 2
    if not dated:
        height -= _NO_DATE[len(lines)]
    canvas.rect(group, 0, 0, width, height, class_="panel")
    canvas.rect(group, 60, 60, width - 120, height - 120, class_="panel-inner")
    for line, y in zip(lines, (640,) if len(lines) == 1 else (430, 770), strict=True):
        # Half a space more: that after the last letter would push the line to the left.
        if not dated:
            y -= _LESS_ABOVE[len(lines)]
        look = {"font_size": size, "letter_spacing": spacing}
        canvas.text(group, line, middle + spacing / 2, y, class_="title", **look)
    if dated and len(lines) == 1:
        half = f"h{_RULE - 70}"
        canvas.path(
            group,
            f"M{round(middle) - _RULE} 800{half}M{round(middle) + 70} 800{half}"
            f"M{round(middle)} 758l42 42-42 42-42-42z",
            class_="panel-inner",
        )


@lru_cache(maxsize=64)
def _fit_title(title: str) -> tuple[tuple[str, ...], int, int]:
    """The title in one or two lines, its font size, and its letter spacing."""
    if title.isascii():  # capitals, unless ß or a dotless i would not survive them
        title = title.upper()
    natural = text_width(title, _TITLE_FACE, _TITLE_SIZE, _TITLE_SPACING)
    share = _ROOM / natural if natural > _ROOM else 1.0
    if share >= 0.75:
        return (title,), int(_TITLE_SIZE * share), int(_TITLE_SPACING * share)
    size, spacing = int(_TITLE_SIZE * 0.75), int(_TITLE_SPACING * 0.75)
    words = title.split()
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    lines = min(halves, key=lambda pair: max(map(len, pair)), default=(title,))
    widest = max(text_width(line, _TITLE_FACE, size, spacing) for line in lines)
    share = max(0.7, min(1.0, _ROOM / widest))
    size, spacing = int(size * share), int(spacing * share)
    return (
        tuple(
            fit_text(line, _TITLE_FACE, size, 1.02 * _ROOM - spacing * len(line)) for line in lines
        ),
        size,
        spacing,
    )


def head_height(sheet: Sheet) -> int:
    """How high the strip above the map is, map units; 0 for none."""
    rows = len(_note_rows(sheet))
    notes = rows * _NOTE_ROW + (60 if sheet.view else 180) if rows else 0
    return sheet.length(_title_height(sheet) + notes)


def _title_height(sheet: Sheet) -> int:
    return _HEAD if sheet.view and "title" in sheet.layers else 0


def _note_rows(sheet: Sheet) -> list[str]:
    """The corner lines one after the other, in rows as wide as the map."""
    if "corner" not in sheet.layers:
        return []
    room = PANEL_WIDTH - 2 * _SIDE
    rows = wrap_text("  ·  ".join(sheet.scene.corner), _NOTE_FACE, _NOTE, room)
    rest = " ".join(rows[_NOTE_ROWS - 1 :])
    return [*rows[: _NOTE_ROWS - 1], *([fit_text(rest, _NOTE_FACE, _NOTE, room)] if rest else [])]


def draw_head(sheet: Sheet) -> None:
    """The strip above the map: the titles and the date of a close-up, and the corner lines."""
    left, top, _, _ = sheet.area
    height, titles = head_height(sheet), _title_height(sheet)
    if not height:
        return
    group = sheet.panel(sheet.layer("corner"), (left, top - height))
    sheet.canvas.rect(group, 0, 0, PANEL_WIDTH, height / sheet.unit, class_="panel")
    if titles:
        _draw_names(sheet, group)
    for number, row in enumerate(_note_rows(sheet)):
        y = titles + (100 if titles else 290) + _NOTE_ROW * number
        sheet.canvas.text(group, row, _SIDE, y, font_size=_NOTE, class_="words")


def _draw_names(sheet: Sheet, group: Any) -> None:
    """The game's title, the name of the close-up, and the date, side by side."""
    width = PANEL_WIDTH
    third = width // 3 - _SIDE
    title = fit_text(sheet.scene.title, _TITLE_FACE, 330, third)
    name = fit_text(sheet.board.views[sheet.view].title, _TITLE_FACE, 330, third)
    date = fit_text(sheet.scene.subtitle, _DATE_FACE, 310, third)
    names = sheet.canvas.group(group, id_="layer-title", class_="layer title")
    sheet.canvas.text(names, title, _SIDE, 430, font_size=330, class_="title", text_anchor="start")
    sheet.canvas.text(names, name, width / 2, 430, font_size=330, class_="title view-name")
    sheet.canvas.text(names, date, width - _SIDE, 430, font_size=310, class_="subtitle",
                      text_anchor="end")  # fmt: skip
