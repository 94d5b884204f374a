"""Diplomatic Influence (DI), the alliances that follow from it at every single change, and the two
Leagues: who may join which, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.event_kinds import LEAGUE_JOINED, LEAGUES_ENDED
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import LEAGUE_OF, League, State
from generator.rulesets.westphalia.state.words import LEAGUES, RELIGION, name_of, player_name


def qualified(state: State, principality: str, influence: Mapping[str, int] | None = None) -> str:
    """POW-ALY-1: the player with at least as much DI as the principality has provinces and more
    than any other; "" if there is no such player. `influence` is counted instead of the real DI if
    it is given."""
    counted = state.principalities[principality].influence if influence is None else influence
    size = len(state.lands[principality])
    most = max(counted.values(), default=0)
    leaders = [player for player, number in counted.items() if number == most]
    return leaders[0] if len(leaders) == 1 and most >= size and most > 0 else ""


def total_influence(state: State, player: str) -> int:
    """All DI of a player, saved and placed."""
    placed = sum(one.influence.get(player, 0) for one in state.principalities.values())
    return state.players[player].saved + placed


def without(influence: Mapping[str, int], player: str) -> Mapping[str, int]:
    """The influence that would be left if a player had nothing there."""
    return {one: number for one, number in influence.items() if one != player}


def gain(progress: Progress, player: str, number: int, rule: str, why: str) -> None:
    """Give a player DI to save, from the supply. `why` ends the sentence "Red gains 2 DI: ..."."""
    if number <= 0:
        return
    held = progress.state.players[player].saved + number
    progress.change_player(player, saved=held)
    text = f"{player_name(player)} gains {number} DI: {why}"
    progress.tell(kinds.INFLUENCE_GAINED, rule, text, (player,), number=number, saved=held)


def place(progress: Progress, player: str, principality: str, number: int, rule: str) -> None:
    """Put DI into a principality: it comes from the supply, or was taken from the saved DI."""
    if number <= 0:
        return
    held = progress.state.influence(player, principality) + number
    progress.state = _with_influence(progress.state, player, principality, held)
    name = name_of(progress.state, principality)
    text = f"{player_name(player)} places {number} DI in {name}, and has {held} there"
    progress.tell(
        kinds.INFLUENCE_PLACED,
        rule,
        text,
        (player,),
        principality=principality,
        number=number,
        held=held,
    )
    reassess(progress, principality)


def remove(
    progress: Progress, player: str, principality: str, number: int, rule: str, why: str = ""
) -> int:
    """Take up to `number` DI of a player out of a principality, to the supply. Returns the number
    taken."""
    held = progress.state.influence(player, principality)
    gone = min(held, number)
    if gone <= 0:
        return 0
    name = name_of(progress.state, principality)
    progress.state = _with_influence(progress.state, player, principality, held - gone)
    text = f"{player_name(player)} loses {gone} DI in {name}" + (f": {why}" if why else "")
    progress.tell(
        kinds.INFLUENCE_LOST,
        rule,
        text,
        (player,),
        principality=principality,
        number=gone,
        held=held - gone,
    )
    reassess(progress, principality)
    return gone


def clear(progress: Progress, player: str, principality: str, rule: str, why: str = "") -> int:
    """Take all DI of a player out of a principality. Returns the number taken."""
    return remove(
        progress, player, principality, progress.state.influence(player, principality), rule, why
    )


def withdraw(progress: Progress, player: str, principality: str) -> int:
    """POW-DI-3, 4: a player takes all DI back from a principality; it goes to the supply."""
    return clear(progress, player, principality, "POW-DI-3", "withdrawn")


def lose(progress: Progress, player: str, number: int, rule: str, why: str) -> int:
    """POW-DI-7: a player loses DI wherever it is. Returns the number lost.

    It is taken by the player's list first, then from what is saved, from principalities that are
    not allies (the smallest number first), and from allies (the largest first). A player who has
    less loses all, and owes nothing.
    """
    left = number
    for source in _sources(progress.state, player):
        if left <= 0:
            break
        if source != "saved":
            left -= remove(progress, player, source, left, rule, why)
            continue
        held = progress.state.players[player].saved
        gone = min(held, left)
        if gone:
            progress.change_player(player, saved=held - gone)
            text = f"{player_name(player)} loses {gone} saved DI: {why}"
            progress.tell(
                kinds.INFLUENCE_UNSAVED, rule, text, (player,), number=gone, saved=held - gone
            )
            left -= gone
    return number - left


def reassess(progress: Progress, principality: str) -> None:
    """POW-ALY-3 to 5: settle whose ally a principality is now, and report it if that changed."""
    state = progress.state
    one = state.principalities.get(principality)
    if one is None:
        return
    best = qualified(state, principality)
    ally = one.ally
    if best and best != ally:
        # No ally gives way to an equal, so a new one has more than the old one.
        make_ally(progress, principality, best, "POW-ALY-5" if ally else "POW-ALY-1")
    elif ally and not one.influence.get(ally):
        make_ally(progress, principality, "", "POW-ALY-3")
    elif ally and max(one.influence.values()) > one.influence[ally]:
        make_ally(progress, principality, "", "POW-ALY-4")


def make_ally(progress: Progress, principality: str, player: str, rule: str) -> None:
    """Give the alliance with a principality to a player, or end it with "", and report it."""
    before = progress.state.principalities[principality].ally
    progress.change_principality(principality, ally=player)
    name = name_of(progress.state, principality)
    if player:
        text = f"{name} becomes the ally of {player_name(player)}"
        if before:
            text += f", no longer of {player_name(before)}"
    else:
        text = f"{name} is no longer the ally of {player_name(before)}, and unaligned"
    progress.tell(
        kinds.ALLIANCE,
        rule,
        text,
        (player, before),
        principality=principality,
        ally=player,
        before=before,
    )


def _with_influence(state: State, player: str, principality: str, number: int) -> State:
    held = dict(state.principalities[principality].influence)
    held[player] = number
    row = {seat: held[seat] for seat in state.seats if held.get(seat)}
    return state.with_principality(principality, influence=MappingProxyType(row))


def _sources(state: State, player: str) -> Iterator[str]:
    """The sources from which a player loses DI, in order; each source once."""
    placed = {
        name: one.influence[player]
        for name, one in state.principalities.items()
        if one.influence.get(player)
    }
    listed = [name for name in state.players[player].wishes.loss if name in ("saved", *placed)]
    allies = set(state.allies_of(player))
    loose = sorted((name for name in placed if name not in allies), key=lambda n: (placed[n], n))
    bound = sorted((name for name in placed if name in allies), key=lambda n: (-placed[n], n))
    yield from dict.fromkeys((*listed, "saved", *loose, *bound))


# --- Leagues


class Refusal(NamedTuple):
    """The reason why an action is not allowed, and its rule."""

    rule: str
    text: str


def members(state: State, league: League) -> tuple[str, ...]:
    """The members of a League in Initiative Order."""
    return tuple(one for one in state.order if state.players[one].league == league)


def league_refusal(state: State, player: str, league: League) -> Refusal | None:
    """Why a player may not join a League, or None."""
    one = state.players[player]
    if one.league:
        return Refusal("POW-LEA-4", f"is in {LEAGUES[one.league]} until the Leagues end")
    if one.left:
        return Refusal("POW-FP-3", "has left the Empire, and waits for the next Round")
    if league != LEAGUE_OF[one.religion] and is_saved(state, player):
        rule = "POW-LEA-1" if one.religion == "catholic" else "POW-LEA-2"
        own = LEAGUES[LEAGUE_OF[one.religion]]
        return Refusal(rule, f"is saved, and may join only {own}")
    return None


def join_league(progress: Progress, player: str, league: League, rule: str = "POW-LEA-5") -> None:
    """Join a League. A player who is saved loses influence with every principality of the other
    religion (POW-LEA-1, 2)."""
    state = progress.state
    one = state.players[player]
    saved = is_saved(state, player) and LEAGUE_OF[one.religion] == league
    progress.change_player(player, league=league)
    text = f"{player_name(player)} joins {LEAGUES[league]}"
    progress.tell(LEAGUE_JOINED, rule, text, (player,), league=league)
    if not saved:
        return
    cost = facts().league.saved_cost
    why = f"a saved {RELIGION[one.religion]} has joined {LEAGUES[league]}"
    cited = "POW-LEA-1" if one.religion == "catholic" else "POW-LEA-2"
    for principality in tuple(progress.state.principalities):
        if progress.state.religion_of(principality) != one.religion:
            remove(progress, player, principality, cost, cited, why)


def reset_leagues(progress: Progress) -> None:
    """All members leave; reported only if there were any."""
    left = [one.id for one in progress.state.players.values() if one.league]
    for player in left:
        progress.change_player(player, league="")
    if left:
        progress.tell(LEAGUES_ENDED, "POW-LEA-6", "Both Leagues are empty again", left)
