"""Treasury: the powers' money and strength by year, and every year's ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.engine.chronicle import Figure
from generator.pages.base.gameview import PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.charts.bars import Layer, sparkline, stacked_columns
from generator.pages.charts.lines import line_chart
from generator.pages.charts.multiples import small_multiples
from generator.pages.scores.ledgers import MONEY, Books
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import FigureByYear

STYLES: Final = ("scores.css",)


def treasury_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The money of a game: an overview, a page for each other figure, one for each year."""
    if not chronicle.view.has("treasury"):
        return
    books = Books(chronicle)
    told = [name for name in books.figures if name != MONEY or books.is_told]
    courses = {name: books.course(name) for name in told}
    yield _front(books, courses)
    for name, figure in books.figures.items():
        if name != MONEY:
            yield _figure(books, name, figure, courses[name])
    years = books.years
    for at, year in enumerate(years):
        yield _year(books, year, years[at - 1 : at] if at else (), years[at + 1 : at + 2])


def _front(books: Books, courses: Mapping[str, FigureByYear]) -> Page:
    chronicle, figures = books.chronicle, books.figures
    view, years = chronicle.view, books.years
    money = books.course(MONEY)
    totals = books.totals()
    columns = books.powers
    now = tuple(_now(books, courses))
    newest = years[-1] if years else 0
    values = {
        "word": figures[MONEY].title,
        "figures_of": tuple(
            (figure, f"{view.address}treasury/{'' if name == MONEY else f'{name}/'}")
            for name, figure in figures.items()
            if name in courses
        ),
        "now": now,
        "now_label": money.labels[-1],
        "rows": books.rows(MONEY) if books.is_told else (),
        "columns": columns,
        "newest": newest,
        "balance": books.balance(newest, by_group=True) if newest and books.is_told else None,
        "debts": books.debts(newest) if newest else (),
        "settled": books.settled(newest) if newest else (),
        "totals": totals,
        "years": years,
        "courses": tuple(courses.items()),
    }

    def draw() -> Mapping[str, Any]:
        layers = [Layer(title, f"k{at % 10}", sums) for at, (title, sums) in enumerate(totals)]
        return {
            "minis": small_multiples("m-money", figures[MONEY].title, *money),
            "flows": stacked_columns("Income and spending", [str(year) for year in years], layers),
            "sparks": {
                power.id: [
                    sparkline(course.series[at].values, course.series[at].css)
                    for course in courses.values()
                ]
                for at, power in enumerate(columns)
            },
        }

    return chronicle.page(
        "treasury/",
        "treasury.html",
        values,
        title=figures[MONEY].title,
        tab="treasury",
        styles=STYLES,
        draw=draw,
    )


def _now(
    books: Books, courses: Mapping[str, FigureByYear]
) -> Iterator[tuple[PowerView, tuple[tuple[int, str] | None, ...]]]:
    """Every power that still has any figures, with each and its change in the last year; None where
    it has none."""
    for at, view in enumerate(books.powers):
        found = tuple(
            None if (value := course.series[at].values[-1]) is None else (value, course.change(at))
            for course in courses.values()
        )
        if any(found):
            yield view, found


def _figure(books: Books, name: str, figure: Figure, course: FigureByYear) -> Page:
    """Every year of a figure that is not the money."""
    values = {
        "figure": figure,
        "rows": books.rows(name),
        "columns": books.powers,
        "course": course,
    }

    def draw() -> Mapping[str, Any]:
        return {
            "chart": line_chart(f"{figure.title} by year", *course),
            "minis": small_multiples("m-figure", figure.title, *course),
        }

    return books.chronicle.page(
        f"treasury/{name}/",
        "figure.html",
        values,
        title=figure.title,
        tab="treasury",
        crumbs=(_crumb(books.chronicle),),
        styles=STYLES,
        draw=draw,
    )


def _year(books: Books, year: int, before: tuple[int, ...], after: tuple[int, ...]) -> Page:
    """A year's ledger: the balance of every power, and every line with its event."""
    chronicle = books.chronicle
    address = f"{chronicle.view.address}treasury/{year}/"
    groups = books.groups[year]
    values = {
        "year": year,
        "word": chronicle.gazetteer.figures[MONEY].title,
        "balance": books.balance(year) if books.is_told else None,
        "groups": groups,
        "debts": books.debts(year),
        "rulings": tuple(
            (chronicle.view.ruling_address(year, ruling.number), ruling.number, ruling.reason)
            for phase in chronicle.of_year(year)
            if phase.facts and phase.facts.ledger
            for ruling in phase.facts.rulings
        ),
        "previous": before,
        "next": after,
    }

    def draw() -> Mapping[str, Any]:
        linked = chronicle.view.linked(address)
        return {"texts": [[linked(row["text"]) for row in rows] for _, rows, _ in groups]}

    return chronicle.page(
        f"treasury/{year}/",
        "ledger.html",
        values,
        title=f"Ledger of {year}",
        tab="treasury",
        crumbs=(_crumb(chronicle),),
        styles=STYLES,
        draw=draw,
    )


def _crumb(chronicle: Chronicle) -> Crumb:
    title = chronicle.gazetteer.figures[MONEY].title
    return Crumb(title, f"{chronicle.view.address}treasury/")
