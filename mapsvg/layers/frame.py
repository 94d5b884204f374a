"""What surrounds the board: the frame, the cartouche with title and date, the compass rose."""

from __future__ import annotations

import math
from typing import Any

from mapsvg.lettering import Face, fit_text, text_width
from mapsvg.room import free_corner
from mapsvg.sheet import Sheet

FRAME = 170
_CARTOUCHE = (4400, 1440)
_TITLE_FACE: Face = "EBGaramond-Bold"
_TITLE_SIZE, _TITLE_SPACING = 430, 42
# How much lower the panel is without a date, and how far its one or two lines move up.
_NO_DATE = {1: 640, 2: 420}
_LESS_ABOVE = {1: 90, 2: -14}
_DATE_LEAST = 250
_RULE = 750  # half the length of the line between title and date
_ROSE = 640


def draw_frame(sheet: Sheet, height: int) -> None:
    """A dark band with two gilt lines around the map and its legend (`height` is both)."""
    layer = sheet.layer("frame")
    width = sheet.board.geometry.width
    outer = f"M-{FRAME}-{FRAME}h{width + 2 * FRAME}v{height + 2 * FRAME}h-{width + 2 * FRAME}z"
    inner = f"M0 0h{width}v{height}h-{width}z"
    sheet.canvas.path(layer, outer + inner, class_="frame-band", fill_rule="evenodd")
    for inset in (46, 118):
        around = (-inset, -inset, width + 2 * inset, height + 2 * inset)
        sheet.canvas.rect(layer, *around, class_="frame-line")


def draw_title(sheet: Sheet) -> None:
    """Title, year and phase in a panel that covers no name and no place of a piece."""
    if not (sheet.scene.title or sheet.scene.subtitle):
        return
    layer = sheet.layer("title")
    width, height = _CARTOUCHE
    (x, y), _ = free_corner(sheet.board, width, height)
    group = sheet.canvas.group(layer, transform=f"translate({x} {y})")
    middle, room = width / 2, width - 400
    lines, size, spacing = _fit_title(sheet.scene.title, room)
    if not sheet.scene.subtitle:
        height -= _NO_DATE[len(lines)]
    sheet.canvas.rect(group, 0, 0, width, height, class_="panel")
    sheet.canvas.rect(group, 60, 60, width - 120, height - 120, class_="panel-inner")
    for line, y in zip(lines, (640,) if len(lines) == 1 else (430, 770), strict=True):
        # Half a space more: that after the last letter would push the line to the left.
        if not sheet.scene.subtitle:
            y -= _LESS_ABOVE[len(lines)]
        sheet.canvas.text(
            group,
            line,
            middle + spacing / 2,
            y,
            class_="title",
            font_size=size,
            letter_spacing=spacing,
        )
    if sheet.scene.subtitle:
        _draw_date(sheet, group, rule=len(lines) == 1)


def _draw_date(sheet: Sheet, group: Any, *, rule: bool) -> None:
    """Year and phase in the lower half of the panel; below a title of one line after a rule."""
    middle = _CARTOUCHE[0] / 2
    if rule:
        half = f"h{_RULE - 70}"
        sheet.canvas.path(
            group,
            f"M{round(middle) - _RULE} 800{half}M{round(middle) + 70} 800{half}"
            f"M{round(middle)} 758l42 42-42 42-42-42z",
            class_="panel-inner",
        )
    size, room = 390 if rule else 340, _CARTOUCHE[0] - 400
    # A long date is set smaller before anything of it is left out.
    natural = text_width(sheet.scene.subtitle, "EBGaramond-Italic", size)
    if natural > room:
        size = max(_DATE_LEAST, int(size * room / natural))
    date = fit_text(sheet.scene.subtitle, "EBGaramond-Italic", size, room)
    sheet.canvas.text(group, date, middle, 1200, class_="subtitle", font_size=size)


def _fit_title(title: str, room: int) -> tuple[list[str], int, int]:
    """The title in one or two lines, its font size, and its letter spacing."""
    if title.isascii():  # capitals, unless ß or a dotless i would not survive them
        title = title.upper()
    natural = text_width(title, _TITLE_FACE, _TITLE_SIZE, _TITLE_SPACING)
    share = room / natural if natural > room else 1.0
    if share >= 0.75:
        return [title], int(_TITLE_SIZE * share), int(_TITLE_SPACING * share)
    size, spacing = int(_TITLE_SIZE * 0.75), int(_TITLE_SPACING * 0.75)
    words = title.split()
    halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    lines = min(halves, key=lambda pair: max(map(len, pair)), default=(title,))
    widest = max(text_width(line, _TITLE_FACE, size, spacing) for line in lines)
    share = max(0.7, min(1.0, room / widest))
    size, spacing = int(size * share), int(spacing * share)
    return (
        [fit_text(line, _TITLE_FACE, size, 1.02 * room - spacing * len(line)) for line in lines],
        size,
        spacing,
    )


def draw_rose(sheet: Sheet) -> None:
    """A compass rose, if the sea has room for it."""
    width, height = _CARTOUCHE
    (left, top), _ = free_corner(sheet.board, width, height)
    taken = (left - 200, top - 200, left + width + 200, top + height + 200)
    side = 2 * _ROSE + 500
    (x, y), cost = free_corner(sheet.board, side, side, taken)
    if cost:
        return
    group = sheet.canvas.group(
        None, class_="rose", transform=f"translate({x + side // 2} {y + side // 2 + 60})"
    )
    for radius in (_ROSE * 0.62, _ROSE * 0.56):
        sheet.canvas.circle(group, 0, 0, radius)
    for reach, turn in ((0.62, 45), (1.0, 0)):
        for quarter in range(4):
            angle = math.radians(turn + 90 * quarter)
            for side_turn, style in ((1, "dark"), (-1, "pale")):
                flank = angle + side_turn * math.pi / 4
                tip = (_ROSE * reach * math.cos(angle), _ROSE * reach * math.sin(angle))
                waist = (_ROSE * 0.16 * math.cos(flank), _ROSE * 0.16 * math.sin(flank))
                d = f"M0 0L{round(tip[0])} {round(tip[1])}L{round(waist[0])} {round(waist[1])}z"
                sheet.canvas.path(group, d, class_=style)
    sheet.canvas.text(group, "N", 0, -_ROSE - 60, font_size=220)
