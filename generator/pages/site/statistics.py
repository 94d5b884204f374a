"""The page of statistics: what became of powers and players in all games that are over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from generator.archive.people.statistics import GameResult, summarize
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest

__all__ = ["STATISTICS", "statistics_pages"]

STATISTICS = "statistics/"


def statistics_pages(maker: PageMaker, results: Sequence[GameResult]) -> Iterator[Page]:
    """The page of statistics, if a game is over."""
    if not any(one.kind for one in results):
        return
    figures = summarize(results)
    games = {
        one.ruleset: tuple((f"{g.slug}/", g.title) for g in results if g.ruleset == one.ruleset)
        for one in figures
    }

    def values() -> Mapping[str, Any]:
        return {
            "title": "Statistics",
            "description": "What became of powers and players in all games of this site.",
            "figures": tuple((one, games[one.ruleset]) for one in figures),
            "styles": ("scores.css",),
        }

    inputs = (("results", digest(repr(to_builtins(results)))),)
    yield maker.page(STATISTICS, "text", "statistics.html", inputs, values)
