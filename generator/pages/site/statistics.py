"""The page of statistics: how powers and players fared in all games, by ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.game.card import GameResult

STATISTICS: Final = "statistics/"


class Row(NamedTuple):
    """A power, or a player, in games that are over. `mean` is a power's final count in the middle;
    `left` counts the games in which someone else had taken over all that a player had."""

    name: str
    games: int
    wins: int
    draws: int
    survived: int
    mean: str = ""
    left: int = 0


def statistics_pages(maker: PageMaker, results: Sequence[GameResult]) -> Iterator[Page]:
    """The page of statistics, if a game is over."""
    if not any(result.kind for result in results):
        return
    inputs = (("results", digest(repr(to_builtins(results)))),)

    def values() -> Mapping[str, Any]:
        groups: dict[str, list[GameResult]] = {}
        for result in results:
            groups.setdefault(result.ruleset, []).append(result)
        ordered = sorted(groups.values(), key=lambda games: (-len(games), games[0].ruleset_title))
        return {
            "title": "Statistics",
            "description": "The results of powers and players in all games of this site.",
            "figures": tuple(map(_figures, ordered)),
            "styles": ("scores.css",),
        }

    yield maker.page(STATISTICS, "text", "statistics.html", inputs, values)


def _figures(games: Sequence[GameResult]) -> Mapping[str, Any]:
    """All games of one ruleset. Those still in play are counted, but not the results of their
    powers and players."""
    over = [game for game in games if game.kind]
    powers = {power: name for game in games for power, name in game.names.items()}
    players = dict.fromkeys(who for game in over for who in sorted(_players(game)))
    rows = []
    for who in players:
        took_part = [game for game in over if who in _players(game)]
        seats = [[one for one, by in game.players.items() if by == who] for game in took_part]
        rows.append(_row(who, list(zip(took_part, seats, strict=True))))
    return {
        "id": games[0].ruleset,
        "title": games[0].ruleset_title,
        "measure": games[0].measure,
        "games": tuple((game.title, f"{game.slug}/", bool(game.kind)) for game in games),
        "over": len(over),
        "won": sum(game.kind == "victory" for game in over),
        "drawn": sum(game.kind == "draw" for game in over),
        "years": sum(game.years for game in games),
        "phases": sum(game.phases for game in games),
        "powers": tuple(_power(power, name, over) for power, name in powers.items()),
        "players": tuple(sorted(rows, key=lambda r: (-r.wins, -r.draws, -r.games, r.name))),
    }


def _power(power: str, name: str, over: Iterable[GameResult]) -> Row:
    games = [game for game in over if power in game.names]
    total, number = sum(game.final.get(power, 0) for game in games), len(games)
    # Rounded to the nearest tenth in whole numbers: floats differ from machine to machine.
    tenths = (20 * total + number) // (2 * number) if games else 0
    mean = f"{tenths // 10}.{tenths % 10}"
    return _row(name, [(game, [power]) for game in games])._replace(mean=mean)


def _players(game: GameResult) -> set[str]:
    return {*game.players.values(), *(who for left in game.left.values() for who in left)}


def _row(name: str, games: Sequence[tuple[GameResult, list[str]]]) -> Row:
    """The results of a name in games, with the powers that it had at the end of each."""
    won = [game.kind for game, powers in games if set(powers) & {*game.winners}]
    return Row(
        name,
        len(games),
        won.count("victory"),
        won.count("draw"),
        sum(bool(set(powers) & {*game.survivors}) for game, powers in games),
        left=sum(not powers for _, powers in games),
    )
