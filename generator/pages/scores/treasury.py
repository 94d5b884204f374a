"""Treasury: the powers' money and strength by year, and every year's ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from generator.engine.chronicle import Figure
from generator.pages.base.gameview import PowerView
from generator.pages.base.house import Crumb
from generator.pages.base.page import Page
from generator.pages.charts import (
    Layer,
    Series,
    line_chart,
    small_multiples,
    sparkline,
    stacked_columns,
)
from generator.pages.scores.ledgers import MONEY, Books, FigureRow, change_of
from generator.pages.scores.scores import linked_texts
from generator.pages.story.chronicle import Chronicle

__all__ = ["treasury_pages"]

STYLES: Final = ("scores.css",)


class FigureNow(NamedTuple):
    """A power's figure as it stands, and how it changed in the last year."""

    value: int
    change: str


class NowRow(NamedTuple):
    """A power's figures as they stand, with the course of each; None where it has none."""

    view: PowerView
    figures: tuple[FigureNow | None, ...]


def treasury_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The money of a game: an overview, a page for each other figure, one for each year."""
    if not chronicle.view.has("treasury"):
        return
    books = Books(chronicle)
    rows = {name: books.rows(name) for name in books.figures}
    yield _front(books, rows)
    for name, figure in books.figures.items():
        if name != MONEY:
            yield _figure(books, name, figure, rows[name])
    years = books.years
    for at, year in enumerate(years):
        yield _year(books, year, years[at - 1 : at] if at else (), years[at + 1 : at + 2])


def _front(books: Books, rows: Mapping[str, tuple[FigureRow, ...]]) -> Page:
    chronicle, figures = books.chronicle, books.figures
    view, years = chronicle.view, books.years
    money = rows[MONEY]
    lines = {name: books.series(found) for name, found in rows.items()}
    totals = books.totals()
    columns = books.powers
    now = tuple(_now(books, rows))
    newest = years[-1] if years else 0
    values = {
        "word": figures[MONEY].title,
        "figures_of": tuple(
            (one, f"{view.address}treasury/{'' if name == MONEY else f'{name}/'}")
            for name, one in figures.items()
        ),
        "now": now,
        "now_label": money[-1].label,
        "rows": money,
        "columns": columns,
        "newest": newest,
        "balance": books.balance(newest, by_group=True) if newest else None,
        "debts": books.debts(newest) if newest else (),
        "totals": totals,
        "years": years,
        "series": tuple(lines.items()),
    }

    def draw() -> Mapping[str, Any]:
        labels = [row.label for row in money]
        layers = [Layer(title, f"k{at % 10}", sums) for at, (title, sums) in enumerate(totals)]
        order = [one.id for one in columns]
        return {
            "minis": small_multiples("m-money", figures[MONEY].title, labels, lines[MONEY]),
            "flows": stacked_columns(
                "What came in and what was spent", [str(year) for year in years], layers
            ),
            "sparks": {
                row.view.id: [_spark(of[order.index(row.view.id)]) for of in lines.values()]
                for row in now
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


def _spark(series: Series) -> Any:
    return sparkline(series.values, series.css)


def _now(books: Books, rows: Mapping[str, tuple[FigureRow, ...]]) -> Iterator[NowRow]:
    """The figures of every power that still has any."""
    for at, view in enumerate(books.powers):
        found = tuple(
            None
            if (value := of_figure[-1].values[at]) is None
            else FigureNow(value, change_of(of_figure, at))
            for of_figure in rows.values()
        )
        if any(found):
            yield NowRow(view, found)


def _figure(books: Books, name: str, figure: Figure, rows: tuple[FigureRow, ...]) -> Page:
    """Every year of a figure that is not the money."""
    series = books.series(rows)
    values = {
        "figure": figure,
        "rows": rows,
        "columns": books.powers,
        "series": series,
    }

    def draw() -> Mapping[str, Any]:
        labels = [row.label for row in rows]
        return {
            "chart": line_chart(f"{figure.title} by year", labels, series),
            "minis": small_multiples("m-figure", figure.title, labels, series),
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
    groups = books.groups(year)
    values = {
        "year": year,
        "word": chronicle.gazetteer.figures[MONEY].title,
        "balance": books.balance(year),
        "groups": groups,
        "debts": books.debts(year),
        "rulings": tuple(
            (chronicle.view.ruling_address(year, ruling.number), ruling.number, ruling.reason)
            for told in chronicle.of_year(year)
            if told.facts and told.facts.ledger
            for ruling in told.facts.rulings
        ),
        "previous": before,
        "next": after,
    }

    def draw() -> Mapping[str, Any]:
        linked = linked_texts(chronicle, address)
        return {"texts": [[linked(row.text) for row in group.rows] for group in groups]}

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
