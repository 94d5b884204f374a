"""Who plays which power, and since when."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from generator.archive.game import Game
from generator.engine.phases import Moment

__all__ = ["Seat", "has_begun", "player_of", "seats_of"]

_LAST: Final = 1_000_000
"""A number after those of all phases of a year."""


class Seat(Struct, frozen=True):
    """A player at a power. `since` is their first phase, None from the game's start. `player` is
    "" where nobody is named; `note` is the referee's word to readers."""

    player: str
    since: Moment | None = None
    note: str = ""


def seats_of(game: Game, power: str, moment: Moment) -> tuple[Seat, ...]:
    """Who has played a power up to a phase that was adjudicated or waits: the first player, then
    those who had taken it over by then, in the order of play."""
    rows = [
        Seat(one.player, _begin(game, one.since, moment), one.note)
        for one in game.settings.replacements
        if one.power == power and has_begun(game, one.since, moment)
    ]
    rows.sort(key=lambda one: (one.since.year, one.since.number) if one.since else (0, 0))
    return (Seat(game.settings.players.get(power, "")), *rows)


def player_of(game: Game, power: str, moment: Moment) -> str:
    """Who plays a power in a phase that was adjudicated or waits; "" for nobody known."""
    return seats_of(game, power, moment)[-1].player


def has_begun(game: Game, since: str, moment: Moment) -> bool:
    """Whether a phase named in game.toml ("1623 diplomatic") is `moment` or came before it."""
    return _begin(game, since, moment) <= moment


def _begin(game: Game, since: str, moment: Moment) -> Moment:
    for known in (*(record.moment for record in game.phases), game.current_moment, moment):
        if str(known) == since:
            return known
    # Still to come, or of a year in which there was no phase of that name: then from the next on.
    year, _, phase = since.partition(" ")
    return Moment(int(year), _LAST, phase)
