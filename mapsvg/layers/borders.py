"""Lines on land: borders between holders, rims of vassals, regions, and ways over water."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mapsvg.board import Board
from mapsvg.canvas import Canvas
from mapsvg.layers.land import fill_of
from mapsvg.outlines import GRID
from mapsvg.scene import Fill
from mapsvg.shapes import Province
from mapsvg.sheet import Sheet

# Widths and opacities of the strokes that make the shadow of a region's outline.
_REGION_SHADE = ((150, 0.1), (112, 0.12), (78, 0.16))


class Holder(NamedTuple):
    """The holder of a province, as far as borders show it: no border separates equal holders."""

    power: str = ""
    kind: str = ""
    state: str = ""

    @property
    def classes(self) -> str:
        """The classes of its rim, "" for none: vassals have one in their power's color."""
        return f"vassal pw-{self.power}" if self.kind == "vassal" else ""


def draw_borders(sheet: Sheet) -> None:
    """The borders between holders, with a shade on both sides, and the rims of vassals.

    The shade is the border itself, broad and faint: a rim in its own color for each power would
    need separate lines, a tenth of a map's bytes.
    """
    canvas = sheet.canvas
    layer = canvas.group(sheet.layer("borders"), transform=f"scale({GRID})")
    fills = tuple([fill_of(sheet, code) for code in sheet.board.geometry.provinces])
    rims, borders = _trace_borders(sheet.board, fills)
    defs = canvas.element(layer, "defs")
    names = {
        classes: sheet.named(f"rim-{number}", lines)
        for number, (classes, lines) in enumerate(rims.items())
    }
    for classes, name in names.items():
        canvas.pieces(defs, ('<path d="', *rims[classes], f'" id="{name}"/>'))
    name = sheet.named("borders", borders)
    if borders:
        canvas.pieces(defs, ('<path d="', *borders, f'" id="{name}"/>'))
        canvas.use(layer, name, class_="border-shade")
    for classes, rim in names.items():
        canvas.use(layer, rim, class_=f"edge {classes}")
    if borders:
        canvas.use(layer, name, class_="power-border")


@lru_cache(maxsize=16)
def _trace_borders(
    board: Board, fills: tuple[Fill, ...]
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Path data: {classes: the rims that have them}, and the borders between holders.

    fills: those of the provinces, in the board's order. Few phases change one.
    """
    geometry, outlines = board.geometry, board.outlines
    holders = {
        code: _holder(province, fill)
        for (code, province), fill in zip(geometry.provinces.items(), fills, strict=True)
    }
    holders[""] = Holder()  # beyond the frame
    rims: dict[str, list[str]] = {}
    borders: list[str] = []
    for index, arc in enumerate(geometry.arcs):
        if arc.kind != "land" or holders[arc.left] == holders[arc.right]:
            continue
        sides = holders[arc.left], holders[arc.right]
        if "vassal" in (sides[0].kind, sides[1].kind):
            for side, rim in zip(sides, outlines.rims(index), strict=True):
                if side.kind == "vassal":
                    rims.setdefault(side.classes, []).append(rim)
        borders.append(outlines.lines[index])
    return {key: tuple(rims[key]) for key in sorted(rims)}, tuple(borders)


def _holder(province: Province, fill: Fill) -> Holder:
    if province.kind == "sea" or (fill.kind == "own" and not fill.power):
        return Holder()
    if fill.kind in ("own", "captured") and not fill.state:
        return Holder(fill.power)
    return Holder(fill.power, fill.kind, fill.state)


def draw_regions(sheet: Sheet) -> None:
    """The outline of each region that the board knows, with a shadow on both sides."""
    layer = sheet.layer("regions")
    for name, d in sheet.board.outlines.regions.items():
        group = sheet.canvas.group(layer, class_=f"region region-{name}", data_region=name)
        sheet.canvas.title(group, sheet.board.geometry.regions[name].title)
        defs = sheet.canvas.element(group, "defs")
        sheet.canvas.path(defs, d, id=f"region-{name}")
        for width, opacity in _REGION_SHADE:
            shade = {"stroke_width": width, "stroke_opacity": opacity}
            sheet.canvas.use(group, f"region-{name}", class_="region-shade", **shade)
        for style in ("region-line", "region-core"):
            sheet.canvas.use(group, f"region-{name}", class_=style)


def draw_region_sample(canvas: Canvas) -> None:
    """A piece of a region's outline, as the legend shows it."""
    for width, opacity in _REGION_SHADE:
        shade = {"stroke_width": width, "stroke_opacity": opacity}
        canvas.path(None, "M-180 0h360", class_="region-shade", **shade)
    for style in ("region-line", "region-core"):
        canvas.path(None, "M-180 0h360", class_=style)


def draw_ornaments(sheet: Sheet) -> None:
    """Lakes and rivers, and ways over water that a board has where its provinces do not touch."""
    layer = sheet.layer("ornaments")
    outlines = sheet.board.outlines
    if outlines.rivers:
        sheet.canvas.path(layer, outlines.rivers, class_="rivers")
    if outlines.lakes:
        sheet.canvas.path(layer, outlines.lakes, class_="lakes", fill_rule="evenodd")
    for crossing, d in zip(sheet.board.geometry.crossings, outlines.crossings, strict=True):
        if not d:
            continue
        one, two = (sheet.board.geometry.provinces[code].name for code in crossing.between)
        group = sheet.canvas.group(layer, class_="crossing")
        sheet.canvas.title(group, f"crossing: {one} and {two}")
        sheet.canvas.path(group, d, class_="crossing-case")
        sheet.canvas.path(group, d, class_="crossing-line")
        for x, y in (crossing.points[0], crossing.points[-1]):
            sheet.canvas.circle(group, x, y, 34, class_="crossing-end")
