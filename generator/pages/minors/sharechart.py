"""The chart of a minor state: how it was shared out at the end of each year, and whose it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from generator.engine.chronicle import StatusLook
from generator.pages.base.gameview import PowerView
from generator.pages.charts.frame import draw_years, fit, spread, text_width

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

Bounds = list[tuple[int, int]]
WIDTH: Final = 1100
LEFT, RIGHT, TOP = 54, 190, 26
BAR: Final = 240
BAND_TOP: Final = TOP + BAR + 10
BAND: Final = 32
HEIGHT: Final = BAND_TOP + BAND + 26
WIDEST: Final = 90
GAP: Final = 18
LETTERS: Final = 14
ROOM: Final = 16
"""The least height of a part that has letters in it."""
CLEAR: Final = 9
"""How far the middle of letters stays from the line at one half."""


class Part(NamedTuple):
    """What a power has in the state."""

    power: PowerView
    amount: int


class Band(NamedTuple):
    """Whose a state is: its status, how that looks, and the power, None for nobody."""

    word: str
    look: StatusLook
    power: PowerView | None

    @property
    def words(self) -> str:
        return f"{self.word}, {self.power.short}" if self.power else self.word


class Column(NamedTuple):
    """The end of a year: the parts from the largest, or none; `band` is None out of being."""

    label: str
    parts: tuple[Part, ...]
    band: Band | None
    suspended: bool = False


def share_chart(
    name: str, influence: str, columns: Sequence[Column], *, half: bool = True
) -> Markup:
    """An inline SVG: a bar for each column, the leader at its foot, and a band of the statuses.

    half: whether it has a line at one half. Nothing where there are fewer than two columns to
    compare.
    """
    if len(columns) < 2:
        return Markup()
    from mapsvg.canvas import Canvas

    canvas = Canvas()
    wide = min(WIDEST, (WIDTH - LEFT - RIGHT) / len(columns))
    end = LEFT + wide * len(columns)
    scale = canvas.group(None, class_="ax scale")
    for value, height in (("100 %", 0), ("50 %", BAR // 2), ("0", BAR)):
        canvas.text(scale, value, LEFT - 8, TOP + height + 5)
    middles = [LEFT + (at + 0.5) * wide for at in range(len(columns))]
    draw_years(canvas, [column.label for column in columns], middles, HEIGHT - 6, WIDTH)
    bounds = [_bounds(column.parts) for column in columns]
    _bars(canvas, columns, bounds, wide)
    _letters(canvas, columns, bounds, wide, half)
    if half:
        middle = TOP + BAR // 2
        canvas.line(None, LEFT, middle, end, middle, class_="half")
    _bands(canvas, columns, wide)
    _names(canvas, columns[-1], bounds[-1], end)
    label = (
        f"{influence} in {name} by share, {columns[0].label} to {columns[-1].label}, the leader at "
        "the bottom of each bar; below, its status; the table has the numbers"
    )
    box = f"0 0 {WIDTH} {HEIGHT}"
    return Markup(
        canvas.tostring(
            "svg", class_="chart wide shares", viewBox=box, role="img", aria_label=label
        )
    )


def _bounds(parts: Sequence[Part]) -> Bounds:
    """Top and bottom of each part, from the foot upwards."""
    total = sum(part.amount for part in parts)
    found: Bounds = []
    below = 0
    for part in parts:
        bottom = TOP + BAR - round(BAR * below / total)
        below += part.amount
        found.append((TOP + BAR - round(BAR * below / total), bottom))
    return found


def _bars(canvas: Canvas, columns: Sequence[Column], bounds: Sequence[Bounds], wide: float) -> None:
    """All bars: one path for each power, since a rectangle for each part would weigh far more."""
    paths: dict[tuple[str, bool], str] = {}
    sums = canvas.group(None, class_="sums")
    for number, column in enumerate(columns):
        left, right = (round(LEFT + (number + step) * wide) for step in (0, 1))
        if not column.parts:
            if column.band:
                canvas.rect(None, left + 2, TOP, right - left - 4, BAR, class_="none")
            continue
        for part, (top, bottom) in zip(column.parts, bounds[number], strict=True):
            key = (part.power.css, column.suspended)
            across = right - left - 2
            box = f"M{left + 1} {top}h{across}v{bottom - top}h-{across}z"
            paths[key] = paths.get(key, "") + box
        total = sum(part.amount for part in column.parts)
        canvas.text(sums, str(total), (left + right) / 2, TOP - 8)
    for (css, suspended), path in paths.items():
        canvas.path(None, path, class_=f"col {css}{' off' * suspended}")


def _letters(
    canvas: Canvas, columns: Sequence[Column], bounds: Sequence[Bounds], wide: float, half: bool
) -> None:
    """The letters of a power, once where it comes into sight: in a part that has room for them,
    clear of the line at one half."""
    group = canvas.group(None, class_="lt")
    seen: set[str] = set()
    for number, column in enumerate(columns):
        rooms = [
            (part.power, height)
            for part, (top, bottom) in zip(column.parts, bounds[number], strict=True)
            if (height := _free_height(top, bottom, half)) is not None
        ]
        for power, height in rooms:
            if power.id not in seen and text_width(power.letter, LETTERS) <= wide:
                middle = LEFT + (number + 0.5) * wide
                canvas.text(group, power.letter, middle, height + 5)
        seen = {power.id for power, _ in rooms}


def _free_height(top: int, bottom: int, half: bool) -> float | None:
    """The height nearest to the middle of a part where letters fit; None if none does."""
    low, high = top + ROOM / 2, bottom - ROOM / 2
    middle, line = (top + bottom) / 2, TOP + BAR // 2
    wanted = [middle]
    if half and abs(middle - line) < CLEAR:
        wanted = sorted((line - CLEAR, line + CLEAR), key=lambda height: abs(height - middle))
    return next((height for height in wanted if low <= height <= high), None)


def _bands(canvas: Canvas, columns: Sequence[Column], wide: float) -> None:
    """One box for each run of years in which a state was the same power's in the same way."""
    start = 0
    for number in range(1, len(columns) + 1):
        band = columns[start].band
        if number < len(columns) and columns[number].band == band:
            continue
        if band:
            left, length = LEFT + start * wide, (number - start) * wide
            css = f"lt {band.look}" + (f" {band.power.css}" if band.power else "")
            group = canvas.group(None, class_=css)
            years = dict.fromkeys((columns[start].label, columns[number - 1].label))
            canvas.element(group, "title", f"{'–'.join(years)}: {band.words}")
            canvas.rect(group, left + 2, BAND_TOP + 2, length - 4, BAND - 4)
            words = [band.words]
            words += [band.power.short, band.power.letter] if band.power else [band.word[:1]]
            fitting = (word for word in words if text_width(word, LETTERS) <= length - 6)
            middle = left + length / 2
            text = next(fitting, "")
            canvas.text(group, text, middle, BAND_TOP + 21)
        start = number


def _names(canvas: Canvas, column: Column, bounds: Bounds, end: float) -> None:
    """Who has how much at the end, beside the last bar, so that no two touch."""
    middles = [(top + bottom) / 2 for top, bottom in bounds]
    heights = spread(middles, GAP, TOP, HEIGHT - 8)
    for part, middle, height in zip(column.parts, middles, heights, strict=True):
        group = canvas.group(None, class_=f"s {part.power.css}")
        canvas.line(group, end + 2, middle, end + 18, height, class_="ld")
        text = fit(f"{part.amount} {part.power.short}", WIDTH - end - 24)
        canvas.text(group, text, end + 24, height + 5)
