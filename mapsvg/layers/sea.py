"""Water: its color, the engraver's shade along the coast, and the shapes to point at."""

from __future__ import annotations

from functools import lru_cache

from mapsvg.board import Board
from mapsvg.canvas import Canvas
from mapsvg.outlines import GRID
from mapsvg.sheet import Sheet

# Widths and opacities of the strokes that make the shade. Only their outer half is seen, the land
# hides the rest; they are so wide that a rough shore will do, which is much faster to paint.
_SHADE = ((420, 0.16), (240, 0.24), (96, 0.42))
# All land, drawn once more below itself: the coast line without a separate path.
_COAST_LINE = 30


def define_water(sheet: Sheet) -> None:
    """The rough shore that the strokes of the sea's shade share."""
    sheet.canvas.path(None, sheet.board.outlines.shore, id="shore")


def draw_water(sheet: Sheet) -> None:
    layer = sheet.layer("sea")
    sheet.canvas.raw(layer, _water(sheet.board))
    lands = sheet.own("lands")
    sheet.canvas.use(layer, lands, stroke_width=_COAST_LINE / GRID, class_="coast")


@lru_cache(maxsize=12)
def _water(board: Board) -> str:
    """The sea itself, the same on every map of a board."""
    canvas, geometry = Canvas(), board.geometry
    # One color and no gradient: a PNG of few colors would show its steps.
    canvas.rect(None, 0, 0, geometry.width, geometry.height, class_="water")
    canvas.path(None, board.outlines.sea_lines, class_="sea-lines")
    shade = canvas.group(class_="vignette")
    for width, opacity in _SHADE:
        canvas.use(shade, "shore", stroke_width=width, stroke_opacity=opacity)
    return canvas.fragment()


def draw_sea_shapes(sheet: Sheet) -> None:
    """The seas as invisible shapes, so that a page can point at them."""
    if sheet.canvas.bare:
        return
    layer = sheet.canvas.group(None, id_="layer-seas", class_="layer seas")
    for code, d in sheet.board.outlines.seas.items():
        if not sheet.shows_province(code):
            continue
        shape = sheet.canvas.element(
            layer,
            "path",
            d=d,
            id_=f"p-{code}",
            class_="province sea",
            data_province=code,
        )
        sheet.canvas.title(shape, sheet.board.geometry.provinces[code].name)
