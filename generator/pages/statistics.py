"""The page of statistics: what became of powers and players in all games that are over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from generator.archive.reminding import player_of
from generator.archive.statistics import GameResult, summarize
from generator.pages.chronicle import Chronicle
from generator.pages.house import House
from generator.pages.page import Page, digest
from generator.pages.standings import first_count

__all__ = ["STATISTICS", "load_result", "result_of_chronicle", "statistics_pages"]

STATISTICS = "statistics/"


def result_of_chronicle(chronicle: Chronicle) -> GameResult:
    """What the statistics need to know of a game, from what its pages know already."""
    game, now, view = chronicle.game, chronicle.now, chronicle.view
    measure, counts = first_count(now.standings)
    snapshot = now.snapshot
    left = {owner for owner, _ in snapshot.units} | set(snapshot.holders.values())
    left |= {power for power, count in counts.items() if count > 0}
    moment = game.last.moment
    return GameResult(
        view.slug,
        view.title,
        view.ruleset,
        game.ruleset.title,
        len(chronicle.years) if view.phases else 0,
        len(view.phases),
        now.ending_kind if now.ending else "",  # type: ignore[arg-type]
        now.winners,
        {power: one.name for power, one in view.powers.items()},
        {p: who for p in view.powers if (who := player_of(game, p, moment))},
        measure,
        {power: counts.get(power, 0) for power in view.powers},
        tuple(p for p in view.powers if p in left and p not in snapshot.out),
        {},
        {},
    )


def load_result(facts: Mapping[str, Any]) -> GameResult:
    """A result that went through JSON."""
    lists = {key: tuple(facts[key]) for key in ("winners", "survivors")}
    return GameResult(**{**facts, **lists})


def statistics_pages(house: House, results: Sequence[GameResult]) -> Iterator[Page]:
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

    inputs = (("results", digest(repr([asdict(one) for one in results]))),)
    yield house.page(STATISTICS, "text", "statistics.html", inputs, values)
