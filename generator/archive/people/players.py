"""The players of the powers, and since when they play."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from generator.archive.game.game import Game
from generator.engine.phases import Moment

_LAST: Final = 1_000_000
"""A number after those of all phases of a year."""


class Seat(Struct, frozen=True):
    """A player at a power. `since` is their first phase, None from the game's start. `player` is
    "" for a seat without a name; `note` is the referee's word to readers."""

    player: str
    since: Moment | None = None
    note: str = ""


def seats_of(game: Game, power: str, moment: Moment) -> tuple[Seat, ...]:
    """The players of a power up to a phase that was adjudicated or waits: the first player, then
    those who had taken it over by then, in the order of play."""
    rows = [
        (since, Seat(replacement.player, since, replacement.note))
        for replacement in game.settings.replacements
        if replacement.power == power
        and (since := _begin(game, replacement.since, moment)) <= moment
    ]
    rows.sort(key=lambda row: (row[0].year, row[0].number))
    return (Seat(game.settings.players.get(power, "")), *(seat for _, seat in rows))


def player_of(game: Game, power: str, moment: Moment) -> str:
    """The player of a power in a phase that was adjudicated or waits; "" if not known."""
    return seats_of(game, power, moment)[-1].player


def _begin(game: Game, since: str, moment: Moment) -> Moment:
    """The phase that game.toml names ("1623 diplomatic")."""
    for known in (*(record.moment for record in game.phases), game.current_moment, moment):
        if str(known) == since:
            return known
    # Still to come, or of a year in which there was no phase of that name: then from the next on.
    year, _, phase = since.partition(" ")
    return Moment(int(year), _LAST, phase)
