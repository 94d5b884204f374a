"""The line that an order follows over the board: a curve cut off at the pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from mapsvg.canvas import number_pairs

Point = tuple[float, float]
Weights = tuple[float, float, float]
Box = tuple[float, float, float, float]  # center x and y, half the width and half the height

_SAMPLES = 32  # of a simple curve; of each leg of a convoy fewer will do
_LEG_SAMPLES = 12
# How far an arrow may swing sideways, as a share of its length; the straighter is preferred.
_BENDS = (0.06, -0.06, 0.15, -0.15, 0.26, -0.26, 0.4, -0.4, 0.55, -0.55)
_DETOUR = 30  # the price of a swing as wide as the line is long
# Where the head of an arrow is probed: how far before its point, and how far to a side.
_HEAD = ((30, 0), (100, -45), (100, 0), (100, 45), (165, -75), (165, 0), (165, 75))
_HEAD_PRICE = 5  # how much more it costs there to cross something


def _weights(t: float) -> Weights:
    """The weights of the three points of a quadratic curve at a share of its way."""
    u = 1 - t
    return u * u, 2 * u * t, t * t


_STEPS = tuple(_weights(step / _SAMPLES) for step in range(_SAMPLES + 1))
_PROBES = tuple(_weights(step / 12) for step in range(1, 12))


class Track(NamedTuple):
    """Path data of a curve and points along it, from its beginning to its end."""

    d: str
    points: tuple[Point, ...]

    @property
    def end(self) -> Point:
        return self.points[-1]

    @property
    def heading(self) -> float:
        """The direction at the end, in radians; 0 points right, and a quarter turn down."""
        x1, y1 = self.end
        # Where a curve is cut at a piece its last two points may all but coincide.
        far = (point for point in reversed(self.points) if math.dist(point, self.end) > 10)
        x0, y0 = next(far, self.points[0])
        return math.atan2(y1 - y0, x1 - x0)

    def at(self, share: float) -> Point:
        """The point that lies `share` (0 to 1) of the length along the track."""
        lengths = [math.dist(a, b) for a, b in zip(self.points, self.points[1:], strict=False)]
        rest = share * sum(lengths)
        for (a, b), length in zip(
            zip(self.points, self.points[1:], strict=False), lengths, strict=True
        ):
            if rest <= length and length > 0:
                return _point_between(a, b, rest / length)
            rest -= length
        return self.end


def plan_arc(
    start: Box, end: Box, cost: Callable[[Point], float], bend: float | None = None
) -> Track:
    """A slightly bent line between two pieces that crosses as little as it can.

    cost: what it costs to cross a point. bend: the sideways swing if it is already decided.
    """
    if bend is not None:
        return _arc(start, end, bend)
    best, lowest = 0.0, math.inf
    for one in _BENDS:
        if abs(one) * _DETOUR >= lowest:  # the bends that follow swing wider still
            break
        price = _price(start, end, one, cost)
        if price < lowest:
            best, lowest = one, price
    return _arc(start, end, best)


def plan_route(start: Box, via: Sequence[Point], end: Box) -> Track:
    """A smooth curve from one piece to another through the points of a convoy's fleets."""
    stops = [start[:2], *via, end[:2]]
    around = [stops[0], *stops, stops[-1]]
    line: list[Point] = []
    for legs in zip(around, around[1:], around[2:], around[3:], strict=False):
        line += [_spline(*legs, step / _LEG_SAMPLES) for step in range(_LEG_SAMPLES)]
    line.append(stops[-1])
    kept = _clip(line, start, end)
    return Track(_polyline(kept), tuple(kept))


def straight(start: Point, end: Point) -> Track:
    return Track(_polyline((start, end)), (start, end))


@lru_cache(maxsize=256)
def to_box(start: Box, end: Box) -> Track:
    """A straight line from the edge of one piece to the edge of another."""
    return _arc(start, end, 0)


def arrow_head(track: Track, length: float, width: float) -> str:
    """Path data of a triangle whose point is the track's end."""
    x, y = track.end
    angle = track.heading
    back = (x - length * math.cos(angle), y - length * math.sin(angle))
    side = (-math.sin(angle) * width / 2, math.cos(angle) * width / 2)
    corners = [
        (x, y),
        (back[0] + side[0], back[1] + side[1]),
        (back[0] - side[0], back[1] - side[1]),
    ]
    return _polyline(corners) + "z"


def shorten(track: Track, length: float) -> Track:
    """The track without its last `length` units, so that its line ends inside the arrow head."""
    points = list(track.points)
    rest = length
    while len(points) > 2 and math.dist(points[-1], points[-2]) <= rest:
        rest -= math.dist(points[-1], points[-2])
        points.pop()
    step = math.dist(points[-1], points[-2])
    if step > rest:
        points[-1] = _point_between(points[-1], points[-2], rest / step)
    if track.d.count("q"):
        return Track(_quadratic(points), tuple(points))
    return Track(_polyline(points), tuple(points))


def _arc(start: Box, end: Box, bend: float) -> Track:
    middle = _control(start, end, bend)
    line = _curve(start, middle, end, _STEPS)
    kept = _clip(line, start, end)
    d = _polyline([kept[0], kept[-1]]) if bend == 0 else _quadratic(kept)
    return Track(d, tuple(kept))


def _control(start: Box, end: Box, bend: float) -> Point:
    """The control point of a curve that swings to its right as seen if `bend` is positive."""
    (x0, y0), (x1, y1) = start[:2], end[:2]
    return (x0 + x1) / 2 - (y1 - y0) * bend, (y0 + y1) / 2 + (x1 - x0) * bend


def _clip(line: Sequence[Point], start: Box, end: Box) -> list[Point]:
    """The part of the line between the two boxes, cut where it leaves one and meets the other."""
    first = _first_outside(line, start)
    before = _first_outside(line[::-1], end)
    last = None if before is None else len(line) - 1 - before
    if first is None or last is None or first > last:  # the pieces all but touch
        return [line[len(line) // 3], line[-(len(line) // 3) - 1]]
    kept = list(line[first : last + 1])
    if first > 0:
        kept.insert(0, _crossing(line[first], line[first - 1], start))
    if last < len(line) - 1:
        kept.append(_crossing(line[last], line[last + 1], end))
    return kept if len(kept) > 1 else [line[0], line[-1]]


def _first_outside(line: Sequence[Point], box: Box) -> int | None:
    return next((index for index, point in enumerate(line) if not _inside(point, box)), None)


def _crossing(outside: Point, inside: Point, box: Box) -> Point:
    low, high = 0.0, 1.0
    for _ in range(6):
        half = (low + high) / 2
        if _inside(_point_between(outside, inside, half), box):
            high = half
        else:
            low = half
    return _point_between(outside, inside, low)


def _inside(point: Point, box: Box) -> bool:
    return abs(point[0] - box[0]) < box[2] and abs(point[1] - box[1]) < box[3]


def _price(start: Box, end: Box, bend: float, cost: Callable[[Point], float]) -> float:
    """The cost of all that a curve crosses between its pieces, and a little for every detour."""
    price = abs(bend) * _DETOUR
    for point in _curve(start, _control(start, end, bend), end, _PROBES):
        crossed = cost(point)  # asked first, since most points cross nothing
        if crossed and not (_inside(point, start) or _inside(point, end)):
            price += crossed
    return price + _HEAD_PRICE * _under_head(end, _control(start, end, bend), cost)


def _under_head(end: Box, control: Point, cost: Callable[[Point], float]) -> float:
    """The area under the head of an arrow from a control point to the edge of a box."""
    x, y, wide, high = end
    length = math.dist(control, (x, y)) or 1.0
    back = ((control[0] - x) / length, (control[1] - y) / length)
    edge = min(
        half / abs(part) for half, part in zip((wide, high), back, strict=True) if abs(part) > 1e-9
    )
    return sum(
        cost(
            (
                x + back[0] * (edge + far) - back[1] * side,
                y + back[1] * (edge + far) + back[0] * side,
            )
        )
        for far, side in _HEAD
    )


def _point_between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _curve(start: Box, middle: Point, end: Box, weights: Sequence[Weights]) -> list[Point]:
    """The points of a quadratic curve that have those weights of its three points."""
    (ax, ay), (bx, by), (cx, cy) = start[:2], middle, end[:2]
    return [(i * ax + j * bx + k * cx, i * ay + j * by + k * cy) for i, j, k in weights]


def _spline(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """Catmull-Rom: the curve from b to c whose neighbors are a and d."""

    def axis(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (
            2 * q
            + (r - p) * t
            + (2 * p - 5 * q + 4 * r - s) * t * t
            + (3 * q - p - 3 * r + s) * t**3
        )

    return axis(a[0], b[0], c[0], d[0]), axis(a[1], b[1], c[1], d[1])


def _quadratic(points: Sequence[Point]) -> str:
    """One quadratic curve through the first, the middle and the last of its points."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    half = len(points) // 2
    if len(points) % 2:
        mx, my = points[half]
    else:
        mx, my = _point_between(points[half - 1], points[half], 0.5)
    control = (2 * mx - (x0 + x1) / 2, 2 * my - (y0 + y1) / 2)
    x, y = round(x0), round(y0)
    steps = (control[0] - x, control[1] - y, x1 - x, y1 - y)
    return f"M{number_pairs((x, y))}q{number_pairs(round(step) for step in steps)}"


def _polyline(points: Sequence[Point]) -> str:
    x, y = round(points[0][0]), round(points[0][1])
    steps: list[int] = []
    for point in points[1:]:
        nx, ny = round(point[0]), round(point[1])
        if (nx, ny) != (x, y) or len(points) == 2:
            steps += (nx - x, ny - y)
            x, y = nx, ny
    return f"M{number_pairs((round(points[0][0]), round(points[0][1])))}l{number_pairs(steps)}"
