"""All turns of a game, and a page for each of its years."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.pages.base.page import Page
from generator.pages.phases.years import year_page
from generator.pages.story.chronicle import Chronicle


class TurnYear(NamedTuple):
    """A year with its phases: title, address, headline."""

    year: int
    address: str
    phases: tuple[tuple[str, str, str], ...]


def turn_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The list of all turns, then the pages of the years in order."""
    years = chronicle.years
    yield chronicle.page(
        "turns/",
        "turns.html",
        {"years": turn_years(chronicle)},
        title="Turns",
        tab="turns",
        description=f"{chronicle.view.title}: every year and every phase",
    )
    for at, year in enumerate(years):
        before = years[at - 1] if at else None
        after = years[at + 1] if at + 1 < len(years) else None
        yield year_page(chronicle, year, before, after)


def turn_years(chronicle: Chronicle) -> tuple[TurnYear, ...]:
    """All years with their phases and headlines, the newest first."""
    return tuple(_year(chronicle, year) for year in reversed(chronicle.years))


def _year(chronicle: Chronicle, year: int) -> TurnYear:
    return TurnYear(
        year,
        chronicle.view.year_address(year),
        tuple(
            (phase.link.title, phase.link.address, phase.facts.headline if phase.facts else "")
            for phase in chronicle.of_year(year)
        ),
    )
