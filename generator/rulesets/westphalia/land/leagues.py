"""The two Leagues: who may join which, and what it costs."""

from __future__ import annotations

from typing import NamedTuple

from generator.rulesets.westphalia.data.event_kinds import LEAGUE_JOINED, LEAGUES_ENDED
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import remove
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import LEAGUE_OF, League, State
from generator.rulesets.westphalia.state.words import LEAGUES, RELIGION, player_name


class Refusal(NamedTuple):
    """Why something may not be done, and by which rule."""

    rule: str
    text: str


def members(state: State, league: League) -> tuple[str, ...]:
    """The members of a League in Initiative Order."""
    return tuple(one for one in state.order if state.players[one].league == league)


def league_refusal(
    state: State, player: str, league: League, *, forced: bool = False
) -> Refusal | None:
    """Why a player may not join a League, None if it may be. `forced`: a Religious War asks."""
    one = state.players[player]
    if one.league:
        return Refusal("POW-LEA-4", f"is in {LEAGUES[one.league]} until the Leagues end")
    if one.left and not state.option("eliminated_may_join_religious_war"):
        return Refusal("POW-FP-3", "has left the Empire, and waits for the next Round")
    if forced and state.option("league_forced_choice") == "either":
        return None
    if league != LEAGUE_OF[one.religion] and is_saved(state, player):
        rule = "POW-LEA-1" if one.religion == "catholic" else "POW-LEA-2"
        own = LEAGUES[LEAGUE_OF[one.religion]]
        return Refusal(rule, f"is saved, and may join only {own}")
    return None


def join_league(progress: Progress, player: str, league: League, rule: str = "POW-LEA-5") -> None:
    """Join a League. Who is saved loses influence with every principality of the other religion
    (POW-LEA-1, 2)."""
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


def reset_leagues(progress: Progress, rule: str = "POW-LEA-6") -> None:
    """All members leave; told only if there were any."""
    left = [one.id for one in progress.state.players.values() if one.league]
    for player in left:
        progress.change_player(player, league="")
    if left:
        progress.tell(LEAGUES_ENDED, rule, "Both Leagues are empty again", left)
