"""The geometry of a board that is drawn as a grid of province codes, for boards without coastlines.

A board.toml has its topology; a table `map` beside it draws the provinces, a code for each square:

    [map]
    cell = 600          # map units a square, if not 600
    rows = '''
    MER MER ELY ELY
    MER MER ELY ELY
    WIC WIC WIC ELY
    '''

`python -m mapsvg.workshop.gridboard board.toml` writes the geometry beside it, under the board's
name. It refuses a drawing whose neighbors are not those of the topology.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import tomli

from mapsvg.geometry import GeometryError, format_geometry
from mapsvg.scene import province_of
from mapsvg.shapes import (
    Arc,
    ArcKind,
    Geometry,
    Line,
    Point,
    Province,
    Ring,
    Sizes,
    signed_area,
)
from mapsvg.workshop.cartography.topology import read_adjacency, walk
from mapsvg.workshop.placing import Wish, middles, place_things, unplaced

CELL: Final = 600
"""Map units of a square's side: two by two squares hold a name, a piece, a center and a marker."""
_FINE: Final = 12  # cells of a square's side, in which names and pieces are placed
_SMOOTHED: Final = 2

Rows = Sequence[Sequence[str]]
Edge = tuple[Point, Point, str, str]
"""A side of a square: from, to, and the provinces to its left and its right, "" for none."""


def draw_grid(data: Mapping[str, Any]) -> Geometry:
    """The geometry in a parsed board.toml with a table `map`.

    Raises GeometryError for rows of different lengths, codes without a province or provinces
    without a square, a province that touches itself at a corner, and neighbors that contradict
    the topology.
    """
    provinces, drawing = data["provinces"], data.get("map", {})
    rows = [line.split() for line in str(drawing.get("rows", "")).split("\n") if line.strip()]
    cell = int(drawing.get("cell", CELL))
    _check_rows(rows, provinces)
    arcs = trace_arcs(rows)
    _check_neighbors(arcs, provinces)
    kinds = {code: str(province["kind"]) for code, province in provinces.items()}
    return Geometry(
        board=str(data["board"]["name"]),
        title=str(data["board"]["title"]),
        width=len(rows[0]) * cell,
        height=len(rows) * cell,
        sources=("drawn as a grid",),
        arcs=tuple(
            Arc(
                left,
                right,
                arc_kind(kinds, left, right),
                _smooth_line(points, cell, inner=bool(left and right)),
            )
            for points, left, right in arcs
        ),
        provinces=_placed(rows, provinces, arcs, cell),
    )


def _check_rows(rows: Rows, provinces: Mapping[str, Any]) -> None:
    drawn = {code for row in rows for code in row}
    wrong = [f"there is no province {code}" for code in sorted(drawn - set(provinces))]
    wrong += [f"{code} has no square" for code in sorted(set(provinces) - drawn)]
    wrong += [
        f"row {number} has {len(row)} squares, row 1 has {len(rows[0])}"
        for number, row in enumerate(rows, 1)
        if len(row) != len(rows[0])
    ]
    if wrong:
        raise GeometryError("; ".join(wrong))


def _check_neighbors(arcs: Iterable[tuple[Line, str, str]], provinces: Mapping[str, Any]) -> None:
    """Refuse a drawing whose neighbors are not those of the topology, by army or by fleet."""
    drawn = {tuple(sorted(sides)) for _, *sides in arcs if all(sides)}
    ways = read_adjacency(provinces)
    known = {tuple(sorted(map(province_of, pair))) for pair in ways["army"] | ways["fleet"]}
    wrong = [f"{' and '.join(pair)} touch, but no unit can go" for pair in sorted(drawn - known)]
    wrong += [
        f"{' and '.join(pair)} are neighbors, but do not touch" for pair in sorted(known - drawn)
    ]
    # Impassable land touches others, but no unit goes there.
    closed = {code for code, province in provinces.items() if province["kind"] == "impassable"}
    wrong = [text for text in wrong if not closed & set(text.split()[:3:2])]
    if wrong:
        raise GeometryError("; ".join(wrong))


def _province_edges(rows: Rows) -> list[Edge]:
    """The sides of squares between different provinces, or at the frame, row by row."""
    width = len(rows[0])
    found: list[Edge] = []
    above: Sequence[str] = [""] * width
    for y, row in enumerate((*rows, [""] * width)):
        # With y downwards: on the way right, the square above is on the left.
        for x, (over, code) in enumerate(zip(above, row, strict=True)):
            if over != code:
                found.append(((x, y), (x + 1, y), over, code))
        for x, (before, behind) in enumerate(pairwise(("", *row, ""))):
            if before != behind:
                found.append(((x, y), (x, y + 1), behind, before))
        above = row
    return found


def trace_arcs(rows: Rows) -> list[tuple[Line, str, str]]:
    """The borders between two provinces, each as one line with what is to its left and right."""
    at: dict[Point, list[Edge]] = {}
    edges = _province_edges(rows)
    for edge in edges:
        start, end, left, right = edge
        at.setdefault(start, []).append(edge)
        at.setdefault(end, []).append((end, start, right, left))
    for point, meeting in at.items():
        around = [left for _, _, left, _ in meeting]
        if len(meeting) == 4 and len(set(around)) < 4:
            twice = next(code for code in around if around.count(code) > 1)
            raise GeometryError(f"{twice} touches itself at a corner, at {point}")
    used: set[tuple[Point, Point]] = set()
    arcs: list[tuple[Line, str, str]] = []
    near = {point: [end for _, end, _, _ in meeting] for point, meeting in at.items()}
    # From every point where several borders meet, then around what nothing else touches.
    ends = dict.fromkeys(point for point, meeting in at.items() if len(meeting) > 2)
    for begin in (*ends, *at):
        for start, second, left, right in at[begin]:
            if (start, second) not in used:
                arcs.append((tuple(walk(near, ends, used, start, second)), left, right))
    return arcs


def arc_kind(kinds: Mapping[str, str], left: str, right: str) -> ArcKind:
    if not left or not right:
        return "frame"
    kinds_of_arcs: tuple[ArcKind, ...] = ("land", "coast", "sea")
    return kinds_of_arcs[(kinds[left], kinds[right]).count("sea")]


def find_rings(arcs: Sequence[tuple[Line, str, str]], code: str) -> tuple[Ring, ...]:
    """The outline of a province as arcs with the province to their right, the largest first."""
    ahead = {}
    for number, (line, left, right) in enumerate(arcs):
        if right == code:
            ahead[line[0]] = (number, line)
        elif left == code:
            ahead[line[-1]] = (-number - 1, line[::-1])
    rings: list[tuple[float, Ring]] = []
    while ahead:
        start = point = next(iter(ahead))
        ring: list[int] = []
        points: list[Point] = []
        while point in ahead:
            number, line = ahead.pop(point)
            ring.append(number)
            points += line[:-1]
            point = line[-1]
        assert point == start
        rings.append((abs(signed_area(points)), tuple(ring)))
    return tuple(ring for _, ring in sorted(rings, key=lambda found: -found[0]))


def _smooth_line(points: Line, cell: int, *, inner: bool) -> Line:
    """The line in map units. Of an inner border stairs become slopes, and corners round; the ends
    stay."""
    line: list[tuple[float, float]] = [(x * cell, y * cell) for x, y in points]
    if inner and len(line) > 2:
        middles = [_between(*pair, 0.5) for pair in pairwise(line)]
        line = [line[0], *middles, line[-1]] if line[0] != line[-1] else [*middles, middles[0]]
        for _ in range(_SMOOTHED):
            cut = [_between(*pair, share) for pair in pairwise(line) for share in (0.25, 0.75)]
            line = [line[0], *cut[1:-1], line[-1]]
    return tuple((round(x), round(y)) for x, y in line)


def _between(
    one: tuple[float, float], two: tuple[float, float], share: float
) -> tuple[float, float]:
    return one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1])


def _placed(
    rows: Rows, provinces: Mapping[str, Any], arcs: Sequence[tuple[Line, str, str]], cell: int
) -> dict[str, Province]:
    """The provinces with their names and pieces."""
    fine = [[code for code in row for _ in range(_FINE)] for row in rows for _ in range(_FINE)]
    wishes = []
    for code, facts in sorted(provinces.items()):
        one = unplaced(code, str(facts["name"]), facts["kind"], find_rings(arcs, code))
        wishes.append(Wish(one, bool(facts.get("center"))))
    placed = place_things(wishes, fine, middles(fine), cell / _FINE, Sizes())
    return dict(sorted(placed.items()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the geometry of a board beside its board.toml. Returns 0, or 1 with what is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m mapsvg.workshop.gridboard", description="Draw a board from a grid of codes."
    )
    parser.add_argument("board", type=Path, metavar="BOARD.toml")
    path: Path = parser.parse_args(arguments).board
    try:
        geometry = draw_grid(tomli.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    target = path.with_name(f"{geometry.board}.json")
    target.write_text(format_geometry(geometry), encoding="utf-8", newline="\n")
    print(f"{target}: {len(geometry.provinces)} provinces")
    return 0


if __name__ == "__main__":
    sys.exit(main())
