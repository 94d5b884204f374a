"""What a state must keep, whatever happens: its invariants."""

from __future__ import annotations

from collections.abc import Iterator

from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import COURSE, VACANT


def flaws_of(state: State) -> tuple[str, ...]:
    """What contradicts the rules in a state; empty for every state of a game."""
    return (*_land_flaws(state), *_player_flaws(state), *_principality_flaws(state))


def _land_flaws(state: State) -> Iterator[str]:
    known = {*state.players, *state.principalities}
    if tuple(state.provinces) != tuple(state.board.hexes):
        yield f"the board has {len(state.provinces)} provinces"
    for code, one in state.provinces.items():
        if one.owner not in known and (one.owner or not state.setup):
            yield f"{code} belongs to {one.owner or 'nobody'}, who is not in the game"
        if one.capital and not one.town:
            yield f"the capital {code} has no town"


def _player_flaws(state: State) -> Iterator[str]:
    for player, one in state.players.items():
        capitals = [code for code in state.lands[player] if state.provinces[code].capital]
        if min(one.saints, one.reformation, one.saved) < 0:
            yield f"{player} has less than nothing"
        if one.saved > facts().game.most_influence:
            yield f"{player} has {one.saved} saved DI, more than any counter shows"
        if state.setup and not state.lands[player]:
            continue
        if one.foreign:
            if capitals:
                yield f"{player} is a Foreign Power with the capital {capitals[0]} in the Empire"
        elif len(capitals) != 1:
            yield f"{player} has {len(capitals)} capitals"
        elif state.provinces[capitals[0]].religion != one.religion:
            yield f"the capital of {player} is not of his religion"
    if state.emperor and state.emperor not in state.players:
        yield f"the Emperor {state.emperor} is not a player"
    if not (state.setup or state.emperor or VACANT in COURSE[state.moment.phase].traits):
        yield "there is no Emperor"
    for title, order in (("Setup Order", state.setup_order), ("Initiative", state.initiative)):
        if order and sorted(order) != sorted(state.seats):
            yield f"{title} is not an order of all players: {', '.join(order)}"
    unknown = [
        one
        for elector, candidate in state.ballots.items()
        for one, known in ((elector, state.electors), (candidate, state.seats))
        if one not in known
    ]
    if unknown:
        yield f"ballots: {', '.join(unknown)} cannot be"
    places = [one.foreign.home for one in state.players.values() if one.foreign]
    if len(set(places)) < len(places):
        yield "two Foreign Powers have one home"


def _principality_flaws(state: State) -> Iterator[str]:
    for name, one in state.principalities.items():
        own = state.lands[name]
        capitals = [code for code in own if state.provinces[code].capital]
        if len(capitals) != 1:
            yield f"{name} has {len(capitals)} capitals"
        if len({state.provinces[code].religion for code in own}) > 1:
            yield f"{name} has two religions"
        if any(number < 1 for number in one.influence.values()):
            yield f"{name}: influence below 1"
        if any(number > facts().game.most_influence for number in one.influence.values()):
            yield f"{name}: more influence of one player than any counter shows"
        if one.ally:
            held = one.influence.get(one.ally, 0)
            if held < 1 or held < max(one.influence.values()):
                yield f"{one.ally} has too little influence to be the ally of {name}"
    electors = len(state.electors)
    if not state.setup and electors != facts().game.electors:
        yield f"there are {electors} Electors"
