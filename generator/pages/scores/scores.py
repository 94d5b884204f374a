"""Scores: points by year and power, places, and what the points of each year came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from markupsafe import Markup

from generator.engine.words import headed, listed
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.charts.bars import stacked_bar
from generator.pages.charts.lines import line_chart, rank_chart
from generator.pages.scores.tables import (
    YearScore,
    breakdown_of,
    from_start,
    leads,
    measured,
    point_course,
    present_powers,
    yearly_scores,
)
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import FigureByYear, Series, figure_by_year, labeled_ends

STYLES: Final = ("scores.css",)
_LINES: Final = ("m-count-0", "m-count-1", "m-count-2", "m-count-3")
"""Classes of the lines that no power stands for."""


def score_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The scores of a game, a table of all years, and a page for each year."""
    if not chronicle.view.has("scores"):
        return
    years = yearly_scores(chronicle)
    yield _front(chronicle, years)
    if not years:
        return
    yield _table(chronicle, years)
    phase = [year for year in years if year.page]
    for at, year in enumerate(phase):
        before, after = years[max(0, years.index(year) - 1)], phase[at + 1 : at + 2]
        yield _year(chronicle, year, before if before != year else None, after)


def _front(chronicle: Chronicle, years: tuple[YearScore, ...]) -> Page:
    """The page of the part: the newest year in detail, all years in charts and in short."""
    view, words = chronicle.view, chronicle.gazetteer
    all_years = from_start(chronicle, years)
    course = point_course(chronicle, all_years)
    newest = years[-1] if years else None
    table = None
    if newest and newest.page:
        table = breakdown_of(chronicle, newest, years[-2] if len(years) > 1 else None)
    # The events about scores in years that have no separate page.
    own_pages = {year.year for year in years if year.page}
    others = tuple(
        (phase.link, event)
        for phase, event in chronicle.events_of("scores")
        if phase.year not in own_pages
    )
    courses = courses_of(chronicle)
    ending = chronicle.now.ending
    goal_text = f"{words.goal} {words.points} win" if words.goal else ""
    values = {
        "lead": f"{ending}." if ending else _lead(chronicle, newest),
        "goal": ("" if ending else f"{goal_text}.", words.goal_rule) if words.goal else ("", ""),
        "missing": _missing(chronicle, years),
        "word": headed(words.points),
        "newest": newest,
        "breakdown": table,
        "years": years,
        "all_years": all_years,
        "columns": present_powers(chronicle),
        "leads": leads(chronicle, years),
        "others": others,
        "course": course,
        "courses": courses,
    }
    address = f"{view.address}scores/"

    def draw() -> Mapping[str, Any]:
        linked = chronicle.view.linked(address)
        return {
            "chart": line_chart(f"{headed(words.points)} by year", *course, words.goal, goal_text),
            "bars": _bars(table),
            "texts": tuple(linked(event.text) for _, event in others),
            "course_charts": tuple(
                line_chart(f"{course['title']} by year", *course["course"]) for course in courses
            ),
        }

    return chronicle.page(
        "scores/", "scores.html", values, title="Scores", tab="scores", styles=STYLES, draw=draw
    )


def _table(chronicle: Chronicle, years: tuple[YearScore, ...]) -> Page:
    """Every figure of every year with its place and its change, each with its event."""
    years = from_start(chronicle, years)
    course = point_course(chronicle, years)
    values = {
        "word": headed(chronicle.gazetteer.points),
        "years": years,
        "columns": present_powers(chronicle),
        "course": course,
    }

    return chronicle.page(
        "scores/table/",
        "scoretable.html",
        values,
        title="Ranks and changes",
        tab="scores",
        crumbs=(_crumb(chronicle),),
        styles=STYLES,
        draw=lambda: {"chart": rank_chart("Ranks by year", *course)},
    )


def _year(
    chronicle: Chronicle, year: YearScore, before: YearScore | None, after: list[YearScore]
) -> Page:
    """One year: the sources of every power's points, and other reports about them."""
    address = f"{chronicle.view.address}scores/{year.year}/"
    table = breakdown_of(chronicle, year, before)
    kinds = chronicle.gazetteer.topics.get("scores", frozenset())
    events = tuple(
        (phase.link, event)
        for phase in chronicle.of_year(year.year)
        for event in phase.events
        if event.kind in kinds
    )
    words = chronicle.gazetteer
    values = {
        "lead": _lead(chronicle, year),
        "year": year,
        "breakdown": table,
        "goal": (f"{words.goal} {words.points} win.", words.goal_rule) if words.goal else ("", ""),
        "tales": events,
        "previous": (before.label, before.page) if before and before.page else None,
        "next": (after[0].label, after[0].page) if after else None,
    }

    def draw() -> Mapping[str, Any]:
        linked = chronicle.view.linked(address)
        return {"bars": _bars(table), "texts": tuple(linked(event.text) for _, event in events)}

    return chronicle.page(
        f"scores/{year.year}/",
        "scoreyear.html",
        values,
        title=f"Scores of {year.label}",
        tab="scores",
        crumbs=(_crumb(chronicle),),
        styles=STYLES,
        draw=draw,
    )


def _crumb(chronicle: Chronicle) -> Crumb:
    return Crumb("Scores", f"{chronicle.view.address}scores/")


def _bars(table: Mapping[str, Any] | None) -> tuple[Markup, ...]:
    """A bar for each row of a breakdown; none where there are no items."""
    if table is None or not table["columns"]:
        return ()
    return tuple(
        stacked_bar(
            [
                (column.letter, column.css, points)
                for column, points in zip(table["columns"], row["points"], strict=True)
            ],
            table["low"],
            table["high"],
        )
        for row in table["rows"]
    )


def _lead(chronicle: Chronicle, year: YearScore | None) -> str:
    """The leader, in a sentence; "" where no one has scored yet."""
    if year is None or not year.scores:
        return ""
    names = listed(chronicle.view.powers[power].name for power in year.leaders)
    most, word = max(score.points for score in year.scores), chronicle.gazetteer.points
    if len(year.leaders) == len(year.scores) > 1:
        return f"All have {measured(most, word)}."
    verb = "leads" if len(year.leaders) == 1 else "lead"
    return chronicle.view.said(f"{names} {verb} with {measured(most, word)}.")


def _missing(chronicle: Chronicle, years: tuple[YearScore, ...]) -> str:
    """Which years that are over have no published scores, in a sentence, or ""."""
    known = {year.year for year in years}
    over = [
        year
        for year in chronicle.years
        if year not in known and (chronicle.now.ending or year < chronicle.now.year)
    ]
    return f"No scores were published for {listed(map(str, over))}." if over else ""


def courses_of(chronicle: Chronicle) -> tuple[dict[str, Any], ...]:
    """The counts of the whole board, then the figures of powers that no other page follows: not
    those of a treasury, and not what victory is measured by. Each has its course, and the names or
    `powers` whose lines they are."""
    ends, marks = labeled_ends(chronicle), chronicle.gazetteer.marks
    found: list[dict[str, Any]] = []
    for name, facts in chronicle.gazetteer.counts.items():
        series = tuple(
            Series(
                word,
                f"{css} by-{marks[kind].sign}" if kind in marks else css,
                tuple(phase.snapshot.counts.get(name, {}).get(kind) for _, phase in ends),
            )
            for (kind, word), css in zip(facts.lines.items(), _LINES, strict=False)
        )
        found.append(
            {
                "anchor": f"c-{name}",
                "title": facts.title,
                "note": facts.note,
                "rule": facts.rule,
                "names": tuple(facts.lines.values()),
                "powers": (),
                "course": FigureByYear(tuple(dict(ends)), series),
            }
        )
    if chronicle.view.has("treasury"):
        return tuple(found)
    powers = tuple(chronicle.view.powers.values())
    points = [phase.snapshot.points for _, phase in ends]
    for name, figure in chronicle.gazetteer.figures.items():
        rows = [phase.snapshot.figures.get(name, {}) for _, phase in ends]
        if rows == points or not any(any(row.values()) for row in rows):
            continue
        found.append(
            {
                "anchor": f"f-{name}",
                "title": figure.title,
                "note": f"{headed(figure.note)}." if figure.note else "",
                "rule": figure.rule,
                "names": (),
                "powers": powers,
                "course": figure_by_year(powers, zip(dict(ends), rows, strict=True), short=True),
            }
        )
    return tuple(found)
