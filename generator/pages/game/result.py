"""The result of a game, for the statistics over all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.archive.people.players import player_of
from generator.archive.people.statistics import GameResult, players_left
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.standings import first_count


def result_of_chronicle(chronicle: Chronicle) -> GameResult:
    """The result of a game for the statistics, from the facts of its pages."""
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
        {power: shown.name for power, shown in view.powers.items()},
        {p: who for p in view.powers if (who := player_of(game, p, moment))},
        measure,
        {power: counts.get(power, 0) for power in view.powers},
        tuple(p for p in view.powers if p in left and p not in snapshot.out),
        {},
        {},
        players_left(game, view.powers, moment),
    )


def load_result(facts: Mapping[str, Any]) -> GameResult:
    """A result that went through JSON."""
    lists = {key: tuple(facts[key]) for key in ("winners", "survivors")}
    left = {power: tuple(names) for power, names in facts["left"].items()}
    return GameResult(**{**facts, **lists, "left": left})
