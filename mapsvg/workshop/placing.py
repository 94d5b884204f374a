"""Places names and pieces in a board that is a fine grid of codes, without more than the program
itself needs.

    the smallest provinces first
    coasts   a fleet, one that lost its place and the name, where their stretch of shore is widest
    group    name, piece and center as one, in the province's middle; in smaller letters, on two
             lines, or the other way round until nothing sticks out
    others   a dislodged piece and two markers, each as near to the piece as there is room

The cost of a place is the part of it outside its province or on something else: the cheapest is
taken. The middle is where the largest square fits: its points are farthest from any border.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from mapsvg.lettering import Face, text_width
from mapsvg.shapes import CoastAnchors, Label, Line, Point, Province, Ring, Segment, Sizes

_GAP = 40  # map units between two things
_MARGIN = 12  # cells around a province in which it may put what it has no room for
_TRIED = 160  # middles that are tried for a group
_ENOUGH = 0.8  # of the most room there is anywhere in a province: more does not count
_LETTERS: Final = (190, 165, 145, 128, 112)
_SMALLEST = 200  # of the smallest letters go into the width of a map
_NEAR: Final = sorted(
    ((dx, dy) for dx in range(-1500, 1501, 60) for dy in range(-1500, 1501, 60)),
    key=lambda off: (math.hypot(*off), off),
)
"""Steps from a piece to the possible positions of something else, the nearest first."""
_COVERED, _OUTSIDE = 40.0, 6.0  # the price of all of a thing on another, or beyond the border
_FAR = 4000  # map units from where it belongs: the price is 1
_LED = 0.7  # what lies outside by more than this share has a line into its province

Rows = Sequence[Sequence[str]]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Size = tuple[float, float]
Spots = Sequence[tuple[float, float, float]]
"""Points of a province: half the largest square in it, x and y, in cells; the best first."""
Part = tuple[str, Size, Size]
"""A thing in a group: its name, where its middle is from the group's, and its size."""


class Wish(Struct, frozen=True):
    """The things that a province needs room for, and those that already have their place. shores:
    for each named coast the points of its shore."""

    province: Province
    center: bool
    unit_at: Point | None = None
    center_at: Point | None = None
    label_at: Point | None = None
    shores: Mapping[str, Line] = {}

    @property
    def closed(self) -> bool:
        """Whether nothing but its name is ever there."""
        return self.province.kind == "impassable"


def unplaced(code: str, name: str, kind: Any, rings: tuple[Ring, ...]) -> Province:
    """A province without its places."""
    return Province(
        code, name, kind, rings, Label(0, 0, 100, (name,)), (0, 0), None, (0, 0), (0, 0)
    )


class Ground:
    """Some cells of a grid, and how many of them a box holds."""

    def __init__(self, rows: Rows, codes: frozenset[str], box: tuple[int, int, int, int]) -> None:
        self.left, self.top, self.right, self.bottom = box
        self._sums = [[0] * (self.right - self.left + 1)]
        for row in rows[self.top : self.bottom]:
            held = accumulate((code in codes for code in row[self.left : self.right]), initial=0)
            self._sums.append(list(map(operator.add, self._sums[-1], held)))

    def inside(self, box: Box) -> float:
        """The share of a box, in cells, that lies on these cells."""
        left, top = math.floor(box[0]), math.floor(box[1])
        right, bottom = math.ceil(box[2]), math.ceil(box[3])
        whole = (right - left) * (bottom - top)
        x0, x1 = (min(max(x, self.left), self.right) - self.left for x in (left, right))
        y0, y1 = (min(max(y, self.top), self.bottom) - self.top for y in (top, bottom))
        above, below = self._sums[y0], self._sums[y1]
        return (below[x1] - above[x1] - below[x0] + above[x0]) / whole


def _boxes(rows: Rows) -> dict[str, tuple[int, int, int, int]]:
    """The box around each province and its margin, in cells."""
    found: dict[str, tuple[int, int, int, int]] = {}
    for y, row in enumerate(rows):
        for code in dict.fromkeys(row):
            x, end = row.index(code), len(row) - row[::-1].index(code)
            left, top, right, _ = found.get(code, (x, y, end, y))
            found[code] = min(left, x), top, max(right, end), y + 1
    wide, high = len(rows[0]), len(rows)
    return {
        code: (
            max(0, left - _MARGIN), max(0, top - _MARGIN),
            min(wide, right + _MARGIN), min(high, bottom + _MARGIN),
        )
        for code, (left, top, right, bottom) in found.items()
    }  # fmt: skip


def middles(rows: Rows) -> dict[str, Spots]:
    """For each province the points that are far from others and from the frame, and near to its
    center of mass among those with room enough."""
    found: dict[str, list[tuple[int, float, float]]] = {}
    for y, (row, depths) in enumerate(zip(rows, _depths(rows), strict=True)):
        for x, code in enumerate(row):
            if (x + y) % 2 == 0 or depths[x] < 3:
                found.setdefault(code, []).append((depths[x], x + 0.5, y + 0.5))
    best: dict[str, Spots] = {}
    for code, spots in found.items():
        _, xs, ys = zip(*spots, strict=True)
        mean, most = (sum(xs) / len(spots), sum(ys) / len(spots)), max(spots)[0]
        enough = max(1, int(_ENOUGH * most))
        spots.sort(key=lambda spot: (-min(spot[0], enough), math.dist(spot[1:], mean), spot))
        best[code] = [(most - 0.5, x, y) for _, x, y in spots[: 4 * _TRIED : 4]]
    return best


def _depths(rows: Rows) -> list[list[int]]:
    """For each cell how many squares around it, itself the first, are only of its province."""
    flat = [0] * (len(rows[0]) + 2)
    before, depths = ["", *([""] * len(rows[0])), ""], [flat]
    for row in rows:
        above, line, left, left_code = depths[-1], [0], 0, ""
        for x, code in enumerate(row):
            if code == left_code == before[x] == before[x + 1] == before[x + 2]:
                left = 1 + min(left, above[x], above[x + 1], above[x + 2])
            else:
                left, left_code = 1, code
            line.append(left)
        depths.append([*line, 0])
        before = ["", *row, ""]
    below, after = flat, ["", *([""] * len(rows[0])), ""]
    for y in range(len(rows), 0, -1):
        row, line = rows[y - 1], depths[y]
        right, right_code = 0, ""
        for x in range(len(row), 0, -1):
            code = row[x - 1]
            if code == right_code == after[x - 1] == after[x] == after[x + 1]:
                right = min(line[x], 1 + min(right, below[x - 1], below[x], below[x + 1]))
            else:
                right, right_code = 1, code
            line[x] = right
        below, after = line, ["", *row, ""]
    return [line[1:-1] for line in depths[1:]]


def place_things(
    wishes: Iterable[Wish],
    rows: Rows,
    spots: Mapping[str, Spots],
    unit: float,
    sizes: Sizes,
) -> dict[str, Province]:
    """The provinces with their places. spots: their middles. unit: map units a cell."""
    boxes = _boxes(rows)
    table = _Table(rows, unit, sizes)
    found = {}
    for wish in sorted(wishes, key=lambda one: (spots[one.province.code][0][0], one.province.code)):
        code = wish.province.code
        ground = Ground(rows, frozenset({code}), boxes[code])
        found[code] = table.place(wish, ground, spots[code])
    return found


class _Table:
    """The board while things are put on it."""

    def __init__(self, rows: Rows, unit: float, sizes: Sizes) -> None:
        self._rows, self._unit, self._sizes = rows, unit, sizes
        letters = unit * len(rows[0]) / _SMALLEST
        self._letters = [size for size in _LETTERS if size > letters] + [math.ceil(letters)]
        self._taken: list[Box] = []
        codes = frozenset(code for row in rows for code in row)
        self._map = Ground(rows, codes, (0, 0, len(rows[0]), len(rows)))

    def place(self, wish: Wish, ground: Ground, spots: Spots) -> Province:
        """The province with its places, which are taken from now on."""
        sizes, province = self._sizes, wish.province
        edges = (ground.left, ground.top, ground.right, ground.bottom)
        left, top, right, bottom = (edge * self._unit for edge in edges)
        near = [box for box in self._taken if _covers(box, (left, top, right, bottom))]
        before = len(near)
        coasts = self._coasts(wish, near)
        slot = _slot(wish, sizes.army, sizes.fleet)
        if wish.center_at:
            near.append(_box(wish.center_at, sizes.center))
        label, places = self._group(wish, ground, spots, near, slot)
        home = places["unit"]
        near += [_box((label.x, label.y), _label_size(label, province.kind == "sea"), 0)]
        if not wish.closed:
            near.append(_box(home, slot))
            if "center" in places:
                near.append(_box(places["center"], sizes.center))
            for name, size in (
                ("dislodged", _slot(wish, sizes.aside_army, sizes.aside_fleet)),
                ("marker", sizes.marker),
                ("second_marker", sizes.marker),
            ):
                steps = ((math.hypot(dx, dy), (home[0] + dx, home[1] + dy)) for dx, dy in _NEAR)
                places[name] = self._cheapest(steps, size, ground, near)
                near.append(_box(places[name], size))
        self._taken += near[before:]
        return replace(
            province,
            label=label,
            unit=home,
            center=wish.center_at or places.get("center"),
            dislodged=places.get("dislodged", home),
            marker=places.get("marker", home),
            second_marker=places.get("second_marker", home),
            coasts=coasts,
        )

    def _cost(self, box: Box, ground: Ground, near: Iterable[Box]) -> float:
        """The cost of putting a thing there: 0 where it has its room."""
        unit = self._unit
        inside = ground.inside((box[0] / unit, box[1] / unit, box[2] / unit, box[3] / unit))
        area = (box[2] - box[0]) * (box[3] - box[1])
        covered = sum(_shared(box, other) for other in near if _covers(box, other))
        return _OUTSIDE * (1 - inside) + _COVERED * covered / area

    def _group(
        self, wish: Wish, ground: Ground, spots: Spots, near: Sequence[Box], slot: Size
    ) -> tuple[Label, dict[str, Point]]:
        """The name, the piece and, if it has no place yet, the center."""
        best = math.inf
        found: tuple[Label, dict[str, Point]] | None = None
        for price, label, parts, places in self._ways(wish, spots, slot):
            if best <= price:  # later ones are no better
                break
            cost = price
            boxes: list[Box] = []
            for name, _, size in parts:
                box = _box(places[name], size)
                cost += self._cost(box, ground, [*near, *boxes])
                if cost >= best:
                    break
                boxes.append(box)
            else:
                best, found = cost, (label, places)
        assert found is not None
        label, places = found
        x, y = places.pop("label")
        label = replace(label, x=x, y=y)
        frame = _box((x, y), _label_size(label, wish.province.kind == "sea"), 0)
        if self._cost(frame, ground, ()) > _OUTSIDE * _LED:
            middle = round(spots[0][1] * self._unit), round(spots[0][2] * self._unit)
            label = replace(label, leader=_leader(frame, middle))
        return label, {"unit": (label.x, label.y), **places}

    def _ways(
        self, wish: Wish, spots: Spots, slot: Size
    ) -> Iterator[tuple[float, Label, list[Part], dict[str, Point]]]:
        """All groups that are tried, the best first: their price, and where everything is then."""
        province, unit = wish.province, self._unit
        fixed = {"unit": wish.unit_at, "label": wish.label_at}
        with_center = wish.center and wish.center_at is None
        for price, label in self._letterings(province):
            size = _label_size(label, province.kind == "sea")
            for parts in _arrangements(size, slot, self._sizes.center, with_center, wish.closed):
                held = next(((at, off) for name, off, _ in parts if (at := fixed.get(name))), None)
                middles = [(x * unit, y * unit) for _, x, y in spots]
                if held:
                    middles = [(held[0][0] - held[1][0], held[0][1] - held[1][1])]
                for x, y in middles:
                    places = {name: (round(x + dx), round(y + dy)) for name, (dx, dy), _ in parts}
                    places |= {name: at for name, at in fixed.items() if at and name in places}
                    yield price, label, parts, places

    def _letterings(self, province: Province) -> Iterator[tuple[float, Label]]:
        """Ways to write a name, the best first, each with its price."""
        words = province.name.split()
        cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        cuts.sort(key=lambda cut: (max(map(len, cut)), cut))
        ways: list[tuple[str, ...]] = [(province.name,), *cuts[:1]]
        for number, size in enumerate(self._letters):
            larger = round(size * 1.15) if province.kind == "sea" else size
            for lines in ways:
                yield 0.1 * number, Label(0, 0, larger, lines)
        yield 2.0, Label(0, 0, self._letters[-1], (province.code,))

    def _cheapest(
        self,
        points: Iterable[tuple[float, Point]],
        size: Size,
        ground: Ground,
        near: Sequence[Box],
    ) -> Point:
        """The cheapest place for a thing. points: each with how far it is, the nearest first."""
        best, found = math.inf, (0, 0)
        for far, point in points:
            if far / _FAR >= best:
                break
            cost = far / _FAR + self._cost(_box(point, size), ground, near)
            if cost < best:
                best, found = cost, point
        return found

    def _coasts(self, wish: Wish, near: list[Box]) -> dict[str, CoastAnchors]:
        """The places on named coasts: across the shore, so that a fleet is seen to be there. Adds
        their boxes to `near`."""
        found = {}
        for coast, line in wish.shores.items():
            start, places = line[len(line) // 2], []
            shore = [
                (x + dx, y + dy)
                for x, y in line[:: max(1, len(line) // 16)]
                for dx in (-200, 0, 200)
                for dy in (-200, 0, 200)
            ]
            for size in (self._sizes.fleet, self._sizes.coast_label, self._sizes.aside_fleet):
                points = sorted((math.dist(point, start), point) for point in shore)
                places.append(self._cheapest(points, size, self._map, near))
                near.append(_box(places[-1], size))
                start = places[0]
            found[coast] = CoastAnchors(places[0], places[2], places[1])
        return found


def _slot(wish: Wish, army: Size, fleet: Size) -> Size:
    kind = wish.province.kind
    if kind == "sea":
        return fleet
    if kind == "inland" or wish.shores:
        return army
    return max(army[0], fleet[0]), max(army[1], fleet[1])


def _arrangements(
    label: Size, slot: Size, center: Size, with_center: bool, is_closed: bool
) -> Iterator[list[Part]]:
    """Groups of things around a middle: each thing's name, where its middle is, and its size."""
    if is_closed:
        yield [("label", (0, 0), label)]
        return
    drop = (label[1] + slot[1]) / 2 + _GAP
    beside = (center[0] + slot[0]) / 2 + _GAP if with_center else 0
    for below in (1, -1):
        for side in (1, -1) if with_center else (1,):
            group = [
                ("unit", (side * center[0] / 2 if with_center else 0, below * drop / 2), slot),
                ("label", (0, -below * drop / 2), label),
            ]
            if with_center:
                middle = side * (center[0] / 2 - beside)
                group.append(("center", (middle, below * drop / 2), center))
            yield group
    if with_center:  # one below the other
        lower = (slot[1] + center[1]) / 2 + _GAP
        yield [
            ("unit", (0, 0), slot), ("label", (0, -drop), label), ("center", (0, lower), center)
        ]  # fmt: skip


def _label_size(label: Label, at_sea: bool) -> Size:
    face: Face = "EBGaramond-Italic" if at_sea else "EBGaramond-Bold"
    wide = max(text_width(line, face, label.size) for line in label.lines)
    return wide, label.size * len(label.lines)


def _box(middle: Point, size: Size, more: float = _GAP / 4) -> Box:
    wide, high = size[0] / 2 + more, size[1] / 2 + more
    return middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high


def _covers(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _shared(one: Box, two: Box) -> float:
    """The area that two boxes share; they do share some."""
    wide = min(one[2], two[2]) - max(one[0], two[0])
    return wide * (min(one[3], two[3]) - max(one[1], two[1]))


def _leader(box: Box, to: Point) -> Segment:
    """A line from the side of a box to a point outside it."""
    x = min(max(to[0], box[0]), box[2])
    y = min(max(to[1], box[1]), box[3])
    return round(x), round(y), to[0], to[1]
