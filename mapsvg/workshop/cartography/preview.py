"""A plain picture of a geometry with every box shown, for the author of a board."""

from __future__ import annotations

import zlib
from html import escape

import resvg_py

from mapsvg.lettering import font_files
from mapsvg.shapes import Geometry, Label, Point, Province, line_path, province_path
from mapsvg.workshop.cartography.raster import Box
from mapsvg.workshop.cartography.slots import Kit, aside_slot, make_kit, unit_slot


def draw_preview(geometry: Geometry, width: int = 1600, view: str | None = None) -> bytes:
    """A PNG of the geometry. view: "x y width height" in map units for a part of it."""
    view = view or f"0 0 {geometry.width} {geometry.height}"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="{view}">']
    for code, province in geometry.provinces.items():
        parts.append(
            f'<path d="{province_path(geometry, code)}" fill="{_color(province)}" '
            'fill-rule="evenodd"/>'
        )
    parts += [_line(arc.points, "none", "#6f8fa3", 8) for arc in geometry.arcs if arc.kind == "sea"]
    for island in geometry.islands:
        owner = geometry.provinces.get(island.province)
        fill = _color(owner) if owner else "#d8d2c4"
        parts.append(_line(island.points, fill, "#5a5a52", 8, closed=True))
    for lake in geometry.lakes:
        parts.append(_line(lake, "#b9d3e0", "#7d9fb3", 6, closed=True))
    for river in geometry.rivers:
        parts.append(_line(river, "none", "#9dbccb", 9))
    strokes = {"land": ("#4a4038", 12), "coast": ("#4d5a60", 10)}
    for arc in geometry.arcs:
        if arc.kind in strokes:
            color, size = strokes[arc.kind]
            parts.append(_line(arc.points, "none", color, size))
    for region in geometry.regions.values():
        parts += [_line(ring, "none", "#b03a2e", 30, closed=True) for ring in region.outline]
    for crossing in geometry.crossings:
        parts.append(_line(crossing.points, "none", "#7a3b12", 24))
    kit = make_kit(geometry.sizes, geometry.width)
    for province in geometry.provinces.values():
        parts += _pieces(province, kit)
    parts.append("</svg>")
    fonts = [str(path) for path in font_files()]
    png = resvg_py.svg_to_bytes(svg_string="".join(parts), font_files=fonts, skip_system_fonts=True)
    return bytes(png)


def _color(province: Province) -> str:
    """A pale color that is always the same for a province."""
    mixed = zlib.crc32(province.code.encode())
    if province.kind == "sea":
        return f"#{0xC2 + mixed % 8:02x}{0xDA + mixed // 8 % 8:02x}e6"
    if province.kind == "impassable":
        return "#d8d2c4"
    return f"#{0xD4 + mixed % 36:02x}{0xC4 + mixed // 64 % 44:02x}{0x9C + mixed // 4096 % 56:02x}"


def _line(
    points: tuple[Point, ...], fill: str, stroke: str, size: int, closed: bool = False
) -> str:
    path = line_path(points, closed=closed)
    return f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{size}"/>'


def _pieces(province: Province, kit: Kit) -> list[str]:
    parts = _label(province.label, at_sea=province.kind == "sea")
    lines = [
        *province.leaders.values(),
        *([province.label.leader] if province.label.leader else []),
    ]
    for x1, y1, x2, y2 in lines:
        parts.append(_line(((x1, y1), (x2, y2)), "none", "#222", 8))
    if province.kind == "impassable" or province.code.startswith("_"):
        return parts
    for box in unit_slot(kit, province.kind, bool(province.coasts)):
        parts.append(_box(province.unit, box, "#2c5aa0"))
    for box in aside_slot(kit, province.kind, bool(province.coasts)):
        parts.append(_box(province.dislodged, box, "none"))
    for spot in (province.marker, province.second_marker):
        if spot is not None:
            parts.append(_box(spot, kit.marker, "none"))
    if province.center:
        x, y = province.center
        parts.append(f'<circle cx="{x}" cy="{y}" r="{kit.disc.width / 2 - 8}" fill="#222"/>')
    for coast, spots in province.coasts.items():
        parts.append(_box(spots.unit, kit.fleet, "#a0522c"))
        parts.append(_box(spots.dislodged, kit.aside_fleet, "none"))
        parts += _label(Label(*spots.label, 100, (coast,)), at_sea=True)
    return parts


def _box(center: Point, box: Box, fill: str) -> str:
    x, y = center[0] - box.width / 2, center[1] - box.height / 2
    return (
        f'<rect x="{x}" y="{y}" width="{box.width}" height="{box.height}" rx="20" fill="{fill}" '
        'fill-opacity=".75" stroke="#222" stroke-width="6" stroke-dasharray="18 12"/>'
    )


def _label(label: Label, *, at_sea: bool) -> list[str]:
    style = 'font-style="italic" fill="#2b4a5c"' if at_sea else 'font-weight="700" fill="#2a2018"'
    lines = []
    for number, line in enumerate(label.lines):
        # The middle of a line of capitals and small letters lies a good quarter of its size up.
        y = label.y + (number - (len(label.lines) - 1) / 2 + 0.28) * label.size
        lines.append(
            f'<text x="{label.x}" y="{y:.0f}" font-family="EB Garamond" font-size="{label.size}" '
            f'text-anchor="middle" {style}>{escape(line)}</text>'
        )
    return lines
