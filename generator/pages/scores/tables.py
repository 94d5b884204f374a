"""Scores of a game as tables: the points of every year, what they came from, and who led.

All of these are plain values: equal ones make equal pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.engine.chronicle import ScoreItem, Snapshot
from generator.pages.base.gameview import PowerView
from generator.pages.base.public import PublicEvent
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import FigureByYear, figure_by_year, first_count, ranks, signed

MOST_TINTS = 10
"""The number of layers that have a tint of their own in a chart."""


class PowerScore(NamedTuple):
    """A power's points at the end of a year: "2=", 18, "+3". The address and anchor lead to the
    event that reports them, or to where the year is explained."""

    power: str
    points: int
    rank: str
    change: str
    address: str
    anchor: str


class YearScore(NamedTuple):
    """The points of a year, in the ruleset's order of powers; those that have none are left out.

    `label` is the year, or a word for the start. `phase` is the title of the phase that they
    followed, `address` is its page. `is_open` means that the year is not over.
    """

    label: str
    year: int
    phase: str
    address: str
    page: str
    scores: tuple[PowerScore, ...]
    is_open: bool = False

    def of(self, power: str) -> PowerScore | None:
        """The score of a power, None if it has none."""
        return next((score for score in self.scores if score.power == power), None)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The powers with the most points."""
        most = max((score.points for score in self.scores), default=0)
        return tuple(score.power for score in self.scores if score.points == most)


class Column(NamedTuple):
    """An item of a score: a letter for its part of a bar, its title and its rule."""

    letter: str
    css: str
    title: str
    rule: str


Gain = tuple[str, str, str, str]
"""A province that a power gained or lost in a year, from whom or to whom ("" for no one), and the
address and anchor of the event that reports it."""
Lead = tuple[str, str, tuple[PowerView, ...], str, str]
"""The first and last of the years through which the same powers led; the powers, their points in
the last of them, and its page."""


def measured(number: int, word: str) -> str:
    """A number of what victory is measured by: `1 round`, `2 rounds`, `18 Imperial Power`."""
    return f"{number} {word.removesuffix('s') if number == 1 else word}"


def telling(chronicle: Chronicle, phase: ChroniclePhase) -> tuple[PublicEvent, ...]:
    """The events of a phase with the score of each power."""
    kinds = chronicle.gazetteer.topics.get("points", frozenset())
    return tuple(event for event in phase.events if event.kind in kinds)


def yearly_scores(chronicle: Chronicle) -> tuple[YearScore, ...]:
    """The points of all years of which they are known, the start first where it has any.

    Where events report points, those are the years with such events: unpublished points are left
    out. Otherwise every year has the points of its end.
    """
    found: list[YearScore] = []
    before: Mapping[str, int] = {}
    for phase, label, is_open in _moments(chronicle):
        points = phase.snapshot.points
        order = [
            power
            for power in chronicle.view.powers
            if _counts(phase.snapshot, power, before.get(power, 0))
        ]
        ranked = sorted(order, key=lambda power: -points[power])
        places = dict(zip(ranked, ranks([points[power] for power in ranked]), strict=True))
        page = f"{chronicle.view.address}scores/{phase.year}/" if phase.facts else ""
        anchors = {
            power: event.anchor for event in telling(chronicle, phase) for power in event.powers
        }
        found.append(
            YearScore(
                label,
                phase.year,
                phase.link.title,
                phase.link.address,
                page,
                tuple(
                    PowerScore(
                        power,
                        points[power],
                        places[power],
                        signed(points[power] - before[power]) if power in before else "",
                        phase.link.address if power in anchors else page,
                        anchors.get(power, power if page else ""),
                    )
                    for power in order
                ),
                is_open,
            )
        )
        before = {power: points[power] for power in order}
    return tuple(found)


def _moments(chronicle: Chronicle) -> Iterator[tuple[ChroniclePhase, str, bool]]:
    """The phases whose points count for their years."""
    if chronicle.gazetteer.topics.get("points"):
        for phase in chronicle.phases:
            if telling(chronicle, phase):
                yield phase, str(phase.year), False
        return
    start = chronicle.phases[0]
    if start.snapshot.points:
        yield start, "start", False
    last = start
    for year in chronicle.years:
        end = chronicle.end_of(year)
        is_open = not chronicle.now.ending and chronicle.now.year == year
        # A year that has only begun is shown as soon as it has changed anything.
        if end.facts and not (is_open and end.snapshot.points == last.snapshot.points):
            yield end, f"{year} so far" if is_open else str(year), is_open
        last = end


def _counts(shot: Snapshot, power: str, before: int) -> bool:
    """Whether the points of a power count: it is still in the game, or was so a year ago and has
    come to nothing since."""
    if power in shot.out or power not in shot.points:
        return False
    has_units = any(owner == power for owner, _ in shot.units)
    return has_units or bool(shot.points[power]) or bool(before)


def present_powers(chronicle: Chronicle) -> tuple[PowerView, ...]:
    """The powers that ever took part, in the ruleset's order: a game may leave some out."""
    shots = [phase.snapshot for phase in chronicle.phases]
    seen = {
        power for shot in shots for row in (shot.points, *shot.figures.values()) for power in row
    }
    return tuple(view for power, view in chronicle.view.powers.items() if power in seen)


def from_start(chronicle: Chronicle, years: tuple[YearScore, ...]) -> tuple[YearScore, ...]:
    """The years, with the start before them: charts and tables of all figures begin there.

    Where events report points, no event reports those of the start; they are in its standings.
    """
    if not years or years[0].label == "start":
        return years
    start = chronicle.phases[0]
    points = first_count(start.standings)[1]
    order = [power for power in chronicle.view.powers if power in points]
    ranked = sorted(order, key=lambda power: -points[power])
    places = dict(zip(ranked, ranks([points[power] for power in ranked]), strict=True))
    scores = tuple(PowerScore(power, points[power], places[power], "", "", "") for power in order)
    opening = YearScore("start", start.year, start.link.title, start.link.address, "", scores)
    first = years[0]._replace(
        scores=tuple(
            score._replace(change=signed(score.points - points[score.power]))
            if score.power in points
            else score
            for score in years[0].scores
        )
    )
    return (opening, first, *years[1:])


def point_course(chronicle: Chronicle, years: tuple[YearScore, ...]) -> FigureByYear:
    """The points as lines, one for each power."""
    numbers = ({score.power: score.points for score in year.scores} for year in years)
    labels = (year.label for year in years)
    return figure_by_year(present_powers(chronicle), zip(labels, numbers, strict=True), short=True)


def breakdown_of(chronicle: Chronicle, year: YearScore, before: YearScore | None) -> dict[str, Any]:
    """The points of a year by item, the most first. `before` is the year of points before it.

    A row has the points by column, of this year only (`sum`), and what is missing to the goal;
    `gained` and `lost` are for rulesets without items. `unused` are items that gave no one
    anything, `low` and `high` the ends of all bars. `adds_up`: the points are those of this and of
    earlier years.
    """
    phase = _last_phase(chronicle, year)
    shot = phase.snapshot
    # Letters and tints stay those of an item through all years.
    columns = {
        name: Column(chr(ord("a") + at % 26), f"k{at % MOST_TINTS}", item.title, item.rule)
        for at, (name, item) in enumerate(_items(chronicle, shot).items())
    }
    names = [name for name in columns if any(row.get(name) for row in shot.scores.values())]
    goal = chronicle.gazetteer.goal
    gained, lost = ({}, {}) if columns else _gains(chronicle, phase, before)
    rows: list[dict[str, Any]] = []
    for score in sorted(year.scores, key=lambda score: -score.points):
        points = tuple(shot.scores.get(score.power, {}).get(name, 0) for name in names)
        rows.append(
            {
                "view": chronicle.view.powers[score.power],
                "score": score,
                "points": points,
                "sum": sum(points),
                "missing": max(0, goal - score.points) if goal else 0,
                "gained": gained.get(score.power, ()),
                "lost": lost.get(score.power, ()),
            }
        )
    return {
        "columns": [columns[name] for name in names],
        "unused": [column for name, column in columns.items() if name not in names],
        "rows": rows,
        "low": min((sum(min(0, n) for n in row["points"]) for row in rows), default=0),
        "high": max((sum(max(0, n) for n in row["points"]) for row in rows), default=0),
        "adds_up": bool(columns) and any(row["sum"] != row["score"].points for row in rows),
    }


def _last_phase(chronicle: Chronicle, year: YearScore) -> ChroniclePhase:
    return next(phase for phase in chronicle.phases if phase.link.address == year.address)


def _items(chronicle: Chronicle, shot: Snapshot) -> Mapping[str, ScoreItem]:
    """The items of the rulebook, and any others that gave points."""
    known = dict(chronicle.gazetteer.items)
    for row in shot.scores.values():
        for name, points in row.items():
            if points and name not in known:
                known[name] = ScoreItem(name.replace("_", " ").capitalize())
    return known


def _gains(
    chronicle: Chronicle, phase: ChroniclePhase, before: YearScore | None
) -> tuple[dict[str, list[Gain]], dict[str, list[Gain]]]:
    """The provinces with their own number that changed hands since the year before."""
    start = _last_phase(chronicle, before).snapshot if before else chronicle.phases[0].snapshot
    kinds = chronicle.gazetteer.topics.get("scores", frozenset())
    # For a province and a power the last event about scores of the year that names both.
    events = {
        (code, power): (one.link.address, event.anchor)
        for one in chronicle.of_year(phase.year)
        for event in one.events
        if event.kind in kinds
        for code in event.provinces
        for power in event.powers
    }
    gained: dict[str, list[Gain]] = {}
    lost: dict[str, list[Gain]] = {}
    for code, place in chronicle.gazetteer.provinces.items():
        was, now = start.holders.get(code, ""), phase.snapshot.holders.get(code, "")
        if not place.is_center or was == now:
            continue
        address, anchor = events.get((code, now), events.get((code, was), ("", "")))
        if now:
            gained.setdefault(now, []).append((code, was, address, anchor))
        if was:
            lost.setdefault(was, []).append((code, now, address, anchor))
    return gained, lost


def leads(chronicle: Chronicle, years: tuple[YearScore, ...]) -> tuple[Lead, ...]:
    """The powers that led, with the years, in order; years in which all were equal are left out."""
    found: list[Lead] = []
    for year in years:
        powers = tuple(chronicle.view.powers[power] for power in year.leaders)
        if not powers or len(powers) == len(year.scores):
            continue
        most = max(score.points for score in year.scores)
        points = measured(most, chronicle.gazetteer.points)
        first = found.pop()[0] if found and found[-1][2] == powers else year.label
        found.append((first, year.label, powers, points, year.page))
    return tuple(found)
