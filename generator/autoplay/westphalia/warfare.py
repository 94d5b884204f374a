"""Wars: whom to attack, for which gain, and when a Religious War is worth it."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.diplomacy.actions import target_refusal, war_refusal
from generator.rulesets.westphalia.land.influence import league_refusal
from generator.rulesets.westphalia.land.lands import edge_of
from generator.rulesets.westphalia.state.orders import DeclareReligiousWar, DeclareWar, JoinLeague
from generator.rulesets.westphalia.state.power import is_saved
from generator.rulesets.westphalia.state.state import LEAGUE_OF, RELIGIONS, Religion, other_religion

ODDS: Final = (
    (200, 100), (170, 88), (140, 76), (120, 66), (105, 55), (95, 47), (80, 34), (65, 20), (50, 8),
)  # fmt: skip
"""How likely a battle is won, in percent, with at least so many percent of the enemy's power."""
DEFEAT: Final = 24
RUIN: Final = 70
TIMID: Final = 30
"""The expectation of a war from which on even the most peaceful player fights it."""
ZEALOUS_ROUND: Final = 3
"""From this Round on Leagues form; before, no one has anything to win by them."""


def rank_targets(outlook: Outlook) -> list[tuple[int, str]]:
    """All whom the player may attack, with what he may expect of it; the best first."""
    state = outlook.state
    found = [
        (_expectation(outlook, target), target)
        for target in (*outlook.others, *state.principalities)
        if war_refusal(state, outlook.player, target) is None
    ]
    return sorted(found, key=lambda wish: (-wish[0], wish[1]))


def odds(own: int, enemy: int) -> int:
    """How likely a battle of these Imperial Powers is won, in percent."""
    for percent, chances in ODDS:
        if own * 100 >= enemy * percent:
            return chances
    return 2


def _expectation(outlook: Outlook, target: str) -> int:
    state, player = outlook.state, outlook.player
    chances = odds(outlook.strength(player), outlook.strength(target))
    gain = _prize(outlook, target)
    mine = [code for code in state.lands[player] if not state.provinces[code].town]
    harm = DEFEAT if mine or state.is_player(target) else RUIN
    worth = (chances * gain - (100 - chances) * harm) // 100
    if target in state.principalities:
        worth += outlook.whim(target) - DI * state.influence(player, target)
    return worth


def _prize(outlook: Outlook, target: str) -> int:
    """The gain of a victory over someone."""
    state, player = outlook.state, outlook.player
    enemies = (target, *(state.allies_of(target) if state.is_player(target) else ()))
    near = state.board.reach(state.lands[player]) | set(edge_of(state, player))
    spoils = sorted(
        (
            outlook.worth_of_land(code) - (0 if code in near else DI)
            for enemy in enemies
            for code in state.lands[enemy]
            if not state.provinces[code].town
        ),
        reverse=True,
    )
    worth = sum(spoils[:2])
    last = state.lands[target]
    if len(last) == 1:
        alone = 28 if state.is_player(target) else outlook.worth_of_ally(target)
        worth = max(worth, alone)
    for ally in state.allies_of(player):
        reach = state.board.reach(state.lands[ally])
        if any(code in reach for enemy in enemies for code in state.lands[enemy]):
            worth += 7
    if state.is_player(target):
        worth += outlook.hostility(target) * 2 // 3
    return worth


def declare_wars(outlook: Outlook, draws: Chance) -> list[Any]:
    """Up to three targets by preference; none is worth it for the peaceful."""
    asked = TIMID - 20
    wanted = [
        DeclareWar(target)
        for worth, target in rank_targets(outlook)
        if worth + draws.number(9) - 4 > asked
    ]
    return list(wanted[:3])


def _is_called(outlook: Outlook, religion: Religion) -> bool:
    """Whether the preachers of a religion call to arms in this Round; both sides hear of it."""
    state = outlook.state
    if state.round < ZEALOUS_ROUND:
        return False
    draws = outlook.chance.branch(f"autoplay crusade {state.round} {religion}")
    need = 55 - 2 * outlook.favor(religion) + 8 * (state.round - ZEALOUS_ROUND)
    return (
        draws.number(100) < need
        and sum(player.religion == religion for player in state.players.values()) > 1
    )


def _side(outlook: Outlook, religion: Religion) -> int:
    """The strength that a religion could bring into the field."""
    return sum(
        outlook.strength(player)
        for player, other in outlook.state.players.items()
        if other.religion == religion
    )


def join_for_faith(outlook: Outlook, draws: Chance) -> list[Any]:
    """The League of the player's religion, where preachers of either have called for it."""
    state, own = outlook.state, LEAGUE_OF[outlook.religion]
    if outlook.me.league or league_refusal(state, outlook.player, own) is not None:
        return []
    if _is_called(outlook, outlook.religion):
        willing = 68
    elif any(_is_called(outlook, other) for other in RELIGIONS):
        willing = 25
    else:
        return []
    return [JoinLeague(own)] if draws.number(100) < willing else []


def open_religious_war(outlook: Outlook, draws: Chance) -> list[Any]:
    """A Religious War, if the player's own side is not the weaker one by far."""
    state = outlook.state
    own = _side(outlook, outlook.religion)
    other = _side(outlook, other_religion(outlook.religion))
    if not _is_called(outlook, outlook.religion) or not is_saved(state, outlook.player):
        return []
    if own * 100 < other * 90:
        return []
    # As it will be once the player is a member.
    joined = state.with_player(outlook.player, league=LEAGUE_OF[outlook.religion])
    able = [
        name for name in state.principalities if not target_refusal(joined, outlook.player, name)
    ]
    able.sort(key=lambda name: (-_worth_of_target(outlook, name), name))
    return [DeclareReligiousWar(name) for name in able[: 1 + draws.number(2)]]


def _worth_of_target(outlook: Outlook, name: str) -> int:
    one = outlook.state.principalities[name]
    worth = 10 * len(outlook.state.lands[name]) + 8 * outlook.state.influence(outlook.player, name)
    return worth + (30 if one.elector else 0) + (15 if one.ally not in ("", outlook.player) else 0)
