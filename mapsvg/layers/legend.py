"""The strip below the map: the powers, and the signs that this map uses, each with its word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mapsvg.layers.orders import draw_sample, order_classes
from mapsvg.layers.pieces import draw_center, draw_piece
from mapsvg.lettering import text_width, wrap_text
from mapsvg.scene import OUTCOMES, OrderKind, OrderMark, Outcome, UnitKind, UnitPiece, UnitState
from mapsvg.sheet import Sheet

_TEXT = 210
_ROW = 380
_LEFT = 260
_GAP = 330


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign with its words. draw: puts the sign into a group whose 0, 0 is its middle."""

    words: str
    width: int
    draw: Callable[[Sheet, Any], None]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Legend:
    """The entries in rows that fit the map's width, and the lines of the notes below them."""

    rows: Sequence[Sequence[Entry]] = ()
    notes: Sequence[str] = ()

    @property
    def height(self) -> int:
        """How much the legend adds below the map."""
        lines = len(self.rows) + len(self.notes)
        return lines * _ROW + 200 if lines else 0


def plan_legend(sheet: Sheet) -> Legend:
    """What the legend of a map says, and where its lines break."""
    width = sheet.board.geometry.width
    rows = [*_flow(_power_entries(sheet), width), *_flow(_sign_entries(sheet), width)]
    return Legend(rows, _note_lines(sheet))


def draw_legend(sheet: Sheet, legend: Legend) -> None:
    """The whole strip."""
    layer = sheet.layer("legend")
    geometry = sheet.board.geometry
    sheet.canvas.rect(layer, 0, geometry.height, geometry.width, legend.height, class_="panel")
    y = geometry.height + 100 + _ROW // 2
    for row in legend.rows:
        x = float(_LEFT)
        for entry in row:
            spot = f"translate({round(x + entry.width / 2)} {y})"
            entry.draw(sheet, sheet.canvas.group(layer, transform=spot))
            style = "words strong" if entry.strong else "words"
            x += entry.width + 70
            sheet.canvas.text(layer, entry.words, x, y + 70, font_size=_TEXT, class_=style)
            x += text_width(entry.words, _face(entry), _TEXT) + _GAP
        y += _ROW
    for line in legend.notes:
        sheet.canvas.text(layer, line, _LEFT, y + 70, font_size=_TEXT, class_="words faint")
        y += _ROW


def _face(entry: Entry) -> Any:
    return "AlegreyaSans-Bold" if entry.strong else "AlegreyaSans-Regular"


def _note_lines(sheet: Sheet) -> list[str]:
    room = sheet.board.geometry.width - 2 * _LEFT
    return [
        line
        for note in sheet.scene.notes
        for line in wrap_text(note, "AlegreyaSans-Regular", _TEXT, room)
    ]


def _flow(entries: list[Entry], width: int) -> list[list[Entry]]:
    rows: list[list[Entry]] = []
    x = float(width)
    for entry in entries:
        needed = entry.width + 70 + text_width(entry.words, _face(entry), _TEXT)
        if x + needed > width - _LEFT:
            rows.append([])
            x = _LEFT
        rows[-1].append(entry)
        x += needed + _GAP
    return rows


def _power_entries(sheet: Sheet) -> list[Entry]:
    counts: dict[str, int] = {}
    for owner in sheet.scene.centers.values():
        if owner:
            counts[owner] = counts.get(owner, 0) + 1
    entries = []
    for key in sheet.scene.powers:
        words = sheet.scene.name_of(key)
        if sheet.scene.centers:
            words += f"  {counts.get(key, 0)}"
        entries.append(Entry(words, 360, _swatch(key), strong=True))
    return entries


def _swatch(key: str) -> Callable[[Sheet, Any], None]:
    """A strip of the power's land with its piece on it."""

    def draw(sheet: Sheet, group: Any) -> None:
        fill = f"fill:url(#{sheet.id(f'fill-{key}')})" if sheet.patterns else None
        box = (-180, -160, 360, 320)
        sheet.canvas.rect(group, *box, class_=f"land swatch pw-{key}", style=fill)
        piece = sheet.canvas.group(group, class_=f"unit pw-{key}")
        draw_piece(sheet, piece, UnitPiece("A", "", key))

    return draw


def _sign_entries(sheet: Sheet) -> list[Entry]:
    scene = sheet.scene
    entries = []
    if any(unit.kind == "A" for unit in scene.units):
        entries.append(Entry("army", 260, _piece("A")))
    if any(unit.kind == "F" for unit in scene.units):
        entries.append(Entry("fleet", 380, _piece("F")))
    if scene.centers:
        entries.append(Entry("supply center", 140, _center))
    if any(unit.strength > 1 for unit in scene.units):
        entries.append(Entry("strength 2", 260, _piece("A", strength=2)))
    if any(unit.state == "dislodged" for unit in scene.units):
        entries.append(Entry("dislodged", 340, _piece("A", "dislodged")))
    if any(unit.state == "built" for unit in scene.units):
        entries.append(Entry("new unit", 340, _piece("A", "built")))
    seen = {(order.kind, order.outcome) for order in scene.orders}
    for kinds, outcomes, words, sample in _SIGNS:
        used = [
            (kind, outcome)
            for kind in kinds
            for outcome in (outcomes or OUTCOMES)
            if (kind, outcome) in seen
        ]
        if used:
            entries.append(Entry(words, 580 if sample else 280, _order(*used[0])))
    return entries


_FAILED: tuple[Outcome, ...] = ("bounce", "dislodged", "disrupted")
# kinds, outcomes (none: all), words, whether the sample is a long line.
_SIGNS: tuple[tuple[tuple[OrderKind, ...], tuple[Outcome, ...], str, bool], ...] = (
    (("move",), ("success",), "moves", True),
    (("convoyed",), ("success",), "moves by convoy", True),
    (("move", "convoyed", "retreat"), _FAILED, "beaten back", True),
    (("support_hold", "support_move"), ("success",), "supports", True),
    (("support_hold", "support_move"), ("cut", *_FAILED), "support cut", True),
    (("convoy",), ("success",), "convoys", False),
    (("convoy",), ("cut", *_FAILED), "convoy broken", False),
    (("hold",), (), "holds", False),
    (("retreat",), ("success",), "retreats", True),
    (("disband", "remove"), (), "disbanded", False),
    (("build",), ("success",), "built", False),
    (("move", "convoyed", "retreat"), ("void", "excess"), "void", True),
    (("support_hold", "support_move", "convoy"), ("void", "excess"), "matches no order", True),
    (("move", "convoyed", "retreat", "support_hold", "support_move", "convoy"), ("illegal",),
     "illegal", True),
)  # fmt: skip


def _order(kind: OrderKind, outcome: Outcome) -> Callable[[Sheet, Any], None]:
    mark = OrderMark("legend", kind, "", "", outcome=outcome)

    def draw(sheet: Sheet, group: Any) -> None:
        draw_sample(sheet, sheet.canvas.group(group, class_=order_classes(mark)), mark)

    return draw


def _piece(
    kind: UnitKind, state: UnitState = "normal", strength: int = 1
) -> Callable[[Sheet, Any], None]:
    def draw(sheet: Sheet, group: Any) -> None:
        inner = sheet.canvas.group(group, class_="unit")
        draw_piece(sheet, inner, UnitPiece(kind, "", "", strength, state=state))

    return draw


def _center(sheet: Sheet, group: Any) -> None:
    draw_center(sheet.canvas, sheet.canvas.group(group, class_="center"), None)
