"""The table of the influence tracker: a row for each minor state, a column for each power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from generator.engine.chronicle import MinorStand, StatusFacts, StatusLook
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.story.alignment import Balance, YearEnd, balance, followed, status_of
from generator.pages.story.standings import signed
from generator.pages.story.trends import NOTHING, trend


class TrackerYear(NamedTuple):
    """The contents of a tracker for a year, as plain values.

    `stands` are the states that are in being, `before` those of the year's beginning. `shares` are
    the leaders' shares in percent: of the opening, then of each year up to this one. `out` are the
    powers that have fallen.
    """

    year: int
    stands: tuple[tuple[str, MinorStand], ...]
    before: tuple[tuple[str, str, str, int], ...]
    moves: tuple[tuple[str, str, int, int], ...]
    since: tuple[tuple[str, int], ...]
    shares: tuple[tuple[str, tuple[int, ...]], ...]
    out: tuple[tuple[str, int], ...]


class Bar(NamedTuple):
    """The leader's share of a state in percent, and the class of its color ("" where several lead).

    `who` stands before the share: "England", "tied at". Where there is no share, it says so.
    """

    css: str
    share: int
    who: str

    @property
    def words(self) -> str:
        """ "England 57 %", "tied at 40 %", "no INF"."""
        return f"{self.who} {self.share} %" if self.share else self.who


class Cell(NamedTuple):
    """What a power has in a state. `short` is its name; `css` has its color, and says whether it
    leads ("top") and whether the state follows it ("own")."""

    short: str
    css: str
    amount: int
    change: str


class Row(NamedTuple):
    """A state. `was` is what it was when the year began, where it has become another's since.
    `needed` is how much it takes for it to follow a power, 0 for more than half.
    """

    code: str
    slug: str
    name: str
    label: str
    address: str
    word: str
    power: PowerView | None
    power_address: str
    since: int
    was: str
    off: bool
    bar: Bar
    total: int
    change: str
    mark: str
    trend: Markup
    needed: int
    cells: tuple[Cell | None, ...]


class Total(NamedTuple):
    """A line at the foot: for each power its class, a number and its change."""

    title: str
    whole: str
    counts: tuple[tuple[str, int, str], ...]


def shares(ends: Sequence[YearEnd], minor: str) -> tuple[int, ...]:
    """The leader's share at the opening and at the end of each year; NOTHING out of being."""
    positions = (ends[0].before, *(end.after for end in ends))
    return tuple(_share(position.get(minor)) for position in positions)


def _share(stand: MinorStand | None) -> int:
    if stand is None:
        return NOTHING
    shared = balance(stand.influence)
    return shared.share(shared.most)


def bar_of(view: GameView, stand: MinorStand) -> Bar:
    """The bar of a state with its words."""
    shared = balance(stand.influence)
    if not shared.total:
        return Bar("", 0, f"no {view.gazetteer.influence}".strip())
    share = shared.share(shared.most)
    if not shared.leader:
        return Bar("", share, "tied at")
    shown = view.side(shared.leader)
    return Bar(shown.css, share, shown.short)


def rows_of(view: GameView, year: TrackerYear) -> tuple[Row, ...]:
    """The rows in the rulebook's order."""
    before = {minor: (status, power, total) for minor, status, power, total in year.before}
    moves = {(minor, power): (placed, lost) for minor, power, placed, lost in year.moves}
    since, courses = dict(year.since), dict(year.shares)
    return tuple(
        _row(view, code, stand, before.get(code), moves, since[code], courses[code])
        for code, stand in year.stands
    )


def _row(
    view: GameView,
    code: str,
    stand: MinorStand,
    before: tuple[str, str, int] | None,
    moves: Mapping[tuple[str, str], tuple[int, int]],
    since: int,
    course: Sequence[int],
) -> Row:
    minor = view.gazetteer.minors[code]
    shared = balance(stand.influence)
    status = status_of(view.gazetteer, stand)
    return Row(
        code=code,
        slug=view.minor_slugs[code],
        name=minor.name,
        label=minor.label,
        address=view.minor_address(code),
        word=status.word,
        power=view.side(stand.power) if stand.power else None,
        power_address=view.side_address(stand.power),
        since=since,
        was=_was(view, before, stand),
        off=stand.suspended,
        bar=bar_of(view, stand),
        total=shared.total,
        change=signed(shared.total - before[2]) if before else "",
        mark=stand.mark,
        trend=trend(course),
        needed=stand.needed,
        cells=tuple(
            _cell(shown, stand, shared, moves.get((code, power), (0, 0)), status)
            for power, shown in view.powers.items()
        ),
    )


def _was(view: GameView, before: tuple[str, str, int] | None, stand: MinorStand) -> str:
    """What the state was when the year began: "aligned, Spain"; "" where it still is."""
    if before is None:
        return "did not exist"
    status, power, _ = before
    if (status, power) == followed(stand):
        return ""
    word = status_of(view.gazetteer, MinorStand(status, power)).word
    return f"{word}, {view.side(power).short}".removeprefix(", ") if power else word


def _cell(
    shown: PowerView,
    stand: MinorStand,
    shared: Balance,
    moved: tuple[int, int],
    status: StatusFacts,
) -> Cell | None:
    amount = stand.influence.get(shown.id, 0)
    if not amount and moved == (0, 0):
        return None
    css = shown.css
    if shown.id in shared.leaders:
        css += " top"
    if status.look == "held" and stand.power == shown.id:
        css += " own"
    return Cell(shown.short, css, amount, _moved(*moved))


def _moved(placed: int, lost: int) -> str:
    """ "+2", "+2 −1", "−1"."""
    return " ".join(part for part in (signed(placed), signed(-lost)) if part)


def totals_of(view: GameView, year: TrackerYear) -> tuple[Total, ...]:
    """The foot: influence in all states, states that follow each power, states that it took."""
    words = view.gazetteer
    powers = tuple(view.powers)
    sums = dict.fromkeys(powers, 0)
    changes = {power: [0, 0] for power in powers}
    for _, stand in year.stands:
        for power, amount in stand.influence.items():
            sums[power] += amount
    for _, power, placed, lost in year.moves:
        changes[power][0] += placed
        changes[power][1] += lost
    placed, lost = (sum(change[at] for change in changes.values()) for at in (0, 1))
    in_all = tuple(
        (view.powers[power].css, sums[power], _moved(*changes[power])) for power in powers
    )
    whole = f"{sum(sums.values())} in all"
    if placed or lost:
        whole += f": {_moved(placed, lost)}"
    return (
        Total(f"{words.influence} in the {view.word('states')}".strip(), whole, in_all),
        *_counts(view, year, "held", "following"),
        *_counts(view, year, "taken", "taken"),
    )


def _counts(view: GameView, year: TrackerYear, look: StatusLook, title: str) -> Iterator[Total]:
    """States of some statuses by power, and how many more than when the year began."""
    now = [stand.power for _, stand in year.stands if status_of(view.gazetteer, stand).look == look]
    then = [
        power
        for _, status, power, _ in year.before
        if status_of(view.gazetteer, MinorStand(status, power)).look == look
    ]
    if not now and not then:
        return
    counts = tuple(
        (shown.css, now.count(power), signed(now.count(power) - then.count(power)))
        for power, shown in view.powers.items()
    )
    yield Total(f"{view.word('States')} {title}", f"{len(now)} of {len(year.stands)}", counts)
