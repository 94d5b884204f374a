"""The values that a board's geometry is made of.

    arcs        every border once: Arc("BOH", "VIE", "land", ((100, 200), (105, 197), (113, 198)))
    provinces   {code: Province}: its rings, and the positions of its label and pieces
    lakes, rivers, islands, crossings     what is drawn besides
    regions, views                        outlines around several provinces, close-ups

A ring is the outline of a province as steps along arcs: `n` follows arc n from its first point to
its last, `-(n + 1)` follows it back. (0, -4) goes along arc 0 and back along arc 3. Neighbors share
their arcs, and lines are simplified arc by arc: no gap can open between them.

Invariants (`mapsvg.geometry` refuses other files): each step of a ring begins where the one
before it ends, and the first where the last ends; every code in use is a province's.
Which side of an arc is its left as seen differs from board to board: `mapsvg.outlines` finds out.

All coordinates are whole map units, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, field

Point = tuple[int, int]
Line = tuple[Point, ...]
Segment = tuple[int, int, int, int]  # x and y of one end, then of the other
ArcKind = Literal["land", "coast", "sea", "frame"]
ProvinceKind = Literal["inland", "coastal", "sea", "impassable"]
Ring = tuple[int, ...]

# The slots of a province that a leader may tie to it.
SLOTS = ("unit", "center", "dislodged", "marker", "second_marker")


class Arc(Struct, frozen=True):
    """A border between two provinces, stored once. A side is "" beyond the frame."""

    left: str
    right: str
    kind: ArcKind
    points: Line


class Label(Struct, frozen=True, omit_defaults=True):
    """Lines of text around a center point; size is the font size.

    leader: from a label outside its province to a point inside it.
    """

    x: int
    y: int
    size: int
    lines: tuple[str, ...]
    leader: Segment | None = None


class CoastAnchors(Struct, frozen=True):
    """Box centers for a fleet, a dislodged fleet and the label of a named coast."""

    unit: Point
    dislodged: Point
    label: Point


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """The boxes, width and height, that every board keeps free around its places.

    A place for an army or a fleet has room for either. aside: of a piece that has lost its place to
    another and is shown beside it.
    """

    army: Point = (260, 260)
    fleet: Point = (380, 200)
    aside_army: Point = (260, 260)
    aside_fleet: Point = (380, 200)
    center: Point = (140, 140)
    marker: Point = (140, 140)
    coast_label: Point = (150, 90)


class Province(Struct, frozen=True):
    """A province: its outline as rings of arcs, main body first, and its box centers.

    leaders: for each slot that lies outside the province, a line from the slot into it.
    """

    code: str
    name: str
    kind: ProvinceKind
    rings: tuple[Ring, ...]
    label: Label
    unit: Point
    center: Point | None
    dislodged: Point
    marker: Point
    second_marker: Point | None = None
    coasts: Mapping[str, CoastAnchors] = field(default_factory=dict)
    leaders: Mapping[str, Segment] = field(default_factory=dict)


class Island(Struct, frozen=True):
    """An island without a town: a closed outline, colored like a province or like none ("")."""

    province: str
    points: Line


class Region(Struct, frozen=True):
    """Several provinces with one outline around them, closed rings, smoother than the borders."""

    title: str
    provinces: tuple[str, ...]
    outline: tuple[Line, ...]


class View(Struct, frozen=True):
    """A part of the map worth a separate picture: left, top, width and height."""

    title: str
    box: Segment


class Crossing(Struct, frozen=True):
    """A way between two provinces that do not touch on the map: its line, to be drawn as one."""

    between: tuple[str, str]
    points: Line


class Geometry(Struct, frozen=True, eq=False):
    """A whole board, provinces in the board's order; it covers 0..width by 0..height. Comparing two
    boards point by point would be slow: each is equal only to itself."""

    board: str
    title: str
    width: int
    height: int
    sources: tuple[str, ...]
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, Province]
    lakes: tuple[Line, ...] = ()
    rivers: tuple[Line, ...] = ()
    islands: tuple[Island, ...] = ()
    sizes: Sizes = Sizes()
    regions: Mapping[str, Region] = field(default_factory=dict)
    views: Mapping[str, View] = field(default_factory=dict)
    crossings: tuple[Crossing, ...] = ()


def arc_number(step: int) -> int:
    """The number of the arc that a step of a ring follows, forwards or reversed."""
    return step if step >= 0 else -step - 1


def arc_points(arcs: Sequence[Arc], step: int) -> Line:
    """The points of an arc in the direction in which a ring follows it."""
    points = arcs[arc_number(step)].points
    return points if step >= 0 else points[::-1]


def ring_points(arcs: Sequence[Arc], ring: Ring) -> tuple[Point, ...]:
    """The corners of a ring, the first one not repeated at the end."""
    return tuple(point for step in ring for point in arc_points(arcs, step)[:-1])


def signed_area(ring: Sequence[Point]) -> float:
    """Area of a closed ring; positive if it runs clockwise as seen (y grows downwards)."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


def line_steps(points: Sequence[Point]) -> list[int]:
    """A line as one absolute point and relative steps, all in one row."""
    steps: list[int] = []
    before = (0, 0)
    for point in points:
        steps += [point[0] - before[0], point[1] - before[1]]
        before = point
    return steps
