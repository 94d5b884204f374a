"""`theatrum scores`: the scores of a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.archive import load_game
from generator.archive.game.game import Game
from generator.archive.people.players import seats_of
from generator.commands.folders import game_folder
from generator.commands.output import report_lines, show, show_json
from generator.engine.report import Section, table


class YearStandings(NamedTuple):
    """The standings after the last phase of a year ("start" is the opening): counts as (label,
    {power: number}), the most telling one first."""

    label: str
    counts: tuple[tuple[str, Mapping[str, int]], ...]


def score_history(game: Game) -> tuple[YearStandings, ...]:
    """The standings at the start and after each year; those of a year that is being played, too."""
    last: dict[str, Any] = {"start": game.opening.state}
    for record in game.phases:
        last[str(record.moment.year)] = lambda record=record: record.resolution().state
    return tuple(
        YearStandings(label, game.ruleset.standings(state())) for label, state in last.items()
    )


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
    yield table(
        "Final standings" if over else "Standings",
        ("power", *(label for label, _ in now)),
        ((names[power], *(str(counts.get(power, 0)) for _, counts in now)) for power in ranked),
    )
    if now and len(history) > 1:
        label = now[0][0]
        by_year = [dict(standing.counts).get(label, {}) for standing in history]
        yield table(
            f"{label[:1].upper()}{label[1:]} by year",
            ("power", *(standing.label for standing in history)),
            (
                (names[power], *(str(counts.get(power, 0)) for counts in by_year))
                for power in ranked
            ),
        )
