"""The page of statistics: how games ended, and what became of powers and players in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import to_builtins

from generator.archive.people.statistics import GameResult, summarize
from generator.engine.words import count, listed
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest

STATISTICS = "statistics/"


class RaceRow(NamedTuple):
    """A power at the end of a game: its count, and the length of its bar in percent.

    `player` is "" where nobody is known; `css` says whether it won or fell.
    """

    name: str
    player: str
    number: int
    share: int
    css: str


class EndedGame(NamedTuple):
    """A game that is over: how it ended in sentences, and its powers by their final count."""

    title: str
    address: str
    told: tuple[str, ...]
    measure: str
    rows: tuple[RaceRow, ...]


def statistics_pages(maker: PageMaker, results: Sequence[GameResult]) -> Iterator[Page]:
    """The page of statistics, if a game is over."""
    if not any(result.kind for result in results):
        return
    figures = summarize(results)

    def values() -> Mapping[str, Any]:
        groups = {
            table.ruleset: [game for game in results if game.ruleset == table.ruleset]
            for table in figures
        }
        return {
            "title": "Statistics",
            "description": "The results of powers and players in all games of this site.",
            "lead": _lead(results),
            "figures": tuple(
                (
                    table,
                    tuple(ended_game(game) for game in groups[table.ruleset] if game.kind),
                    tuple(
                        (game.title, f"{game.slug}/")
                        for game in groups[table.ruleset]
                        if not game.kind
                    ),
                )
                for table in figures
            ),
            "styles": ("scores.css",),
        }

    inputs = (("results", digest(repr(to_builtins(results)))),)
    yield maker.page(STATISTICS, "text", "statistics.html", inputs, values)


def _lead(results: Sequence[GameResult]) -> str:
    """All games in a few sentences."""
    over = [game for game in results if game.kind]
    running = len(results) - len(over)
    told = f"{count(len(over), 'game')} {'is' if len(over) == 1 else 'are'} over"
    if running:
        told += f", {running} {'is' if running == 1 else 'are'} being played"
    years, phases = sum(game.years for game in results), sum(game.phases for game in results)
    told += f": {count(years, 'year')} in {count(phases, 'phase')}."
    if len(over) > 1:
        short, long = min(over, key=_length), max(over, key=_length)
        told += f" The longest is {long.title} with {count(long.years, 'year')}"
        if short.years < long.years:
            told += f", the shortest {short.title} with {short.years}"
        told += "."
    powers = sum(len(game.names) for game in over)
    left = sum(len(game.survivors) for game in over)
    return f"{told} Of {count(powers, 'power')} in finished games, {left} survived to the end."


def _length(game: GameResult) -> int:
    return game.years


def ended_game(game: GameResult) -> EndedGame:
    """A game that is over, in sentences and bars."""
    order = sorted(game.names, key=lambda power: -game.final.get(power, 0))
    most = max((game.final.get(power, 0) for power in order), default=0)
    rows = tuple(
        RaceRow(
            game.names[power],
            game.players.get(power, ""),
            number,
            max(0, 100 * number // most) if most > 0 else 0,
            "won" if power in game.winners else "" if power in game.survivors else "fell",
        )
        for power in order
        for number in (game.final.get(power, 0),)
    )
    return EndedGame(
        game.title, f"{game.slug}/", tuple(_told(game, rows)), game.measure or "Count", rows
    )


def _told(game: GameResult, rows: Sequence[RaceRow]) -> Iterator[str]:
    """How a game ended, by how much, and who was left."""
    after = f"after {count(game.years, 'year')} and {count(game.phases, 'phase')}"
    winners = [row for row in rows if row.css == "won"]
    names = listed(row.name for row in winners)
    if game.kind == "victory" and winners:
        yield f"{names} {'wins' if len(winners) == 1 else 'win together'} {after}."
    elif game.kind == "draw" and winners:
        yield f"{count(len(winners), 'power')} agree on a draw {after}: {names}."
    else:
        yield f"It ended {after} without a winner."
    others = [row for row in rows if row.css != "won"]
    if len(winners) == 1 and others:
        ahead = winners[0].number - others[0].number
        next_ones = listed(row.name for row in others if row.number == others[0].number)
        if ahead > 0:
            yield f"{next_ones} followed, {ahead} behind."
    fallen = listed(row.name for row in rows if row.css == "fell")
    if fallen:
        yield f"{len(game.survivors)} of {count(len(rows), 'power')} survived; {fallen} fell."
    else:
        yield f"All {count(len(rows), 'power')} survived."
