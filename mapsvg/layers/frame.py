"""The surroundings of the map: the frame and the compass rose."""

from __future__ import annotations

import math

from mapsvg.layers.title import title_corners
from mapsvg.room import free_corner
from mapsvg.sheet import Sheet

FRAME = 170
_ROSE = 640


def draw_frame(sheet: Sheet, top: int, height: int) -> None:
    """A dark band with two gilt lines around the map, its head and its legend.

    top, height: of all three together, in map units.
    """
    layer, canvas = sheet.layer("frame"), sheet.canvas
    left, _, width, _ = sheet.area
    margin = sheet.length(FRAME)
    outer = f"M{left - margin} {top - margin}h{width + 2 * margin}v{height + 2 * margin}"
    outer += f"h-{width + 2 * margin}z"
    inner = f"M{left} {top}h{width}v{height}h-{width}z"
    canvas.path(layer, outer + inner, class_="frame-band", fill_rule="evenodd")
    for inset in (sheet.length(46), sheet.length(118)):
        around = (left - inset, top - inset, width + 2 * inset, height + 2 * inset)
        canvas.rect(layer, *around, class_="frame-line", stroke_width=sheet.length(12))


def draw_rose(sheet: Sheet) -> None:
    """A compass rose, if the sea has room for it beside the title; a close-up has none to spare."""
    if sheet.view:
        return
    gap = sheet.length(200)
    left, top, right, bottom = title_corners(sheet)
    side = sheet.length(2 * _ROSE + 500)
    taken = (left - gap, top - gap, right + gap, bottom + gap)
    (x, y), cost = free_corner(sheet.board, side, side, taken)
    if cost:
        return
    scale = f"scale({sheet.unit})" if sheet.unit != 1 else ""
    middle = f"translate({x + side // 2} {y + side // 2 + sheet.length(60)})"
    group = sheet.canvas.group(None, class_="rose", transform=middle + scale)
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
