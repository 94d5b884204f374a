"""A small board for tests: a grid of provinces with crooked borders, in the format of real ones."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from mapsvg.geometry import parse_geometry
from mapsvg.shapes import Geometry
from mapsvg.workshop.hexboard import HEXBOARDS

WIDE, HIGH = 4000, 3400
GRID = (
    ("NTH", "NWG", "BAR", "BOT", "SKA"),
    ("LON", "HOL", "KIE", "BER", "PRU"),
    ("ENG", "BUR", "MUN", "BOH", "GAL"),
    ("SPA", "MAR", "TYR", "VIE", "BUD"),
    ("MAO", "WES", "LYO", "SWI", "SER"),
)
# Boards of hexes, on which no pieces stand.
HEX_NAMES = tuple(tomllib.loads(HEXBOARDS.read_text(encoding="utf-8")))
NAMES = {"NTH": "North Sea", "SPA": "Spain", "VIE": "Vienna", "BUR": "Burgundy", "SWI": "Schweiz"}
SEAS = ("NTH", "NWG", "BAR", "BOT", "SKA", "ENG", "MAO", "WES", "LYO")
INLAND = ("BUR", "MUN", "BOH", "GAL", "TYR", "VIE", "BUD")


def kind_of(code: str) -> str:
    if code in SEAS:
        return "sea"
    return "impassable" if code == "SWI" else "inland" if code in INLAND else "coastal"


def small_board() -> Geometry:
    """Twenty-five provinces, five by five; Spain has two coasts, Switzerland is closed."""
    return parse_geometry(json.dumps(small_table()))


def small_table() -> dict[str, Any]:
    arcs: list[dict[str, Any]] = []
    sides: dict[tuple[int, int], list[int]] = {}

    def code_at(row: int, column: int) -> str:
        return GRID[row][column] if 0 <= row < 5 and 0 <= column < 5 else ""

    def add_arc(one: str, two: str, points: list[int]) -> int:
        kinds = {kind_of(one) if one else "frame", kind_of(two) if two else "frame"}
        kind = (
            "frame"
            if "frame" in kinds
            else "sea"
            if kinds == {"sea"}
            else "coast"
            if "sea" in kinds
            else "land"
        )
        arcs.append({"left": one, "right": two, "kind": kind, "d": points})
        return len(arcs) - 1

    across: dict[tuple[int, int], int] = {}  # the upper side of (row, column), left to right
    down: dict[tuple[int, int], int] = {}  # the left side of (row, column), top to bottom
    for row in range(6):
        for column in range(5):
            bump = 0 if row in (0, 5) else 260 if (row + column) % 2 else -240
            points = [column * WIDE, row * HIGH, 1300, bump, 1400, -2 * bump, 1300, bump]
            across[row, column] = add_arc(code_at(row - 1, column), code_at(row, column), points)
    for row in range(5):
        for column in range(6):
            bump = 0 if column in (0, 5) else 220 if (row + column) % 2 else -300
            points = [column * WIDE, row * HIGH, bump, 1100, -2 * bump, 1200, bump, 1100]
            down[row, column] = add_arc(code_at(row, column), code_at(row, column - 1), points)
    provinces: dict[str, Any] = {}
    for row, codes in enumerate(GRID):
        for column, code in enumerate(codes):
            sides[row, column] = [
                across[row, column],
                down[row, column + 1],
                -across[row + 1, column] - 1,
                -down[row, column] - 1,
            ]
            provinces[code] = province(code, sides[row, column], column * WIDE, row * HIGH)
    return {
        "format": 2,
        "board": "small",
        "title": "A small board",
        "width": 5 * WIDE,
        "height": 5 * HIGH,
        "sources": ["drawn by hand"],
        "arcs": arcs,
        "provinces": provinces,
        "regions": {
            "hre": {
                "title": "The Empire",
                "provinces": ["MUN", "BOH"],
                "outline": [[8000, 6800, 8000, 0, 0, 3400, -8000, 0]],
            }
        },
        "views": {"middle": {"title": "The Middle", "box": [7000, 6000, 9000, 8000]}},
        "crossings": [{"between": ["LON", "SPA"], "d": [2000, 6700, 300, 3600]}],
        "ornaments": {
            "lakes": [[9000, 8000, 300, 100, -100, 200, -300, -50]],
            "rivers": [[13000, 7200, 400, 900, -300, 800]],
            "islands": [
                {"province": "LON", "d": [500, 2600, 300, 0, 0, 200, -300, 0]},
                {"province": "", "d": [600, 15000, 300, 0, 0, 200, -300, 0]},
            ],
        },
    }


def province(code: str, ring: list[int], left: int, top: int) -> dict[str, Any]:
    def spot(x: float, y: float) -> list[int]:
        return [left + round(x * WIDE), top + round(y * HIGH)]

    label = {"x": left + WIDE // 2, "y": top + 800, "size": 330}
    row: dict[str, Any] = {
        "name": NAMES.get(code, code.title()),
        "kind": kind_of(code),
        "rings": [ring],
        "label": {**label, "lines": [NAMES.get(code, code.title())]},
        "unit": spot(0.45, 0.55),
        "center": None if kind_of(code) in ("sea", "impassable") else spot(0.75, 0.6),
        "dislodged": spot(0.3, 0.72),
        "marker": spot(0.7, 0.8),
        "second_marker": spot(0.6, 0.8),
    }
    if code == "BUR":  # too small for its name and its pieces
        row["label"]["leader"] = [*spot(0.5, 0.3), *spot(0.5, 0.5)]
        row["leaders"] = {
            slot: [*spot(0.4, 0.6), *spot(0.5, 0.5)]
            for slot in ("unit", "center", "dislodged", "marker", "second_marker")
        }
    if code == "SPA":
        row["coasts"] = {
            "NC": {"unit": spot(0.3, 0.4), "dislodged": spot(0.2, 0.5), "label": spot(0.4, 0.3)},
            "SC": {"unit": spot(0.6, 0.8), "dislodged": spot(0.5, 0.9), "label": spot(0.8, 0.9)},
        }
    return row
