"""A minor state's biography as its page shows it: finished words, rows and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from generator.engine.chronicle import MinorStand, StatusLook
from generator.engine.words import headed, listed
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.charts.frame import chart_of, draw_years, fit, spread, text_width
from generator.pages.minors.biography import Biography, YearStand
from generator.pages.minors.tracker import bar_of
from generator.pages.story.alignment import Balance, balance, status_of

if TYPE_CHECKING:
    from mapsvg.canvas import Canvas

_OTHERS: Final = PowerView("", "any other power", "pw-none", short="any other power")

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


def state_view(view: GameView, life: Biography) -> Mapping[str, Any]:
    """Everything that the template asks for, from nothing but a biography."""
    words = view.gazetteer
    had = {power for _, _, stand in life.years if stand for power in stand.influence}
    columns = tuple(shown for power, shown in view.powers.items() if power in had)
    return {
        "minor": words.minors[life.code],
        "status": status_of(words, life.now) if life.now else None,
        "sentences": tuple(map(view.said, _sentences(view, life))),
        "bar": bar_of(view, life.now) if life.now else None,
        "claims": tuple(_claims(view, life.now)) if life.now else (),
        "columns": columns,
        "years": tuple(reversed([*_year_rows(view, life.years, columns)])),
        "turns": life.turns[::-1],
        "chapters": life.chapters[::-1],
        "chart": _chart(view, life),
        "half": _counts_half(life),
        "claim_head": f"For {life.now.needed}, and the most"
        if life.now and life.now.needed
        else "For more than half",
        "has_units": bool(life.units) or any(chapter["orders"] for chapter in life.chapters),
        # Annals repeat the same names over and over: each is a link at its first mention.
        "link": partial(view.linker.link, here=view.minor_address(life.code), linked=set()),
    }


def absence(life: Biography) -> str:
    """Why a state is not on the board."""
    if not life.turns:
        return "does not exist yet"
    return f"has not existed since {life.turns[-1]['phase'].title}"


def _sentences(view: GameView, life: Biography) -> Iterator[str]:
    """Whose the state is and since when; who leads and by how much; what would change it."""
    if life.now is None:
        yield f"It {absence(life)}."
        return
    yield _standing(view, life, life.now)
    word = view.gazetteer.influence
    if word and status_of(view.gazetteer, life.now).look != "apart":
        shared = balance(life.now.influence)
        yield _leading(view, word, shared, life.led_since)
        if life.now.needed:
            needed = f"{life.now.needed} {word}"
            yield f"It follows the power with {needed} in it, and more than any other."
        elif shared.total:
            yield _turning(word, shared)
        if life.now.suspended:
            yield f"Meanwhile the {word} in it count for nothing."
    if life.turns and life.turns[0]["phase"].address != view.opening.address:
        yield f"It has existed since {life.turns[0]['phase'].title}."


def _standing(view: GameView, life: Biography, now: MinorStand) -> str:
    status = status_of(view.gazetteer, now)
    since = f"since {life.since}" if len(life.turns) > 1 else "from the start"
    power = view.side(now.power).short if now.power else ""
    followed = any(turn["power"] for turn in life.turns)
    told = {
        "held": f"it follows {power}",
        "taken": f"{power} has taken it",
        "free": "it follows no one",
        "apart": "it follows no one",
        "open": "it follows no one" if followed else "it has not followed anyone yet",
    }[status.look]
    if not status.word:
        return f"{headed(told)}, {since}."
    return f"{status.word.capitalize()} {since}: {told}."


def _leading(view: GameView, word: str, shared: Balance, since: int) -> str:
    names = [view.side(power).short for power in shared.leaders]
    if not names:
        return f"No one has any {word} in it."
    if len(names) > 1:
        of = f"{shared.most} of {shared.total} {word} each"
        return f"{listed(names)} are tied with {of} ({shared.share(shared.most)} %)."
    if shared.most == shared.total:
        return f"{names[0]} has all {shared.total} {word} in it, and has led since {since}."
    return (
        f"{names[0]} leads with {shared.most} of {shared.total} {word} "
        f"({shared.share(shared.most)} %), {shared.most - shared.runner_up} more than the next, "
        f"and has led since {since}."
    )


def _turning(word: str, shared: Balance) -> str:
    if shared.is_majority:
        return f"That is more than half until the others have {shared.margin} {word} more."
    lacking = shared.missing(shared.most)
    who = "It needs" if shared.leader else "Each of them needs"
    return f"{who} {lacking} more {word} for more than half."


def _lacking(now: MinorStand, shared: Balance, power: str) -> int:
    """How much more a power needs for the state to follow it, if nothing else changes."""
    amount = now.influence.get(power, 0)
    if not now.needed:
        return shared.missing(amount)
    others = max((held for other, held in now.influence.items() if other != power), default=0)
    return max(0, now.needed - amount, others + 1 - amount)


def _claims(view: GameView, now: MinorStand) -> Iterator[tuple[PowerView, str, int, int, str]]:
    """The powers with influence, the most first: its page, its influence, its share in percent, and
    what it would need for more than half."""
    shared = balance(now.influence)
    if not shared.total:
        return
    for power, amount in sorted(now.influence.items(), key=lambda item: -item[1]):
        lacking = _lacking(now, shared, power)
        need = f"{lacking} more" if lacking else f"has it, until others have {shared.margin} more"
        if now.needed and not lacking:
            need = "has it"
        shown = view.side(power)
        yield shown, view.side_address(power), amount, shared.share(amount), need
    if len(now.influence) < len(view.powers):
        yield _OTHERS, "", 0, 0, f"{_lacking(now, shared, '')} more"


def _year_rows(
    view: GameView, years: Sequence[YearStand], columns: Sequence[PowerView]
) -> Iterator[dict[str, Any]]:
    """The years in order, with influence by column; those together in which the state was not in
    being, without a status."""
    for is_there, run in groupby(years, key=lambda year: year[2] is not None):
        rows = list(run)
        if not is_there:
            label = " to ".join(dict.fromkeys((rows[0][0], rows[-1][0])))
            yield {"label": label, "address": rows[-1][1], "minor": None}
            continue
        for label, address, stand in rows:
            assert stand is not None
            yield {
                "label": label,
                "address": address,
                "minor": stand,
                "amounts": [stand.influence.get(shown.id, 0) for shown in columns],
                "total": sum(stand.influence.values()),
                "lead": bar_of(view, stand).words,
                "status": status_of(view.gazetteer, stand).word,
            }


def _chart(view: GameView, life: Biography) -> Markup:
    words = view.gazetteer
    if not words.influence:
        return Markup()
    there = [number for number, (_, _, stand) in enumerate(life.years) if stand]
    if not any(stand.influence for _, _, stand in life.years if stand):
        return Markup()
    plots = [
        _column(view, label, stand) for label, _, stand in life.years[there[0] : there[-1] + 1]
    ]
    name = words.minors[life.code].name
    return share_chart(name, words.influence, plots, half=_counts_half(life))


def _counts_half(life: Biography) -> bool:
    """Whether it is more than half that makes the state follow a power."""
    return not any(stand.needed for _, _, stand in life.years if stand)


def _column(view: GameView, label: str, stand: MinorStand | None) -> Column:
    label = label if label.isdigit() else "start"
    if stand is None:
        return Column(label, (), None)
    status = status_of(view.gazetteer, stand)
    parts = tuple(
        (view.side(power), amount)
        for power, amount in sorted(stand.influence.items(), key=lambda row: -row[1])
    )
    power = view.side(stand.power) if stand.power else None
    return Column(label, parts, Band(status.word, status.look, power), stand.suspended)


Part = tuple[PowerView, int]
"""A power, and its INFs in the state."""


class Band(NamedTuple):
    """Whose a state is: its status, how that looks, and the power, None for no one."""

    word: str
    look: StatusLook
    power: PowerView | None

    @property
    def words(self) -> str:
        return f"{self.word}, {self.power.short}" if self.power else self.word


class Column(NamedTuple):
    """The end of a year: the parts from the largest, if there are any; `band` is None out of
    being."""

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
    return chart_of(canvas, "wide shares", (WIDTH, HEIGHT), label)


def _bounds(parts: Sequence[Part]) -> Bounds:
    """Top and bottom of each part, from the foot upwards."""
    total = sum(amount for _, amount in parts)
    found: Bounds = []
    below = 0
    for _, amount in parts:
        bottom = TOP + BAR - round(BAR * below / total)
        below += amount
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
        for (power, _), (top, bottom) in zip(column.parts, bounds[number], strict=True):
            key = (power.css, column.suspended)
            across = right - left - 2
            box = f"M{left + 1} {top}h{across}v{bottom - top}h-{across}z"
            paths[key] = paths.get(key, "") + box
        total = sum(amount for _, amount in column.parts)
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
            (power, height)
            for (power, _), (top, bottom) in zip(column.parts, bounds[number], strict=True)
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
    """The holders and their shares at the end, beside the last bar, so that no two touch."""
    middles = [(top + bottom) / 2 for top, bottom in bounds]
    heights = spread(middles, GAP, TOP, HEIGHT - 8)
    for (power, amount), middle, height in zip(column.parts, middles, heights, strict=True):
        group = canvas.group(None, class_=f"s {power.css}")
        canvas.line(group, end + 2, middle, end + 18, height, class_="ld")
        text = fit(f"{amount} {power.short}", WIDTH - end - 24)
        canvas.text(group, text, end + 24, height + 5)
