"""The end of a Round: what to lose first, whom to elect, whether to leave the Empire."""

from __future__ import annotations

from typing import Any, Final

from generator.autoplay.westphalia.outlook import Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.closing.closing import voters_of
from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import facts, homes
from generator.rulesets.westphalia.diplomacy.foreign import free_homes, leaving_refusal
from generator.rulesets.westphalia.land.influence import league_refusal, total_influence
from generator.rulesets.westphalia.land.victory import tied_for_peace
from generator.rulesets.westphalia.state.orders import (
    Concede,
    JoinLeague,
    LeaveEmpire,
    Loss,
    PlaceInfluence,
    Vote,
    Winner,
)
from generator.rulesets.westphalia.state.state import LEAGUE_OF, League

TWO_DICE: Final = 7
"""What two dice show on the average."""
LAST_CHANCE: Final = 5
"""The last Round in which anybody thinks of leaving: a home gives no points at the peace."""


def wish_losses(outlook: Outlook) -> list[Any]:
    """Standing wishes, where they differ from what is on file: land and influence to lose first."""
    state, player = outlook.state, outlook.player
    land = [
        code
        for code in state.lands[player]
        if not state.provinces[code].town and state.provinces[code].religion == outlook.religion
    ]
    concede = tuple(sorted(land, key=lambda code: (outlook.worth_of_land(code), code))[:2])
    idle = sorted(
        (principality.influence[player], name)
        for name, principality in state.principalities.items()
        if player in principality.influence and principality.ally != player
    )
    loss = ("saved", *(name for _, name in idle[:2]))
    wishes = outlook.me.wishes
    orders: list[Any] = []
    if concede and wishes.concede != concede:
        orders.append(Concede(concede))
    if idle and wishes.loss != loss:
        orders.append(Loss(loss))
    return orders


def place_reward(outlook: Outlook) -> list[Any]:
    """An Emperor puts what he gains at once where his best ally is."""
    own = outlook.state.allies_of(outlook.player)
    if outlook.state.emperor != outlook.player or not own:
        return []
    best = max(own, key=lambda name: (outlook.worth_of_ally(name), name))
    return [PlaceInfluence(best, 1)]


def vote(outlook: Outlook, draws: Chance) -> list[Any]:
    """Oneself, unless that is hopeless and somebody of the same faith is liked well enough."""
    state, player = outlook.state, outlook.player
    own = voters_of(state, player)
    if not own:
        return []
    held = {seat: len(voters_of(state, seat)) for seat in state.seats}
    friends = [
        seat
        for seat in outlook.others
        if state.players[seat].religion == outlook.religion and held[seat] > len(own)
    ]
    best = max(friends, key=lambda seat: (held[seat], -outlook.hostility(seat)), default="")
    candidate = player
    if best and draws.number(100) < 60 - outlook.hostility(best):
        candidate = best
    if len(own) > 1 and candidate != player and draws.number(3) == 0:
        return [Vote(own[0], player), Vote("", candidate)]
    return [Vote("", candidate)]


def leave_or_stay(outlook: Outlook, draws: Chance) -> list[Any]:
    """To leave the Empire for a home that gives more than what little land there is."""
    state, player = outlook.state, outlook.player
    if state.round > LAST_CHANCE or leaving_refusal(state, player) is not None:
        return []
    home_ip = facts().foreign.home_per_round * (state.round + 1) - TWO_DICE
    owned = sum(state.provinces[code].religion == outlook.religion for code in state.lands[player])
    # Half of all influence is lost, and with the placed half every ally.
    cost = 2 * owned + outlook.strength(player) // 2 + total_influence(state, player) // 2
    gain = 2 * home_ip * 2 // 5
    if gain <= cost + draws.number(6):
        return []
    return [_home(outlook, draws)]


def _home(outlook: Outlook, draws: Chance) -> LeaveEmpire:
    """A home that is free, at its own edge or where most heretics are."""
    state = outlook.state
    home = draws.pick(free_homes(state))
    edges = {
        edge: sum(state.provinces[code].religion != outlook.religion for code in codes)
        for edge, codes in state.board.edges.items()
    }
    own = homes()[home].edge
    best = max(EDGES, key=lambda edge: (edges[edge], edge == own))
    return LeaveEmpire(home, own if draws.number(100) < 60 else best)


def answer_war(outlook: Outlook, draws: Chance) -> list[Any]:
    """A Religious War asks: one's own League if there is something to lose, or zeal."""
    state, war = outlook.state, outlook.state.religious_war
    if war is None or outlook.me.league:
        return []
    held = state.influence(outlook.player, war.target)
    willing = 45 + 15 * held
    own = LEAGUE_OF[outlook.religion]
    league: League = own if draws.number(100) < willing else ""
    if league and league_refusal(state, outlook.player, league, forced=True) is not None:
        league = ""
    return [JoinLeague(league)]


def choose_winner(outlook: Outlook) -> list[Any]:
    """An Emperor who may choose takes the crown of peace himself, or gives it to a friend."""
    tied = tied_for_peace(outlook.state)
    if outlook.player in tied:
        return [Winner(outlook.player)]
    return [Winner(min(tied, key=lambda player: (outlook.hostility(player), player)))]
