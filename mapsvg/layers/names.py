"""Names of provinces, seas and coasts, with a halo of paper, the same on every map of a board."""

from __future__ import annotations

from msgspec.structs import replace

from mapsvg.board import label_corners
from mapsvg.sheet import Sheet, draw_leader

# From the middle of a line of text down to its base line, as a share of the font size.
_BASE_LINE = 0.28

_Line = tuple[str, int, int, str]
"""A text, the position of its middle on the base line, and the place that it labels."""


def draw_names(sheet: Sheet) -> None:
    """All names, and lines to the provinces whose names are outside.

    In a close-up only those that it shows in full. Codes replace names that would be too small to
    read in a small picture.
    """
    layer = sheet.layer("names")
    provinces = [
        province
        for province in sheet.board.geometry.provinces.values()
        if not sheet.view
        or all(
            sheet.shows(((left + right) // 2, (top + bottom) // 2), half)
            for left, top, right, bottom in label_corners(province)
            for half in [((right - left) // 2, (bottom - top) // 2)]
        )
    ]
    for province in provinces:
        if province.label.leader:
            draw_leader(sheet.canvas, layer, province.label.leader)
    size = round(sheet.board.geometry.sizes.coast_label[1] * 0.95)
    groups: dict[tuple[str, int], list[_Line]] = {}
    for province in provinces:
        style = {"sea": "at-sea", "impassable": "closed"}.get(province.kind, "")
        label = province.label
        if label.size < sheet.legible:
            label = replace(label, lines=(province.code,), size=sheet.legible)
        lines = groups.setdefault((style, label.size), [])
        for number, text in enumerate(label.lines):
            middle = label.y + (number - (len(label.lines) - 1) / 2) * label.size
            base = round(middle + label.size * _BASE_LINE)
            lines.append((text, label.x, base, province.code))
        for coast, spots in province.coasts.items() if size >= sheet.legible else ():
            x, y = spots.label
            line = (coast, x, round(y + 0.34 * size), f"{province.code}/{coast}")
            groups.setdefault(("coast-name", size), []).append(line)
    for (style, size), lines in sorted(groups.items()):
        group = sheet.canvas.group(layer, class_=style or None, font_size=size)
        for text, x, y, place in lines:
            sheet.canvas.text(group, text, x, y, data_name=place)
