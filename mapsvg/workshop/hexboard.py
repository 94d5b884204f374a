"""The geometry of boards of hexes, pointy tops, in the midst of a table.

`hexboards.toml` beside this module has a table for each board: its title, and its rows from the
north as [first column, number of hexes]. Column and row are axial coordinates: a hex's neighbors to
the south-east and north-east are one row on, and one row back and one column on. The name of a hex
is the letter of its row and its place in the row, from 1: "D4". The land beyond each of the six
sides of the board is a separate place, named by its direction: N, NE, SE, S, SW, NW.

`python -m mapsvg.workshop.hexboard` writes the geometry of every board to the folder `boards`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import tomli

from mapsvg.geometry import BOARDS, GeometryError, format_geometry
from mapsvg.shapes import Arc, Geometry, Label, Line, Point, Province, Ring, Sizes
from mapsvg.workshop.gridboard import find_rings

HEXBOARDS: Final = Path(__file__).with_name("hexboards.toml")
DIRECTIONS: Final[Mapping[str, str]] = {
    "N": "Beyond the north",
    "NE": "Beyond the north-east",
    "SE": "Beyond the south-east",
    "S": "Beyond the south",
    "SW": "Beyond the south-west",
    "NW": "Beyond the north-west",
}
"""The places beyond the six sides of a board, clockwise."""

# Half a hex's width, and a quarter of its height: whole numbers, so that neighbors share corners.
_HALF: Final = 600
_QUARTER: Final = 346
_MARGIN: Final = 1500
_CORNER: Final = 800
"""The distance from the corners of the map to the names of the places there."""
# Corners from the top, clockwise, in halves of a width and quarters of a height.
_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
# The hex beyond each side, clockwise from the side between the first two corners.
_STEPS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_SIZES: Final = Sizes(army=(420, 280), fleet=(420, 280), center=(250, 250), marker=(240, 240))

Hex = tuple[int, int]
Rows = Sequence[Sequence[int]]
_Piece = tuple[Line, str, str]
"""A line, whose outline goes along it, and whose goes back; "" beyond the frame."""


def hex_ids(rows: Rows) -> dict[str, Hex]:
    """Every hex of a board by its name, with its column and row, in reading order."""
    return {
        f"{chr(ord('A') + row)}{place + 1}": (first + place, row)
        for row, (first, number) in enumerate(rows)
        for place in range(number)
    }


def draw_hexes(board: str, title: str, rows: Rows) -> Geometry:
    """The geometry of a board with these rows. Raises GeometryError for rows that leave a gap."""
    hexes = hex_ids(rows)
    at = {hex_: code for code, hex_ in hexes.items()}
    middles = _middles(hexes)
    width = max(x for x, _ in middles.values()) + _HALF + _MARGIN
    height = max(y for _, y in middles.values()) + 2 * _QUARTER + _MARGIN
    pieces: list[_Piece] = []
    rim: list[tuple[Point, Point, str, str]] = []
    for code, (q, r) in hexes.items():
        x, y = middles[code]
        corners = [(x + _HALF * across, y + _QUARTER * down) for across, down in _CORNERS]
        for side, (dq, dr) in enumerate(_STEPS):
            start, end = corners[side], corners[(side + 1) % 6]
            other = at.get((q + dq, r + dr), "")
            if not other:
                rim.append((start, end, code, _beyond(hexes, q + dq, r + dr)))
            elif code < other:
                pieces.append(((start, end), code, other))
    pieces += [((start, end), code, out) for start, end, code, out in rim]
    pieces += _outside(rim, width, height)
    turned = [(line, right, left) for line, left, right in pieces]
    provinces = {code: _hex(code, middles[code], find_rings(turned, code)) for code in hexes}
    provinces |= {
        code: _place_beyond(code, find_rings(turned, code), width, height) for code in DIRECTIONS
    }
    return Geometry(
        board=board,
        title=title,
        width=width,
        height=height,
        sources=("drawn from its rows",),
        arcs=tuple(
            Arc(left, right, "land" if left and right else "frame", line)
            for line, left, right in pieces
        ),
        provinces=provinces,
        sizes=_SIZES,
    )


def _middles(hexes: Mapping[str, Hex]) -> dict[str, Point]:
    """The middle of each hex, the board's left and top corners at the margin."""
    left = min(2 * q + r for q, r in hexes.values())
    return {
        code: (
            _MARGIN + _HALF * (2 * q + r - left + 1),
            _MARGIN + _QUARTER * (3 * r + 2),
        )
        for code, (q, r) in hexes.items()
    }


def _beyond(hexes: Mapping[str, Hex], q: int, r: int) -> str:
    """The place where the board has no hex: of two, at a corner, the first clockwise."""
    columns, rows, sums = zip(*((q, r, q + r) for q, r in hexes.values()), strict=True)
    borders = {
        "N": r < 0,
        "NE": q > max(columns),
        "SE": q + r > max(sums),
        "S": r > max(rows),
        "SW": q < min(columns),
        "NW": q + r < min(sums),
    }
    fitting = [name for name in DIRECTIONS if borders[name]]
    if not fitting:
        raise GeometryError(f"the rows leave a gap at column {q}, row {r}")
    # N and NW meet at the end of the round.
    return "NW" if fitting == ["N", "NW"] else fitting[0]


def _outside(rim: Iterable[tuple[Point, Point, str, str]], width: int, height: int) -> list[_Piece]:
    """The lines between the places beyond the board, and along the frame around them."""
    after = {start: (end, out) for start, end, _, out in rim}
    # Where the rim passes from one place to the next, a line goes out to the frame.
    turns: dict[str, Point] = {}
    for end, out in after.values():
        following = after[end][1]
        if following != out:
            turns[following] = end
    if set(turns) != set(DIRECTIONS):
        raise GeometryError("the board does not have six sides")
    ends: dict[str, Point] = {}
    for code, (x, y) in turns.items():
        ends[code] = {
            "N": (x, 0),
            "NE": (x, 0),
            "SE": (width, y),
            "S": (x, height),
            "SW": (x, height),
            "NW": (0, y),
        }[code]
    order = list(DIRECTIONS)
    corners = {"NE": (width, 0), "SE": (width, height), "SW": (0, height), "NW": (0, 0)}
    pieces: list[_Piece] = []
    for number, code in enumerate(order):
        before, following = order[number - 1], order[(number + 1) % 6]
        pieces.append(((turns[code], ends[code]), code, before))
        corner = (corners[code],) if code in corners else ()
        pieces.append(((ends[code], *corner, ends[following]), code, ""))
    return pieces


def _hex(code: str, middle: Point, rings: tuple[Ring, ...]) -> Province:
    """A hex: its name at the top, signs below it, a caption in the middle, counters at the foot."""
    x, y = middle
    return Province(
        code,
        code,
        "inland",
        rings,
        Label(x, y - 470, 150, (code,)),
        unit=(x, y + 50),
        center=(x, y - 230),
        dislodged=(x, y + 330),
        marker=(x - 330, y - 230),
        second_marker=(x + 330, y - 230),
    )


def _place_beyond(code: str, rings: tuple[Ring, ...], width: int, height: int) -> Province:
    """The place beyond a side of the board, with room for a caption and counters."""
    x, y = {
        "N": (width // 2, _MARGIN // 2),
        "NE": (width - _CORNER, _CORNER),
        "SE": (width - _CORNER, height - _CORNER),
        "S": (width // 2, height - _MARGIN // 2),
        "SW": (_CORNER, height - _CORNER),
        "NW": (_CORNER, _CORNER),
    }[code]
    return Province(
        code,
        DIRECTIONS[code],
        "impassable",
        rings,
        Label(x, y - 380, 200, ("Beyond", DIRECTIONS[code].removeprefix("Beyond "))),
        unit=(x, y),
        center=(x - 700, y),
        dislodged=(x, y + 330),
        marker=(x + 700, y),
        second_marker=(x + 950, y),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the geometry of every board in hexboards.toml. Returns the exit code."""
    del arguments
    for board, facts in tomli.loads(HEXBOARDS.read_text(encoding="utf-8")).items():
        geometry = draw_hexes(board, str(facts["title"]), facts["rows"])
        (BOARDS / f"{board}.json").write_text(
            format_geometry(geometry), encoding="utf-8", newline="\n"
        )
        print(f"{board}: {len(geometry.provinces) - len(DIRECTIONS)} hexes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
