"""The common parts of charts: series, axes, the widths of texts, and labels that keep apart."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from generator.pages.story.figures import Series

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas, Element

FONT: Final = 16
"""The size of a label in the units of a chart, as in chart.css."""
DASHES: Final = 5
"""The number of ways to draw a line: the classes l0 to l4."""
FEW: Final = 4
"""Charts of so few years are shown whole on a phone,"""
NARROW: Final = (520, 320)
"""this wide and at least this high."""
CLEAR: Final = 3
"""Room between a label and a line, beside half the width of the line."""
# Steps away from a point, down from it, and to which side, the nearest first.
_NEAR: Final = tuple(
    sorted(
        (
            (24 * out, 8 * down, side)
            for out in range(11)
            for down in range(-56, 57)
            for side in (1, -1)
        ),
        key=lambda step: (step[0] ** 2 + step[1] ** 2, -step[1], -step[2]),
    )
)
_WIDE: Final = frozenset("mwMWÆŒ@%—…")
_NARROW: Final = frozenset("iljtfrI.,:;'|!() ")


Point = tuple[float, float]


class Scale(NamedTuple):
    """Values from the first of `marks` to the last, between the heights `bottom` and `top` (which
    is the smaller)."""

    marks: tuple[int, ...]
    top: float
    bottom: float

    @property
    def low(self) -> int:
        return self.marks[0]

    @property
    def high(self) -> int:
        return self.marks[-1]

    def y(self, value: float) -> float:
        return self.bottom - (value - self.low) * self.unit

    @property
    def unit(self) -> float:
        """The height of 1."""
        return (self.bottom - self.top) / (self.high - self.low)


class Box(NamedTuple):
    """A rectangle: the left upper corner and the right lower one."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def size_of(years: Sequence[str], wide: tuple[int, int]) -> tuple[int, int, str]:
    """The width and the least height of a chart of these years, and its class in the styles: `wide`
    is what one of many years takes."""
    return (*NARROW, "few") if len(years) <= FEW else (*wide, "wide")


def chart_of(canvas: Canvas, css: str, size: tuple[float, float], label: str) -> Markup:
    """A finished chart for a page, of this size; `label` is what it shows."""
    box = f"0 0 {size[0]} {round(size[1])}"
    return Markup(
        canvas.tostring("svg", class_=f"chart {css}", viewBox=box, role="img", aria_label=label)
    )


def text_width(text: str, size: float = FONT) -> float:
    """A width that a text set in the theme's sans does not exceed, in the unit of `size`."""
    return sum(_advance(letter) for letter in text) * size


def _advance(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _WIDE:
        return 0.9
    if letter in _NARROW:
        return 0.36
    return 0.68 if letter.isupper() else 0.56


def fit(text: str, width: float) -> str:
    """A text, cut with "…" where it would be wider than `width`."""
    if text_width(text) <= width:
        return text
    while text and text_width(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def number(value: float) -> str:
    """A number with the minus sign of print."""
    return str(value).replace("-", "−")


def ticks(low: int, high: int, most: int = 8) -> tuple[int, ...]:
    """Round numbers from at most `low` to at least `high`, some `most` of them, 0 among them if it
    lies between."""
    steps = (unit * 10**power for power in count() for unit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= most)
    first, last = low // step, -(-high // step)
    return tuple(at * step for at in range(first, max(last, first + 1) + 1))


def scale_of(series: Sequence[Series], goal: int, top: float, bottom: float) -> Scale:
    """A scale that holds 0, `goal` and all numbers, and ends at round ones."""
    values = [value for line in series for value in line.values if value is not None]
    marks = ticks(floor(min(0, *values)), ceil(max(1, goal, *values)))
    return Scale(marks, top, bottom)


def trail(points: Sequence[tuple[float, float]]) -> str:
    """The path through points, in whole numbers, each relative to the one before, which keeps it
    short."""
    if not points:
        return ""
    rounded = [(round(x), round(y)) for x, y in points]
    steps = [(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(rounded)]
    path = f"M{rounded[0][0]} {rounded[0][1]}"
    # A minus parts two numbers as well as a blank does.
    said = " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")
    return f"{path}l{said}" if said else path


def trails(points: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    """The unbroken stretches of a line with gaps."""
    stretch: list[tuple[float, float]] = []
    for point in (*points, None):
        if point is not None:
            stretch.append(point)
        elif stretch:
            yield stretch
            stretch = []


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> tuple[float, ...]:
    """Heights between `low` and `high`, at least `gap` apart, each as near to the wanted one as the
    others let it; in their given order.

    Equal ones keep their order. Where all do not fit, the gaps shrink evenly.
    """
    if not wanted:
        return ()
    if (len(wanted) - 1) * gap > high - low:
        gap = (high - low) / (len(wanted) - 1)
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    # Labels that touch form a block; it lies where the mean of their wishes is.
    blocks: list[tuple[float, list[int]]] = []
    for at in order:
        start, members = wanted[at], [at]
        while True:
            start = min(max(start, low), high - (len(members) - 1) * gap)
            if not blocks or blocks[-1][0] + len(blocks[-1][1]) * gap <= start:
                break
            _, before = blocks.pop()
            members = before + members
            start = sum(wanted[member] - place * gap for place, member in enumerate(members))
            start /= len(members)
        blocks.append((start, members))
    placed = [0.0] * len(wanted)
    for start, members in blocks:
        for place, at in enumerate(members):
            placed[at] = start + place * gap
    return tuple(placed)


class Label(NamedTuple):
    """The position of a text: x, base line and text-anchor. `lead` is the line to it from its
    point, () where it is right beside that point."""

    x: float
    y: float
    anchor: str
    lead: tuple[Point, ...]


class Places:
    """Room for labels that are anywhere in a chart: each takes the nearest that is free.

    taken: where there are labels already. lines: what no label covers, each from the left to the
    right.
    """

    def __init__(
        self, within: Box, taken: Sequence[Box] = (), lines: Iterable[Sequence[Point]] = ()
    ) -> None:
        self._within = within
        self._taken = list(taken)
        self._steps = sorted(step for line in lines for step in pairwise(line))
        self._starts = [start[0] for start, _ in self._steps]
        self._longest = max((end[0] - start[0] for start, end in self._steps), default=0.0)

    def find(self, text: str, x: float, y: float) -> Label | None:
        """The place of a label for the point (x, y): beside it, or as near as there is room.

        Where lines leave no room at all, it covers some; None if labels leave none either.
        """
        wide = text_width(text)
        for clear in (True, False):
            for away, down, side in _NEAR:
                gap = 9 + away
                left = x + gap if side > 0 else x - gap - wide
                at = y + down
                # Coordinates are rounded when they are written: half a unit more on each side.
                box = Box(left - 0.5, at - FONT * 0.62, left + wide + 0.5, at + FONT * 0.62)
                if not self._fits(box) or (clear and self._meets_line(box)):
                    continue
                start = x + gap if side > 0 else x - gap
                is_near = not away and abs(down) <= FONT
                tip = (start - 3 * side, at)
                lead = () if is_near else ((x, y), tip)
                first, last = min((x, y), tip), max((x, y), tip)
                if lead and clear and any(_crosses(first, last, other) for other in self._taken):
                    continue
                self._taken.append(box)
                if lead:
                    self._keep(first, last)
                return Label(start, at + FONT * 0.32, "start" if side > 0 else "end", lead)
        return None

    def label(self, canvas: Canvas, group: Element, text: str, end: Point) -> None:
        """Name a line that ends within a chart, with what leads to the name, if there is room."""
        found = self.find(text, *end)
        if found and found.lead:
            canvas.path(group, trail(found.lead), class_="ld")
        if found:
            canvas.text(group, text, found.x, found.y, class_="out", text_anchor=found.anchor)

    def _keep(self, start: Point, end: Point) -> None:
        """Keep later labels clear of a lead."""
        at = bisect_left(self._starts, start[0])
        self._starts.insert(at, start[0])
        self._steps.insert(at, (start, end))
        self._longest = max(self._longest, end[0] - start[0])

    def _fits(self, box: Box) -> bool:
        within = self._within
        inside = (
            box.left >= within.left
            and box.right <= within.right
            and box.top >= within.top
            and box.bottom <= within.bottom
        )
        return inside and not any(box.meets(other) for other in self._taken)

    def _meets_line(self, box: Box) -> bool:
        first = bisect_left(self._starts, box.left - self._longest - CLEAR)
        last = bisect_right(self._starts, box.right + CLEAR)
        return any(_crosses(*step, box) for step in self._steps[first:last])


def _crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether a straight line from the left to the right comes within CLEAR of a box."""
    left, right = max(start[0], box.left - CLEAR), min(end[0], box.right + CLEAR)
    if left > right:
        return False
    if end[0] - start[0] < 1:
        return (
            max(start[1], end[1]) > box.top - CLEAR and min(start[1], end[1]) < box.bottom + CLEAR
        )
    rise = (end[1] - start[1]) / (end[0] - start[0])
    heights = start[1] + (left - start[0]) * rise, start[1] + (right - start[0]) * rise
    return max(heights) > box.top - CLEAR and min(heights) < box.bottom + CLEAR


def draw_values(canvas: Canvas, scale: Scale, left: float, right: float) -> None:
    """The lines of the marked values, with the values left of them."""
    for value in scale.marks:
        y = scale.y(value)
        canvas.line(None, left, y, right, y, class_="gr" if value else "gr zero")
        canvas.text(None, number(value), left - 9, y + 5, class_="ax", text_anchor="end")


def draw_years(
    canvas: Canvas, labels: Sequence[str], xs: Sequence[float], y: float, right: float
) -> None:
    """The years below a chart: the first and the last one, and between them as many as keep apart,
    counted from the last one."""
    gap = FONT * 0.8
    halves = [text_width(label) / 2 for label in labels]
    start = xs[0] + halves[0] + gap
    free = right
    for at in range(len(labels) - 1, -1, -1):
        middle = min(xs[at], right - halves[at])
        if middle + halves[at] <= free and (
            not at or at == len(labels) - 1 or middle - halves[at] >= start
        ):
            canvas.text(None, labels[at], middle, y, class_="ax", text_anchor="middle")
            free = middle - halves[at] - gap
