"""Names of provinces and seas, with a halo of paper, the same on every map of a board."""

from __future__ import annotations

from mapsvg.canvas import Element
from mapsvg.geometry import Label
from mapsvg.sheet import Sheet

# From the middle of a line of text down to its base line, as a share of the font size.
_BASE_LINE = 0.28


def draw_names(sheet: Sheet) -> None:
    """All names."""
    layer = sheet.layer("names")
    for province in sheet.board.geometry.provinces.values():
        style = {"sea": "at-sea", "impassable": "closed"}.get(province.kind, "")
        _label(sheet, layer, province.label, style)


def _label(sheet: Sheet, layer: Element, label: Label, style: str) -> None:
    for number, line in enumerate(label.lines):
        middle = label.y + (number - (len(label.lines) - 1) / 2) * label.size
        sheet.canvas.text(
            layer,
            line,
            label.x,
            middle + label.size * _BASE_LINE,
            font_size=label.size,
            class_=style or None,
            text_anchor=label.anchor if label.anchor != "middle" else None,
            transform=f"rotate({label.angle} {label.x} {label.y})" if label.angle else None,
        )
