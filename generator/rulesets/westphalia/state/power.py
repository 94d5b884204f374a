"""Imperial Power, the order of turns that follows from it, and who is saved."""

from __future__ import annotations

from typing import NamedTuple

from generator.rulesets.westphalia.data.facts import facts, per_players
from generator.rulesets.westphalia.state.state import Religion, State


class Parts(NamedTuple):
    """The sources of a player's Imperial Power: own orthodox provinces, allies, the Emperor's
    bonus, the home of a Foreign Power."""

    own: int = 0
    allies: int = 0
    bonus: int = 0
    home: int = 0

    @property
    def total(self) -> int:
        return sum(self)


def imperial_power(state: State, power: str) -> int:
    """The Imperial Power of a player or a principality; 0 for one that is not on the map."""
    if state.is_player(power):
        return power_parts(state, power).total
    return principality_power(state, power)


def principality_power(state: State, principality: str) -> int:
    """POW-IP-2: two, and one for each province."""
    if principality not in state.principalities:
        return 0
    provinces = len(state.lands[principality])
    each = facts().imperial_power.principality_province
    return facts().imperial_power.principality_base + each * provinces


def power_parts(state: State, player: str) -> Parts:
    """POW-IP-1: the parts of a player's Imperial Power."""
    one = state.players[player]
    orthodox = sum(state.provinces[code].religion == one.religion for code in state.lands[player])
    allies = sum(principality_power(state, ally) for ally in state.allies_of(player))
    rules = facts().imperial_power
    # POW-IP-4: the bonus grows with the Rounds.
    bonus = rules.emperor_base + rules.emperor_per_round * state.round
    home = one.foreign.home_ip if one.foreign else 0
    own = rules.orthodox_province * orthodox
    return Parts(own, allies, bonus if state.emperor == player else 0, home)


def initiative_order(state: State) -> tuple[str, ...]:
    """POW-INI-1, 2: the Emperor, then the others from the weakest to the strongest; equals
    clockwise from the Emperor."""
    clockwise = state.clockwise_from(state.emperor)
    others = [player for player in clockwise if player != state.emperor]
    # Sorting keeps the clockwise order of equals.
    return (state.emperor, *sorted(others, key=lambda one: imperial_power(state, one)))


def saved_in(state: State, religion: Religion) -> tuple[str, ...]:
    """The players that are saved in a religion now (POW-SAV-1 to 4): those with the highest scores,
    as many as there are places, and all who are tied for the last place. The highest come first,
    equals in seat order."""
    places = per_players("saved_places", len(state.seats))
    of_it = [one for one in state.players.values() if one.religion == religion]
    of_it.sort(key=lambda one: -one.score)
    if len(of_it) <= places:
        return tuple(one.id for one in of_it)
    last = of_it[places - 1].score
    return tuple(one.id for one in of_it if one.score >= last)


def is_saved(state: State, player: str) -> bool:
    return player in saved_in(state, state.players[player].religion)
