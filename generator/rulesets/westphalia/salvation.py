"""Who is saved: by Faith and Works among Catholics, by Faith Alone among Protestants."""

from __future__ import annotations

from generator.rulesets.westphalia.facts import per_players
from generator.rulesets.westphalia.state import Religion, State

__all__ = ["best_of", "is_saved", "saved_in"]


def best_of(state: State, religion: Religion) -> tuple[str, ...]:
    """The players of a religion with the highest scores, as many as there are places, and all who
    are tied for the last place. The highest come first, equals in seat order."""
    places = per_players("saved_places", len(state.seats))
    of_it = [one for one in state.players.values() if one.religion == religion]
    of_it.sort(key=lambda one: -one.score)
    if len(of_it) <= places:
        return tuple(one.id for one in of_it)
    last = of_it[places - 1].score
    return tuple(one.id for one in of_it if one.score >= last)


def saved_in(state: State, religion: Religion) -> tuple[str, ...]:
    """The players that are saved in a religion now (POW-SAV-1 to 4)."""
    return best_of(state, religion)


def is_saved(state: State, player: str) -> bool:
    return player in saved_in(state, state.players[player].religion)
