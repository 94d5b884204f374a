"""Units: squares for armies, narrow rectangles for fleets, and the letters on them."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

from mapsvg.board import ARMY, FLEET, Board
from mapsvg.canvas import Canvas
from mapsvg.lettering import text_width
from mapsvg.scene import PieceLook, UnitKind, UnitPiece
from mapsvg.shapes import Point
from mapsvg.sheet import Sheet, scaled

# Teeth of the star around a piece: how wide, and how far from the piece they begin and end. The
# piece is drawn a little smaller, so that the star covers nothing beside it.
_TOOTH = 70
_BASE = 16
_REACH = 39
_IN_STAR = 0.88
# The usual size of the letters on a piece: set on the layer, so that only other sizes are written.
LETTERS = 156
# Half height of a fleet and rounding of the corners of armies and fleets, by the look of pieces.
_FLEET_HEIGHTS: dict[PieceLook, int] = {"signs": FLEET[1], "blocks": 70}
_CORNERS: dict[PieceLook, tuple[int, int]] = {"signs": (14, 26), "blocks": (5, 5)}
_SHIELD = "M-120-122h240v104c0 74-54 112-120 140c-66-28-120-66-120-140z"
_SHIELD_BEVEL = "M-100-102h200v84c0 60-44 92-100 118c-56-26-100-58-100-118z"
# The diamond of a bolstered minor unit: its middle, its reach, and the size of its letters. It is
# at the upper right corner of an army, at the end of a fleet.
_FLAGS = {"A": (44, -44, 99, 112), "F": (98, 0, 84, 94)}
_BEVEL: dict[str, Any] = {
    "fill": "none", "stroke": "#fff", "stroke_opacity": 0.5, "stroke_width": 10,
}  # fmt: skip
_CROSS = "M0-100V100M-100 0H100"
_SMALL_CROSS = "M0-40V40M-40 0H40"


def define_pieces(sheet: Sheet) -> None:
    """The shapes of units, the stars behind dislodged and new ones, the minor states' silver.

    They have no classes: browsers do not look beyond a <use> for `.board`, so what they look like
    comes from the <use>.
    """
    canvas, look = sheet.canvas, sheet.scene.pieces
    half = {"army": ARMY, "fleet": (FLEET[0], _FLEET_HEIGHTS[look])}
    for (name, (wide, high)), rx in zip(half.items(), _CORNERS[look], strict=True):
        box = (-wide, -high, 2 * wide, 2 * high)
        piece = canvas.group(None, id=name)
        canvas.rect(piece, *box, rx=rx)
        inner = (-wide + 20, -high + 20, 2 * wide - 40, 2 * high - 40)
        canvas.rect(piece, *inner, rx=rx // 2, **_BEVEL)
        canvas.rect(None, *inner, rx=rx // 2, id=f"{name}-inside")
        star = burst(round(wide * _IN_STAR), round(high * _IN_STAR))
        canvas.path(None, star, id=f"burst-{name}")
    shield = canvas.group(None, id="shield")
    canvas.path(shield, _SHIELD)
    canvas.path(shield, _SHIELD_BEVEL, **_BEVEL)
    canvas.path(None, _SHIELD_BEVEL, id="shield-inside")
    silver = sheet.canvas.element(None, "linearGradient", id="silver", x1=0, y1=0, x2=0.6, y2=1)
    sheet.canvas.element(silver, "stop", offset=0, class_="silver1")
    sheet.canvas.element(silver, "stop", offset=1, class_="silver2")


def draw_units(sheet: Sheet) -> None:
    """All pieces; dislodged ones last, above those that took their place."""
    layer = sheet.layer("units", font_size=LETTERS)
    units = [unit for unit in sheet.scene.units if sheet.shows_unit(unit)]
    for unit in units:
        sheet.leader(layer, unit.at, "dislodged" if sheet.steps_aside(unit) else "unit")
    group = sheet.smaller(layer, sheet.board.scale)
    names = {power: sheet.scene.name_of(power) for power in sheet.colors}
    for unit in sorted(units, key=attrgetter("is_aside")):
        # The beaten and the evicted are beside their place only if another has taken it.
        beside = unit.is_aside and sheet.steps_aside(unit)
        owner, written = names.get(unit.power, ""), written_on(sheet, unit)
        looks = (sheet.scene.pieces, beside, owner, written)
        sheet.canvas.pieces(group, _unit(sheet.canvas.bare, sheet.board, *looks, unit))


@lru_cache(maxsize=2048)
def _unit(
    bare: bool,
    board: Board,
    look: PieceLook,
    beside: bool,
    owner: str,
    written: str,
    unit: UnitPiece,
) -> tuple[str, ...]:
    canvas = Canvas(bare=bare)
    state = unit.state if unit.state != "normal" else ""
    power = f"pw-{unit.power}" if unit.power else "minor"
    kind = "army" if unit.kind == "A" else "fleet"
    place = board.dislodged_spot(unit.at) if beside else board.unit_spot(unit.at)
    x, y = scaled(place, board.scale)
    size = board.aside if beside else 1.0
    group = canvas.group(
        id_=unit_id(unit),
        class_=" ".join(word for word in ("unit", kind, state, power) if word),
        transform=f"translate({x} {y})" + (f"scale({size})" if size != 1 else ""),
        data_unit=unit.at,
    )
    canvas.title(group, describe_unit(board, unit, owner))
    draw_piece(canvas, group, look, unit, written, silver=not unit.power)
    return canvas.texts()


def piece_place(board: Board, place: str) -> str:
    """The text that positions each piece at a place."""
    return _unit(False, board, "signs", False, "", "", UnitPiece("A", place, ""))[1]


def unit_id(unit: UnitPiece) -> str:
    """The id of a piece: u-VIE, u-SPA-SC, and u-VIE-dislodged."""
    tail = f"-{unit.state}" if unit.is_aside else ""
    return f"u-{unit.at.replace('/', '-')}{tail}"


def describe_unit(board: Board, unit: UnitPiece, owner: str) -> str:
    """A piece in words: "Austria: army Vienna, strength 2, dislodged".

    owner: the name of its power, if it has one.
    """
    province = board.geometry.provinces[unit.province].name
    coast = unit.at.partition("/")[2]
    kind = "army" if unit.kind == "A" else "fleet"
    place = f"{province} ({coast})" if coast else province
    side = owner if unit.power else unit.label or "minor state"
    parts = [f"{side}: {kind} {place}"]
    if unit.letter:
        parts.append(f"of kind {unit.letter}")
    if unit.strength > 1:
        parts.append(f"strength {unit.strength}")
    if unit.attrition:
        parts.append("attrition")
    if unit.state != "normal":
        parts.append("new" if unit.state == "built" else unit.state)
    return ", ".join(parts)


def written_on(sheet: Sheet, unit: UnitPiece) -> str:
    """All that is written on a piece but its strength."""
    if sheet.patterns and unit.power and not unit.label:
        style = sheet.scene.style_of(unit.power)
        return (style.sign if style else unit.power[:2].capitalize()) + unit.letter
    return unit.label + unit.letter


def draw_piece(
    canvas: Canvas,
    parent: Any,
    look: PieceLook,
    unit: UnitPiece,
    written: str,
    *,
    silver: bool = False,
) -> None:
    """A piece around 0, 0: its star, its body, and what is written on it beside its strength.

    silver: it is a minor state's.
    """
    shape = "army" if unit.kind == "A" else "fleet"
    group = parent
    if unit.state in ("dislodged", "built"):
        star = "burst" if unit.state == "dislodged" else "new"
        canvas.use(parent, f"burst-{shape}", class_=star)
        group = canvas.group(parent, transform=f"scale({_IN_STAR})")
    body = "shield" if unit.flag == "shield" else shape
    paint = "fill:url(#silver)" if silver else None
    canvas.use(group, body, class_="body", style=paint)
    if unit.state == "evicted":
        canvas.use(group, f"{body}-inside", class_="ousted")
    plus = f"+{unit.strength - 1}" if unit.strength > 1 else ""
    flagged = unit.flag == "diamond" and bool(plus)
    rows = [row for row in (written, "" if flagged else plus) if row]
    if unit.kind == "F" and len(rows) > 1:
        rows = ["".join(rows)]
    if unit.attrition:
        corner = (-84, -84) if unit.kind == "A" else (-FLEET[0] + 46, -48)
        _attrition(canvas, group, corner, small=bool(rows))
    _write(canvas, group, rows, unit.kind, look, flagged=flagged)
    if flagged:
        _flag(canvas, group, unit.kind, plus)


def _flag(canvas: Canvas, group: Any, kind: UnitKind, plus: str) -> None:
    """The diamond with the strength of a bolstered minor unit."""
    x, y, reach, size = _FLAGS[kind]
    diamond = f"M{x - reach} {y}l{reach}-{reach} {reach} {reach}-{reach} {reach}z"
    canvas.path(group, diamond, class_="flag")
    size = size if len(plus) < 3 else round(0.8 * size)
    canvas.text(group, plus, x - 4, y + 0.34 * size, font_size=size, class_="on-flag")


def _attrition(canvas: Canvas, parent: Any, corner: Point, *, small: bool) -> None:
    """A white cross over the piece, or a small one at its corner if something is written there."""
    d, width = (_SMALL_CROSS, 26) if small else (_CROSS, 40)
    move = f"translate({corner[0]} {corner[1]})" if small else None
    group = canvas.group(parent, class_="attrition", transform=move)
    canvas.path(group, d, class_="cross-under", stroke_width=width + 22)
    canvas.path(group, d, class_="cross", stroke_width=width)


def _write(
    canvas: Canvas,
    group: Any,
    rows: list[str],
    kind: str,
    look: PieceLook,
    *,
    flagged: bool,
) -> None:
    """One row of letters in the middle of a piece, or two above each other."""
    wide = ARMY[0] if kind == "A" else FLEET[0]
    most = LETTERS if kind == "A" else 132 if look == "signs" else 116
    if len(rows) == 2:
        most = 112
    for number, row in enumerate(rows):
        x, y = 0.0, None
        if flagged:  # beside the diamond
            most, x, y = (124, -30, 106) if kind == "A" else (120, -84, None)
        room = 2 * (wide - 20 - abs(x))
        size = int(min(most, room / text_width(row, "AlegreyaSans-Bold", 1)))
        base = 0.34 * size if y is None else y
        if len(rows) == 2:
            base += -54 + 108 * number
        canvas.text(group, row, x, base, font_size=size if size != LETTERS else None)


def burst(wide: int, high: int) -> str:
    """Path data of a rectangle around 0, 0 whose sides are teeth, a little larger than the piece.

    A star on a circle would reach as far from the sides as it must at the corners, and cover the
    signs beside the piece.
    """
    corners: list[tuple[float, float]] = []
    for along, out, turn in ((wide, high, 0), (high, wide, 1), (wide, high, 2), (high, wide, 3)):
        teeth = max(2, round(2 * along / _TOOTH))
        for index in range(teeth):
            start = -along + 2 * along * index / teeth
            for x, y in ((start, -out - _BASE), (start + along / teeth, -out - _REACH)):
                corners.append(((x, y), (-y, x), (-x, -y), (y, -x))[turn])
    return "M" + "L".join(f"{round(x)} {round(y)}" for x, y in corners) + "z"
