"""What the charts share: series, axes, the widths of texts, and labels that keep apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from generator.pages.story.figures import Series

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

__all__ = [
    "DASHES",
    "FONT",
    "Box",
    "Places",
    "Scale",
    "draw_values",
    "draw_years",
    "fit",
    "number",
    "scale_of",
    "spread",
    "text_width",
    "ticks",
    "trail",
    "trails",
]

FONT: Final = 16
"""The size of a label in the units of a chart, as in chart.css."""
DASHES: Final = 5
"""The number of ways to draw a line: the classes l0 to l4."""
_WIDE: Final = frozenset("mwMWÆŒ@%—…")
_NARROW: Final = frozenset("iljtfrI.,:;'|!() ")


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


def fit(text: str, width: float, size: float = FONT) -> str:
    """A text, cut with "…" where it would be wider than `width`."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def number(value: int) -> str:
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
    values = [value for one in series for value in one.values if value is not None]
    marks = ticks(min(0, *values), max(1, goal, *values))
    return Scale(marks, top, bottom)


def trail(points: Sequence[tuple[float, float]]) -> str:
    """The path through points, in whole numbers, each told from the one before: it is short."""
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
            start = sum(wanted[one] - place * gap for place, one in enumerate(members))
            start /= len(members)
        blocks.append((start, members))
    placed = [0.0] * len(wanted)
    for start, members in blocks:
        for place, at in enumerate(members):
            placed[at] = start + place * gap
    return tuple(placed)


class Places:
    """Room for labels that stand anywhere in a chart: each takes the nearest that is free."""

    def __init__(self, within: Box, taken: Sequence[Box] = ()) -> None:
        self._within = within
        self._taken = list(taken)

    def find(self, text: str, x: float, y: float) -> tuple[float, float, str] | None:
        """The place of a label beside the point (x, y): x, base line and text-anchor.

        Right of the point if the room suffices, else left of it; None if there is no room at all.
        """
        wide = text_width(text)
        for step in range(2 * int(self._within.bottom - self._within.top) // 8):
            at = y + (step + 1) // 2 * 8 * (1 if step % 2 else -1)
            for left, anchor, place in ((x + 9, "start", x + 9), (x - 9 - wide, "end", x - 9)):
                box = Box(left, at - FONT * 0.62, left + wide, at + FONT * 0.62)
                if self._fits(box):
                    self._taken.append(box)
                    return place, at + FONT * 0.32, anchor
        return None

    def _fits(self, box: Box) -> bool:
        within = self._within
        inside = (
            box.left >= within.left
            and box.right <= within.right
            and box.top >= within.top
            and box.bottom <= within.bottom
        )
        return inside and not any(box.meets(other) for other in self._taken)


def draw_values(canvas: Canvas, scale: Scale, left: float, right: float) -> None:
    """The lines of the marked values, with the values left of them."""
    for value in scale.marks:
        y = scale.y(value)
        canvas.line(None, left, y, right, y, class_="gr" if value else "gr zero")
        canvas.text(None, number(value), left - 9, y + 5, class_="ax", text_anchor="end")


def draw_years(
    canvas: Canvas, labels: Sequence[str], xs: Sequence[float], y: float, right: float
) -> None:
    """The years below a chart: the last one, and before it as many as keep apart."""
    free = right
    for at in range(len(labels) - 1, -1, -1):
        half = text_width(labels[at]) / 2
        middle = min(xs[at], right - half)
        if middle + half <= free:
            canvas.text(None, labels[at], middle, y, class_="ax", text_anchor="middle")
            free = middle - half - FONT * 0.8
