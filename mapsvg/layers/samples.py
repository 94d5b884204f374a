"""The signs that the legend explains: only those that can be seen on this map."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from mapsvg.canvas import Canvas
from mapsvg.layers.borders import draw_region_sample
from mapsvg.layers.centers import LETTERS as CENTER_LETTERS
from mapsvg.layers.centers import draw_center
from mapsvg.layers.land import draw_swatch, is_hatched
from mapsvg.layers.markers import MARKER_NAMES, draw_marker, numbered
from mapsvg.layers.orders import draw_sample, order_classes
from mapsvg.layers.pieces import LETTERS as PIECE_LETTERS
from mapsvg.layers.pieces import draw_piece, written_on
from mapsvg.scene import (
    CenterKind,
    Fill,
    FillKind,
    Marker,
    OrderKind,
    OrderMark,
    Outcome,
    PieceLook,
    UnitPiece,
    UnitState,
)
from mapsvg.sheet import Sheet


class Look(NamedTuple):
    """The appearance of signs on one map, wherever they are."""

    pieces: PieceLook
    patterns: bool
    hatched: frozenset[str]


class Sign(NamedTuple):
    """A sign of the legend: what draws it around 0, 0, and its further arguments."""

    draw: Callable[..., None]
    arguments: tuple[Any, ...] = ()


class LegendEntry(NamedTuple):
    """One sign with its words."""

    words: str
    width: int
    sign: Sign
    strong: bool = False


def sign_texts(sheet: Sheet, sign: Sign) -> tuple[str, ...]:
    """A sign as SVG, around 0, 0, piece by piece."""
    return _sign_texts(sign, Look(sheet.scene.pieces, sheet.patterns, sheet.hatched))


@lru_cache(maxsize=512)
def _sign_texts(sign: Sign, look: Look) -> tuple[str, ...]:
    canvas = Canvas()
    sign.draw(canvas, look, *sign.arguments)
    return canvas.texts()


_FILLS: tuple[FillKind, ...] = ("aligned", "vassal", "unaligned", "neutral")
_MARKER_WORDS: dict[str, str] = {**MARKER_NAMES, "quelled": "quelled revolt"}
_CENTER_WORDS: dict[CenterKind, str] = {
    "disc": "supply center",
    "double": "center with a bonus",
    "triangle": "value of a region",
    "dot": "center, 1",
    "star": "center, 3",
    "star-double": "center, 5",
    "crown": "capital",
    "open": "other center",
}
_STATE_WORDS: dict[UnitState, str] = {
    "dislodged": "dislodged",
    "evicted": "evicted",
    "built": "new unit",
    "removed": "removed unit",
}
_FAILED: tuple[Outcome, ...] = ("bounce", "dislodged", "disrupted")
_MOVES: tuple[OrderKind, ...] = ("move", "convoyed", "retreat")
_HELP: tuple[OrderKind, ...] = ("support_hold", "support_move")
_CHANGES: tuple[OrderKind, ...] = ("disband", "remove", "build")
# kinds, outcomes, words, whether the sample is a long line. Every kind with every outcome is here.
_ORDERS: tuple[tuple[tuple[OrderKind, ...], tuple[Outcome, ...], str, bool], ...] = (
    (("move",), ("success",), "moves", True),
    (("convoyed",), ("success",), "moves by convoy", True),
    (_MOVES, ("cut", *_FAILED), "beaten back", True),
    (_HELP, ("success",), "supports", True),
    (_HELP, ("cut", *_FAILED), "support cut", True),
    (("convoy",), ("success",), "convoys", False),
    (("convoy",), ("cut", *_FAILED), "convoy broken", False),
    (("hold",), ("success",), "holds", False),
    (("hold",), ("cut", *_FAILED), "driven out", False),
    (("retreat",), ("success",), "retreats", True),
    (("disband", "remove"), ("success", "cut", *_FAILED), "disbanded", False),
    (("build",), ("success",), "built", False),
    (("build",), ("cut", *_FAILED), "not built", False),
    (_MOVES, ("void", "excess"), "void", True),
    ((*_HELP, "convoy"), ("void", "excess"), "matches no order", True),
    (("hold", *_CHANGES), ("void", "excess"), "order void", False),
    ((*_MOVES, *_HELP, "convoy"), ("illegal",), "illegal", True),
    (("hold", *_CHANGES), ("illegal",), "order illegal", False),
)  # fmt: skip


def fill_entries(sheet: Sheet) -> list[LegendEntry]:
    """The ways to paint a province, and the outlines of regions."""
    fills = [
        fill
        for code, fill in sheet.scene.fills.items()
        if sheet.shows_province(code)
        and sheet.board.geometry.provinces[code].kind not in ("sea", "impassable")
    ]
    striped: dict[str, Fill] = {}
    for fill in filter(is_hatched, fills):
        kind = "hatched" if fill.hatched else "captured"
        striped.setdefault(_legend_words(sheet, kind, "captured"), fill)
    entries = [
        LegendEntry(words, 360, Sign(_draw_land, (fill,))) for words, fill in striped.items()
    ]
    for kind in _FILLS:
        found = next((fill for fill in fills if fill.kind == kind and not is_hatched(fill)), None)
        if found:
            entries.append(
                LegendEntry(_legend_words(sheet, kind, kind), 360, Sign(_draw_land, (found,)))
            )
    if "regions" in sheet.layers:
        for region in sheet.board.geometry.regions.values():
            if any(map(sheet.shows_province, region.provinces)):
                entries.append(LegendEntry(region.title, 360, Sign(_draw_region)))
    if "ornaments" in sheet.layers and any(
        all(map(sheet.shows_province, crossing.between))
        for crossing in sheet.board.geometry.crossings
    ):
        entries.append(LegendEntry("crossing", 360, Sign(_draw_crossing)))
    return entries


def sign_entries(sheet: Sheet) -> list[LegendEntry]:
    """Pieces, centers and markers."""
    shown = [unit for unit in sheet.scene.units if sheet.shows_unit(unit)]
    entries = [
        *(_piece_entries(shown) if "units" in sheet.layers else []),
        *(_center_entries(sheet) if "centers" in sheet.layers else []),
    ]
    if "markers" in sheet.layers:
        # Of discs with letters only those that the scene explains.
        kinds = {
            f"text {marker.text}" if marker.kind == "text" else marker.kind: marker
            for number, marker in numbered(sheet.scene.markers)
            if sheet.shows_marker(marker, number)
        }
        for kind, words in {**_MARKER_WORDS, **sheet.scene.words}.items():
            if kind in kinds:
                # Whatever marker of that kind a map has first, the sign is one and the same.
                marker = replace(kinds[kind], at="", power="", title="")
                entries.append(LegendEntry(words, 150, Sign(_draw_marker, (marker,))))
    return entries


def _legend_words(sheet: Sheet, kind: str, words: str) -> str:
    """The scene's words for a kind of sign, or else the usual ones."""
    return sheet.scene.words.get(kind, words)


def _piece_entries(units: list[UnitPiece]) -> list[LegendEntry]:
    kinds, states = {unit.kind for unit in units}, {unit.state for unit in units}
    strong = [unit for unit in units if unit.strength > 1]
    minor = next((unit.label for unit in units if not unit.power and unit.label), "")
    flagged = next((unit for unit in strong if unit.flag), None)
    army = UnitPiece("A", "", "")
    found = [
        ("A" in kinds, "army", 260, army),
        ("F" in kinds, "fleet", 380, UnitPiece("F", "", "")),
        (bool(minor), "minor state's", 260, replace(army, label=minor)),
        (not all(unit.flag for unit in strong), "strength 2", 260, replace(army, strength=2)),
    ]
    if flagged:
        bonus = replace(army, strength=2, label=flagged.label, flag=flagged.flag)
        found.append((True, "its bonus", 280, bonus))
    found.append(
        (any(unit.attrition for unit in units), "attrition", 260, replace(army, attrition=True))
    )
    found += [
        (state in states, words, 340, replace(army, state=state))
        for state, words in _STATE_WORDS.items()
    ]
    return [
        LegendEntry(words, width, Sign(_draw_piece, (unit, bool(unit.label or unit.flag))))
        for is_there, words, width, unit in found
        if is_there
    ]


def _center_entries(sheet: Sheet) -> list[LegendEntry]:
    scene, board = sheet.scene, sheet.board
    found: dict[CenterKind, int | None] = {}
    for code in scene.centers:
        spot = board.geometry.provinces[code].center
        if spot is not None and sheet.shows(spot):
            found.setdefault(scene.center_styles.get(code, "disc"), scene.values.get(code))
    return [
        LegendEntry(_legend_words(sheet, kind, words), 140, Sign(_draw_center, (kind, found[kind])))
        for kind, words in _CENTER_WORDS.items()
        if kind in found
    ]


def order_entries(sheet: Sheet) -> list[LegendEntry]:
    """Kinds and outcomes of orders."""
    if "orders" not in sheet.layers:
        return []
    seen = {
        (order.kind, order.outcome)
        for order in sheet.scene.orders
        if not sheet.view or sheet.shows(sheet.board.unit_spot(order.unit))
    }
    entries = []
    for kinds, outcomes, words, is_long in _ORDERS:
        used = [
            (kind, outcome) for kind in kinds for outcome in outcomes if (kind, outcome) in seen
        ]
        if used:
            entries.append(LegendEntry(words, 580 if is_long else 280, Sign(_draw_order, used[0])))
    return entries


def _draw_order(canvas: Canvas, look: Look, kind: OrderKind, outcome: Outcome) -> None:
    mark = OrderMark("legend", kind, "", "", outcome=outcome)
    draw_sample(canvas, canvas.group(class_=order_classes(mark)), mark)


def _draw_piece(canvas: Canvas, look: Look, unit: UnitPiece, silver: bool) -> None:
    style = "unit minor" if silver else "unit"
    if unit.state == "removed":
        style += " removed"
    group = canvas.group(class_=style, font_size=PIECE_LETTERS)
    draw_piece(canvas, group, look.pieces, unit, unit.label, silver=silver)


def power_sample(sheet: Sheet, power: str) -> Sign:
    """A strip of the power's land with its piece on it."""
    return Sign(_draw_power, (power, written_on(sheet, UnitPiece("A", "", power))))


def _draw_power(canvas: Canvas, look: Look, power: str, written: str) -> None:
    draw_swatch(canvas, Fill("own", power), hatched=look.hatched)
    group = canvas.group(class_=f"unit pw-{power}", font_size=PIECE_LETTERS)
    unit = UnitPiece("A", "", power)
    draw_piece(canvas, group, look.pieces, unit, written)


def _draw_center(canvas: Canvas, look: Look, kind: CenterKind, value: int | None) -> None:
    style = "center" if kind == "disc" else f"center {kind}"
    group = canvas.group(class_=style, font_size=CENTER_LETTERS)
    draw_center(canvas, group, kind, value=value)


def _draw_marker(canvas: Canvas, look: Look, marker: Marker) -> None:
    group = canvas.group(class_=f"marker {marker.kind}")
    draw_marker(canvas, group, marker, letters=look.patterns)


def _draw_land(canvas: Canvas, look: Look, fill: Fill) -> None:
    draw_swatch(canvas, fill, hatched=look.hatched)


def _draw_region(canvas: Canvas, look: Look) -> None:
    draw_region_sample(canvas)


def _draw_crossing(canvas: Canvas, look: Look) -> None:
    group = canvas.group(class_="crossing")
    canvas.path(group, "M-150 0h300", class_="crossing-line")
    for x in (-150, 150):
        canvas.circle(group, x, 0, 34, class_="crossing-end")
