"""Supply centers: discs, stars and triangles, with the value that each is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mapsvg.board import CENTER_RADIUS
from mapsvg.canvas import Canvas
from mapsvg.scene import CenterKind
from mapsvg.sheet import Sheet, scaled

# The disc inside a double ring, and the star in one ring and in two.
_INNER = 47
_STAR = "M0-44l10 30h32l-26 19 10 30-26-18-26 18 10-30-26-19h32z"
_SMALL_STAR = "M0-34l8 23h25l-20 15 8 24-21-15-21 15 8-24-20-15h25z"
_TRIANGLE = "M-64-56h128l-64 116z"
_CROWN = "M-50 30v-62l26 26 24-44 24 44 26-26v62zM-50 38h100v16h-100z"
# The usual size of a value: set on the layer, so that only other sizes are written.
LETTERS = 92
# The distance of the value below the middle and its size, by the kind of the center.
_VALUES = {"disc": (32, LETTERS), "double": (26, 74), "triangle": (10, 70), "open": (32, LETTERS)}


def draw_centers(sheet: Sheet) -> None:
    """The sign of each center, its heart in the owner's color, or its value."""
    layer = sheet.layer("centers", font_size=LETTERS)
    scene = sheet.scene
    scale = sheet.board.center_scale
    placed = []
    for code, owner in scene.centers.items():
        province = sheet.board.geometry.provinces[code]
        if province.center is not None and sheet.shows(province.center, (80, 80)):
            sheet.leader(layer, code, "center")
            kind = scene.center_styles.get(code, "disc")
            core = owner if scene.center_look == "owned" else None
            spot = scaled(province.center, scale)
            placed.append(
                _center(sheet.canvas.bare, code, spot, kind, core, scene.values.get(code))
            )
    group = sheet.smaller(layer, scale)
    for center in placed:
        sheet.canvas.pieces(group, center)


@lru_cache(maxsize=1024)
def _center(
    bare: bool,
    code: str,
    spot: tuple[int, int],
    kind: CenterKind,
    core: str | None,
    value: int | None,
) -> tuple[str, ...]:
    canvas = Canvas(bare=bare)
    group = canvas.group(
        id_=f"c-{code}",
        class_="center" if kind == "disc" else f"center {kind}",
        transform=f"translate({spot[0]} {spot[1]})",
        data_province=code,
    )
    draw_center(canvas, group, kind, core, value)
    return canvas.texts()


def draw_center(
    canvas: Canvas,
    group: Any,
    kind: CenterKind = "disc",
    core: str | None = None,
    value: int | None = None,
) -> None:
    """The sign of a center around 0, 0. core: the power whose color its heart has."""
    if kind == "triangle":
        canvas.path(group, _TRIANGLE, class_="disc")
    elif kind == "crown":
        _ring(canvas, group, CENTER_RADIUS)
        canvas.path(group, _CROWN, class_="sign", transform="translate(0 -6)scale(.86)")
        return
    elif kind in ("dot", "star", "star-double"):
        _ring(canvas, group, CENTER_RADIUS)
        if kind == "star-double":
            _ring(canvas, group, _INNER)
        if kind == "dot":
            canvas.element(group, "circle", r=24, class_="sign")
        else:
            canvas.path(group, _STAR if kind == "star" else _SMALL_STAR, class_="sign")
        return
    elif kind == "open":
        _ring(canvas, group, CENTER_RADIUS)
    elif kind == "double":
        _ring(canvas, group, CENTER_RADIUS)
        canvas.element(group, "circle", r=_INNER, class_="disc inner")
    else:
        canvas.element(group, "circle", r=CENTER_RADIUS, class_="disc")
    if value is not None:
        y, size = _VALUES[kind]
        size = size if value < 10 else round(size * 0.86)
        css = "sign" if kind == "open" else None
        canvas.text(
            group, str(value), 0, y, font_size=size if size != LETTERS else None, class_=css
        )
    elif core and kind == "disc":
        canvas.element(group, "circle", r=CENTER_RADIUS // 2, class_=f"core pw-{core}")


def _ring(canvas: Canvas, group: Any, radius: int) -> None:
    canvas.element(group, "circle", r=radius, class_="ring-around")
