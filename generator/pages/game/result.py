"""The result of a game, for the statistics over all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, convert

from generator.archive.people.players import seats_of
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.standings import first_count


class GameResult(Struct, frozen=True):
    """What statistics need of a game.

    `kind` is how it ended, "" while it is played. `names` are those of its powers; `players` has
    who played each at the end, `left` who gave it to somebody else before. `final` is the most
    telling count (`measure`) of each power, `survivors` those that were still in the game.
    """

    slug: str
    title: str
    ruleset: str
    ruleset_title: str
    years: int
    phases: int
    kind: Literal["victory", "draw", "ended", ""]
    winners: tuple[str, ...]
    names: Mapping[str, str]
    players: Mapping[str, str]
    measure: str
    final: Mapping[str, int]
    survivors: tuple[str, ...]
    left: Mapping[str, tuple[str, ...]]


def result_of_chronicle(chronicle: Chronicle) -> GameResult:
    """The result of a game for the statistics, from the facts of its pages."""
    game, now, view = chronicle.game, chronicle.now, chronicle.view
    measure, counts = first_count(now.standings)
    snapshot = now.snapshot
    alive = {owner for owner, _ in snapshot.units} | set(snapshot.holders.values())
    alive |= {power for power, count in counts.items() if count > 0}
    seats = {power: seats_of(game, power, game.last.moment) for power in view.powers}
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
        {power: own[-1].player for power, own in seats.items() if own[-1].player},
        measure,
        {power: counts.get(power, 0) for power in view.powers},
        tuple(power for power in view.powers if power in alive and power not in snapshot.out),
        {
            power: tuple(dict.fromkeys(seat.player for seat in own[:-1] if seat.player))
            for power, own in seats.items()
            if len(own) > 1
        },
    )


def load_result(facts: Mapping[str, Any]) -> GameResult:
    """A result that went through JSON."""
    return convert(facts, GameResult)
