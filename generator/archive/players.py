"""Who plays which power, and since when."""

from __future__ import annotations

from generator.archive.game import Game
from generator.engine.phases import Moment

__all__ = ["player_of"]


def player_of(game: Game, power: str, moment: Moment) -> str:
    """Who plays a power in a phase that was adjudicated or waits: the last who took it over by
    then; "" for nobody known."""
    player = game.settings.players.get(power, "")
    known = {str(record.moment): record.moment for record in game.phases}
    for one in game.settings.replacements:
        since = known.get(one.since)
        if since is not None:
            begun = since <= moment
        else:  # a phase that is still to come, or of a year in which there was none of that name
            begun = one.since == str(moment) or int(one.since.split()[0]) < moment.year
        if one.power == power and begun:
            player = one.player
    return player
