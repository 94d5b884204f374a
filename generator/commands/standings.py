"""`theatrum scores`: the scores of a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.archive import load_game
from generator.archive.game.game import Game
from generator.archive.people.players import seats_of
from generator.commands.folders import game_folder
from generator.commands.output import report_lines, show, show_json
from generator.engine.report import Section, table

Standings = tuple[tuple[str, Mapping[str, int]], ...]
"""Counts as (label, {power: number}), the most telling one first."""


def score_history(game: Game) -> tuple[tuple[str, Standings], ...]:
    """The standings at the "start" and after the last phase of each year, also of the year that is
    being played."""
    last: dict[str, Any] = {"start": game.opening.state}
    for record in game.phases:
        last[str(record.moment.year)] = lambda record=record: record.resolution().state
    return tuple((year, game.ruleset.standings(state())) for year, state in last.items())


def scores(options: Namespace) -> int:
    """Prints the standings now, and the most telling count year by year."""
    game = load_game(game_folder(options))
    history = score_history(game)
    names = {power: info.name for power, info in game.ruleset.powers.items()}
    known = [
        power
        for power in names
        if any(power in counts for _, standings in history for _, counts in standings)
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
                    {"year": year, "counts": {label: dict(n) for label, n in standings}}
                    for year, standings in history
                ],
            }
        )
        return 0
    waits = "" if ending else f"waits for {game.ruleset.phase_title(game.current_moment)}"
    show(f"{game.settings.title}: {ending.text if ending else waits}")
    for line in report_lines(_score_sections(history, known, names, over=ending is not None)):
        show(line)
    return 0


def _score_sections(
    history: Sequence[tuple[str, Standings]],
    powers: Sequence[str],
    names: dict[str, str],
    *,
    over: bool,
) -> Iterator[Section]:
    _, now = history[-1]
    first = now[0][1] if now else {}
    ranked = sorted(powers, key=lambda power: -first.get(power, 0))
    yield table(
        "Final standings" if over else "Standings",
        ("power", *(label for label, _ in now)),
        ((names[power], *(str(counts.get(power, 0)) for _, counts in now)) for power in ranked),
    )
    if now and len(history) > 1:
        label = now[0][0]
        by_year = [dict(standings).get(label, {}) for _, standings in history]
        yield table(
            f"{label[:1].upper()}{label[1:]} by year",
            ("power", *(year for year, _ in history)),
            (
                (names[power], *(str(counts.get(power, 0)) for counts in by_year))
                for power in ranked
            ),
        )
