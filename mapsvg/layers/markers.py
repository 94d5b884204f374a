"""Markers beside a province's name: crosses, the crescent, and discs with a letter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mapsvg.board import MARKER_RADIUS, Board
from mapsvg.canvas import Canvas
from mapsvg.scene import Marker, MarkerKind, province_of
from mapsvg.sheet import Sheet, scaled

# Shapes around 0, 0, at most 62 units from it: a Latin cross with flared arms, one with straight
# ones, a square one, and the crescent with its star.
_SHAPES = {
    "cross-flared": "M-17 60l8-58-34 8v-40l34 8-7-36h32l-7 36 34-8v40l-34-8 8 58z",
    "cross": "M-13 60v-70h-31v-27h31v-23h26v23h31v27h-31v70z",
    "cross-square": "M-17 52v-35h-35v-34h35v-35h34v35h35v34h-35v35z",
    "crescent": "M16-54a56 56 0 1 0 0 108a46 46 0 1 1 0-108z"
    "M32-31l7 21h22l-17 14 6 21-18-13-18 13 6-21-17-14h22z",
}
_KINDS: dict[MarkerKind, tuple[str, str]] = {  # shape, and the letter where colors are not enough
    "catholic": ("cross-flared", "C"),
    "protestant": ("cross", "P"),
    "islamic": ("crescent", ""),
    "tolerant": ("cross-square", "T"),
    "revolt": ("cross", ""),
    "quelled": ("cross", "Q"),
}
# Half the side of a die, and how far it is rounded.
_DIE, _ROUND = 54, 16
MARKER_NAMES: dict[str, str] = {
    "catholic": "Catholic",
    "protestant": "Protestant",
    "islamic": "Muslim",
    "tolerant": "tolerant",
    "revolt": "revolt",
    "quelled": "quelled",
    "catholic-dice": "Catholic dice",
    "protestant-dice": "Protestant dice",
}


def marker_shape(kind: str) -> str:
    """Path data of a marker's shape around 0, 0, within `MARKER_RADIUS`; "" for a plain disc."""
    return next((_SHAPES[shape] for known, (shape, _) in _KINDS.items() if known == kind), "")


def define_markers(sheet: Sheet) -> None:
    """The shapes of the markers. Their colors come from the <use>: see define_pieces."""
    for name, d in _SHAPES.items():
        sheet.canvas.path(None, d, id=f"marker-{name}")


def numbered(markers: tuple[Marker, ...]) -> Iterator[tuple[int, Marker]]:
    """Each marker with its number in its province, from 0."""
    seen: dict[str, int] = {}
    for marker in markers:
        code = province_of(marker.at)
        number = seen.get(code, 0)
        seen[code] = number + 1
        yield number, marker


def draw_markers(sheet: Sheet) -> None:
    """All markers of the scene."""
    layer = sheet.layer("markers")
    placed = [
        (number, marker)
        for number, marker in numbered(sheet.scene.markers)
        if sheet.shows_marker(marker, number)
    ]
    for number, marker in placed:
        sheet.leader(layer, marker.at, "second_marker" if number else "marker")
    group = sheet.smaller(layer, sheet.board.marker_scale)
    for number, marker in placed:
        drawn = _marker(sheet.canvas.bare, sheet.board, marker, number, sheet.patterns)
        sheet.canvas.pieces(group, drawn)


@lru_cache(maxsize=512)
def _marker(
    bare: bool, board: Board, marker: Marker, number: int, letters: bool
) -> tuple[str, ...]:
    canvas = Canvas(bare=bare)
    code = province_of(marker.at)
    x, y = scaled(board.marker_spot(marker.at, number), board.marker_scale)
    group = canvas.group(
        id_=f"m-{code}-{number + 1}",
        # A disc in a power's color is written on as its pieces are.
        class_=f"marker {marker.kind}" + (f" owned unit pw-{marker.power}" if marker.power else ""),
        transform=f"translate({x} {y})",
        data_province=code,
    )
    name = board.geometry.provinces[code].name
    words = marker.title or f"{name}: {MARKER_NAMES.get(marker.kind, marker.text)}"
    if marker.kind == "revolt" and marker.text and not marker.title:
        words += f" until {marker.text}"
    canvas.title(group, words)
    draw_marker(canvas, group, marker, letters=letters)
    return canvas.texts()


def draw_marker(canvas: Canvas, group: Any, marker: Marker, *, letters: bool = False) -> None:
    """The sign of a marker around 0, 0; letters: with its letter beside it."""
    if marker.kind == "text":
        canvas.element(group, "circle", r=MARKER_RADIUS)
        canvas.text(group, marker.text[:2], 0, 29, font_size=84)
        return
    if marker.kind in ("catholic-dice", "protestant-dice"):
        text = marker.text[:2] + (marker.kind[0].upper() if letters else "")
        canvas.rect(group, -_DIE, -_DIE, 2 * _DIE, 2 * _DIE, rx=_ROUND)
        canvas.text(group, text, 0, 29, font_size=84 if len(text) < 3 else 60)
        return
    shape, letter = _KINDS[marker.kind]
    move = None
    if marker.kind == "revolt" and marker.text:
        move = "translate(0 -22)scale(.68)"
        text = marker.text[:4]
        canvas.text(group, text, 0, 64, font_size=min(74, round(250 / len(text))), class_="year")
    elif letters and letter:
        move = "translate(-24 0)scale(.9)"
        canvas.text(group, letter, 36, 56, font_size=80, class_="year")
    canvas.use(group, f"marker-{shape}", transform=move)
