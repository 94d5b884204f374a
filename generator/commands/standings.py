"""`theatrum scores` and `stats`: how a game stands, and how all games went."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from generator.archive import list_games, load_game
from generator.archive.people.players import seats_of
from generator.archive.people.statistics import (
    GameResult,
    RulesetFigures,
    YearStandings,
    result_of,
    score_history,
    summarize,
)
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.commands.report import report_lines
from generator.engine.errors import TheatrumError
from generator.engine.report import Section
from generator.engine.words import count


def scores(options: Namespace) -> int:
    """Prints the standings now, and the most telling count year by year."""
    game = load_game(game_folder(options))
    history = score_history(game)
    names = {power: info.name for power, info in game.ruleset.powers.items()}
    known = [
        power
        for power in names
        if any(power in counts for standing in history for _, counts in standing.counts)
    ]
    ending = game.ending
    if options.json:
        show_json(
            {
                "game": game.slug,
                "ending": ending.text if ending else None,
                "players": {
                    power: [
                        {"player": seat.player, "since": str(seat.since or "")}
                        for seat in seats_of(game, power, game.last.moment)
                        if seat.player
                    ]
                    for power in known
                },
                "years": [
                    {
                        "year": standing.label,
                        "counts": {label: dict(n) for label, n in standing.counts},
                    }
                    for standing in history
                ],
            }
        )
        return 0
    show(f"{game.settings.title}: {ending.text if ending else 'waits for ' + _waits(game)}")
    for line in report_lines(_score_sections(history, known, names, over=ending is not None)):
        show(line)
    return 0


def _waits(game: Any) -> str:
    title: str = game.ruleset.phase_title(game.current_moment)
    return title


def _score_sections(
    history: Sequence[YearStandings], powers: Sequence[str], names: dict[str, str], *, over: bool
) -> Iterator[Section]:
    now = history[-1].counts
    first = now[0][1] if now else {}
    ranked = sorted(powers, key=lambda power: -first.get(power, 0))
    yield Section(
        "Final standings" if over else "Standings",
        head=("power", *(label for label, _ in now)),
        rows=tuple(
            (names[power], *(str(counts.get(power, 0)) for _, counts in now)) for power in ranked
        ),
    )
    if now and len(history) > 1:
        label = now[0][0]
        yield Section(
            f"{label[:1].upper()}{label[1:]} by year",
            head=("power", *(standing.label for standing in history)),
            rows=tuple(
                (
                    names[power],
                    *(
                        str(dict(standing.counts).get(label, {}).get(power, 0))
                        for standing in history
                    ),
                )
                for power in ranked
            ),
        )


def stats(options: Namespace) -> int:
    """Prints figures of all games. Exit code 1 if one of them cannot be read; it is left out."""
    results: list[GameResult] = []
    code = 0
    for folder in list_games(options.games):
        try:
            results.append(result_of(load_game(folder)))
        except TheatrumError as error:
            say(str(error))
            code = 1
    figures = summarize(results)
    if options.json:
        show_json(to_builtins(figures))
        return code
    if not figures:
        say(f"there are no games in {options.games} (theatrum new GAME makes one)")
    for number, figure in enumerate(figures):
        if number:
            show("")
        show(
            f"{figure.title}: {count(figure.games, 'game')}, {figure.over} over "
            f"({count(figure.victories, 'victory', 'victories')}, {count(figure.drawn, 'draw')}); "
            f"{count(figure.years, 'year')}, {count(figure.phases, 'phase')}"
        )
        for line in report_lines(_stat_sections(figure)):
            show(line)
    return code


def _stat_sections(figures: RulesetFigures) -> Iterator[Section]:
    measure = figures.measure or "count"
    yield Section(
        "Powers",
        head=("power", "games", "won", "drawn", "survived", f"mean {measure}", "no orders"),
        rows=tuple(
            (
                row.name,
                str(row.games),
                str(row.wins),
                str(row.draws),
                str(row.survived),
                f"{row.mean // 10}.{row.mean % 10}",
                f"{row.missing} of {row.asked}",
            )
            for row in figures.powers
        ),
        notes=("games that are over; orders that did not come are counted in all",),
    )
    if figures.players:
        left = any(row.left for row in figures.players)
        yield Section(
            "Players",
            head=("player", "games", "won", "drawn", "survived", *(["left"] if left else [])),
            rows=tuple(
                (
                    row.player,
                    *map(str, (row.games, row.wins, row.draws, row.survived)),
                    *([str(row.left)] if left else []),
                )
                for row in figures.players
            ),
        )
