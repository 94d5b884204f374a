"""Powers: all of them in a table, and the career of each, and their orders that failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from generator.pages.base.gameview import PhaseLink, PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import OutcomeLook, look_of
from generator.pages.powers.careers import Career, Careers
from generator.pages.powers.diplomacy import band_years, bands_of
from generator.pages.powers.parts import (
    YearRow,
    counts_of,
    fate_of,
    influence_of,
    lands_of,
    order_table,
    rulings_about,
    states_of,
    units_of,
    year_rows,
)
from generator.pages.press import PressCard, press_card
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.figures import Series, StandingsTable, first_count, standings_table
from generator.pages.story.press import PressPiece
from generator.pages.story.relations import Relations, relations_of

STYLES: Final = ("diplomacy.css", "press.css", "power.css")
PIECES: Final = 10
"""Pieces of press that a power's page names of each kind."""

_MOST: Final = 150
"""The most orders on a page; of earlier ones it shows only the number."""
FailedOrder = tuple[PhaseLink, PublicVerdict, OutcomeLook, tuple[str, ...]]
"""An order that failed, with its phase, its look, and the known rules of its reasons."""


def power_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The table of powers, and a page for each."""
    if not chronicle.view.has("powers"):
        return
    careers, relations = Careers(chronicle), chronicle.once(relations_of)
    table = standings_table(chronicle.view, chronicle.now.standings, (), careers.fallen)
    yield _table(chronicle, careers, table)
    ranks = {row.power.id: row.rank for row in table.rows}
    powers = tuple(chronicle.view.powers)
    for at, power in enumerate(powers):
        near = (powers[at - 1], powers[(at + 1) % len(powers)])
        yield _power(chronicle, careers.of(power), relations, careers.fallen, near, ranks[power])


def _table(chronicle: Chronicle, careers: Careers, table: StandingsTable) -> Page:
    view = chronicle.view
    by_year = [(year, first_count(chronicle.end_of(year).standings)[1]) for year in chronicle.years]
    # The first count of each at the end of every year, None from the year in which it fell.
    courses = {
        power: tuple(
            counts.get(power, 0) if year < careers.fallen.get(power, year + 1) else None
            for year, counts in by_year
        )
        for power in view.powers
    }
    rows = tuple(
        (row, fate_of(chronicle, row.power.id, careers.fallen), courses[row.power.id])
        for row in table.rows
    )

    def draw() -> Mapping[str, Any]:
        from generator.pages.charts.bars import sparkline

        return {
            "sparks": {row.power.id: sparkline(course, row.power.css) for row, _, course in rows}
        }

    return chronicle.page(
        "powers/",
        "powers.html",
        {"labels": table.labels, "rows": rows, "remarks": dict(chronicle.now.snapshot.remarks)},
        title="Powers",
        tab="powers",
        description=f"{view.title}: the powers, their players and their standings",
        styles=STYLES,
        draw=draw,
    )


def _power(
    chronicle: Chronicle,
    career: Career,
    relations: Relations,
    fallen: Mapping[str, int],
    near: tuple[str, str],
    rank: str,
) -> Page:
    view, gazetteer, power = chronicle.view, chronicle.gazetteer, career.power
    here = view.power_address(power)
    shown = view.powers[power]
    labels = tuple(label for label, _ in chronicle.end_of(career.years[-1]).standings)
    rows = year_rows(chronicle, career, fallen.get(power, 0))
    fate = fate_of(chronicle, power, fallen)
    known = [(counts[0], -year) for year, counts, _ in rows if counts and counts[0] is not None]
    best = max(known, default=(0, 0))
    # Parts that change with every phase are left out for powers that they no longer concern.
    is_in = power not in fallen
    values = {
        "power": power,
        "near": near,
        "notes": (
            *gazetteer.power_notes.get(power, ()),
            *chronicle.now.snapshot.remarks.get(power, ()),
        ),
        "fate": fate,
        "desk": chronicle.desk if power in chronicle.now.awaits else "",
        "place": f"{rank} of {len(view.powers) - len(fallen)}" if is_in else "",
        "counts": counts_of(chronicle, power) if is_in else (),
        # The most that it ever had of the first count, and the first year of it.
        "best": (best[0], -best[1]),
        "labels": labels,
        "rows": rows,
        "lands": lands_of(chronicle, career),
        "units": units_of(chronicle, power),
        "states": states_of(chronicle, career),
        "most": influence_of(chronicle, power),
        "years": band_years(chronicle, career.years),
        "bands": bands_of(chronicle, relations.of(power), career.years),
        "orders": order_table(career),
        "deeds": career.deeds,
        "rulings": rulings_about(chronicle, power),
        "by": _newest_press(
            chronicle, [piece for piece in chronicle.press if piece.power == power]
        ),
        "about": _newest_press(
            chronicle,
            [
                piece
                for piece in chronicle.press
                if piece.power != power
                and (power in piece.to or ("power", power) in [one[:2] for one in piece.mentions])
            ],
        ),
    }
    return chronicle.page(
        f"powers/{power}/",
        "power.html",
        values,
        title=shown.name,
        tab="powers",
        description=f"{shown.name} in {view.title}: {fate}",
        crumbs=(Crumb("Powers", f"{view.address}powers/"),),
        styles=STYLES,
        draw=lambda: {
            "chart": _chart(shown, labels, rows, gazetteer.goal),
            "linked": view.linked(here),
        },
    )


def _newest_press(
    chronicle: Chronicle, pieces: Sequence[PressPiece]
) -> tuple[tuple[PressCard, ...], int]:
    """The newest pieces of a kind, and how many there are of it."""
    newest = pieces[: -PIECES - 1 : -1]
    cards = tuple(press_card(chronicle, piece, words=False) for piece in newest)
    return cards, len(pieces)


def _chart(shown: PowerView, labels: Sequence[str], rows: Sequence[YearRow], goal: int) -> Markup:
    """The counts of a power by year, the first in its color; those of another order of magnitude
    are left to the table."""
    from generator.pages.charts.lines import line_chart

    columns = [tuple(counts[at] for _, counts, _ in rows) for at in range(len(labels))]
    tops = [max((value for value in column if value is not None), default=0) for column in columns]
    series = [
        Series(label, shown.css if at == 0 else f"k{at - 1}", columns[at])
        for at, label in enumerate(labels)
        if tops[at] <= 2 * max(goal, tops[0], 1)
    ]
    years = [str(year) for year, _, _ in rows]
    title = f"{shown.name} by year"
    return line_chart(title, years, series, summary="The table has the numbers.")


def failed_pages(chronicle: Chronicle) -> Iterator[Page]:
    """A page for each power."""
    view = chronicle.view
    if not view.has("powers"):
        return
    found = chronicle.once(failed_orders)
    for power, shown in view.powers.items():
        orders = found[power]
        years = tuple(dict.fromkeys(phase.year for phase, *_ in orders[:_MOST]))
        yield chronicle.page(
            f"powers/{power}/failed/",
            "failed.html",
            {
                "power": power,
                "total": len(orders),
                "years": tuple(
                    (year, tuple(order for order in orders[:_MOST] if order[0].year == year))
                    for year in years
                ),
                "older": max(0, len(orders) - _MOST),
            },
            title="Failed orders",
            tab="powers",
            description=f"{shown.name} in {view.title}: every order that failed, with the reason "
            "and what would have helped",
            crumbs=(
                Crumb("Powers", f"{view.address}powers/"),
                Crumb(shown.name, view.power_address(power)),
            ),
        )


def failed_orders(chronicle: Chronicle) -> dict[str, tuple[FailedOrder, ...]]:
    """The orders of each power that failed: the last phase first, each as on the sheet."""
    found: dict[str, list[FailedOrder]] = {power: [] for power in chronicle.view.powers}
    known = chronicle.view.rule_ids
    for phase in reversed(chronicle.phases):
        for verdict in phase.told.verdicts:
            if verdict.has_failed and verdict.power in found:
                look = look_of(verdict.outcome, verdict.kind)
                rules = tuple(rule for rule in verdict.rules if rule in known)
                found[verdict.power].append((phase.link, verdict, look, rules))
    return {power: tuple(orders) for power, orders in found.items()}
