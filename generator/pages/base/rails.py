"""The rail beside a game's pages: the years around the page's own, with their phases."""

from __future__ import annotations

from generator.pages.base.gameview import GameView, PhaseLink
from generator.pages.base.page import digest

RailYear = tuple[int, tuple[PhaseLink, ...], bool]
"""A year, its phases, and whether it is the page's own."""


class Rails:
    """The rails of a game's pages, each made once: the years around a year, with what is due.

    Not all years: a page of 1901 must not change because 1925 was played.
    """

    def __init__(self, view: GameView, due: PhaseLink | None) -> None:
        self._years: dict[int, list[PhaseLink]] = {}
        for phase in (view.opening, *view.phases, *([due] if due else [])):
            self._years.setdefault(phase.year, []).append(phase)
        self._made: dict[int, tuple[tuple[RailYear, ...], str]] = {}

    def around(self, year: int) -> tuple[tuple[RailYear, ...], str]:
        """The year before, the year itself and the next; and a digest of them."""
        if year not in self._made:
            ordered = sorted(self._years)
            at = ordered.index(year)
            near = ordered[max(0, at - 1) : at + 2]
            made = tuple((each, tuple(self._years[each]), each == year) for each in near)
            self._made[year] = (made, digest(repr(made)))
        return self._made[year]
