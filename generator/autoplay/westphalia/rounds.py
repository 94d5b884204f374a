"""The two ends of a Round: its phases, the religion and the cards of the Diplomacy Game first; what
to lose, whom to elect, whether to leave the Empire last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from generator.autoplay.westphalia.outlook import DI, Outlook
from generator.autoplay.westphalia.warfare import rank_targets
from generator.engine.chance import Chance
from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import facts, homes
from generator.rulesets.westphalia.diplomacy.foreign import free_homes, leaving_refusal
from generator.rulesets.westphalia.ending import voters_of
from generator.rulesets.westphalia.faith.dice import earned_faith
from generator.rulesets.westphalia.land.influence import league_refusal, total_influence
from generator.rulesets.westphalia.land.victory import tied_for_peace
from generator.rulesets.westphalia.state.orders import (
    Choose,
    Concede,
    Convert,
    Dilemma,
    JoinLeague,
    LeaveEmpire,
    Loss,
    PlaceInfluence,
    Vote,
    Winner,
)
from generator.rulesets.westphalia.state.power import saved_in
from generator.rulesets.westphalia.state.state import (
    LEAGUE_OF,
    League,
    Religion,
    Task,
    other_religion,
)

TWO_DICE: Final = 7
"""The average of two dice."""
LAST_CHANCE: Final = 5
"""The last Round in which anyone thinks of leaving: a home gives no points at the peace."""

_TASKS: Final[tuple[Task, ...]] = ("heresy", "diplomacy", "war")
SALVATION: Final = 24
"""The worth of being among the saved, who win if their religion does."""
LUTHER: Final = 28
PROMISE: Final = 20
"""The worth of dice of faith to an early Protestant."""
SPITE: Final = 25
"""How much hostility takes from trust, in percent of it."""


def wish_losses(outlook: Outlook) -> list[Any]:
    """Standing wishes, where they differ from those on file: land and influence to lose first."""
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
    """Oneself, unless that is hopeless and someone of the same faith is liked well enough."""
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
    if league and league_refusal(state, outlook.player, league) is not None:
        league = ""
    return [JoinLeague(league)]


def choose_winner(outlook: Outlook) -> list[Any]:
    """An Emperor who may choose takes the crown of peace himself, or gives it to a friend."""
    tied = tied_for_peace(outlook.state)
    if outlook.player in tied:
        return [Winner(outlook.player)]
    return [Winner(min(tied, key=lambda player: (outlook.hostility(player), player)))]


def choose_tasks(outlook: Outlook, draws: Chance) -> list[Choose]:
    """The two phases that promise most."""
    wars = rank_targets(outlook)
    values = {
        "heresy": _heresy(outlook),
        "diplomacy": 20 + DI * min(5, outlook.me.saved),
        # Without a war one loses influence.
        "war": 2 * DI + (wars[0][0] if wars else -10),
    }
    if wants_conversion(outlook):
        values["heresy"] += 1000
    noisy = {task: values[task] + draws.number(15) for task in _TASKS}
    least = min(_TASKS, key=noisy.__getitem__)
    return [Choose(tuple(task for task in _TASKS if task != least))]


def _heresy(outlook: Outlook) -> int:
    faith = sum(earned_faith(outlook.state, outlook.player).values())
    if outlook.religion == "catholic" and not outlook.state.reformation:
        return 12 + 9 * (faith // 2)
    wrong = sum(
        outlook.state.provinces[code].religion != outlook.religion
        for code in outlook.state.lands[outlook.player]
    )
    return 8 + 4 * faith + 4 * min(wrong, faith)


def wants_conversion(outlook: Outlook) -> bool:
    """Whether the player would rather be of the other religion."""
    if outlook.me.foreign:
        return False
    own, other = outlook.religion, other_religion(outlook.religion)
    return _comfort(outlook, other) > _comfort(outlook, own) + 20


def _comfort(outlook: Outlook, religion: Religion) -> int:
    """The present worth of being of a religion."""
    state, player = outlook.state, outlook.player
    capital = state.capital_of(player)
    land = sum(state.provinces[code].religion == religion for code in state.lands[player])
    if capital and religion != outlook.religion:
        land += 1
    elif capital and len(state.lands[player]) == 1:
        land = 1
    worth = 9 * land + outlook.favor(religion) * (1 + state.round // 2)
    first = religion == "protestant" and not state.luther
    worth += SALVATION if _would_be_saved(outlook, religion) else 0
    worth += LUTHER if first else 0
    if state.emperor and state.players[state.emperor].religion == religion:
        worth += 6
    if religion == "protestant" and not state.reformation:
        agreed = outlook.chance.branch(f"autoplay new teaching {state.round} {player}").number(100)
        worth += PROMISE + agreed // 5
    return worth


def _would_be_saved(outlook: Outlook, religion: Religion) -> bool:
    if religion == outlook.religion:
        return outlook.saved
    state = outlook.state
    if religion == "protestant" and not state.luther:
        return True
    # A convert begins two below the least of the saved, and has to catch up with him.
    least = min((state.players[player].score for player in saved_in(state, religion)), default=0)
    return least <= 3


def choose_religion(outlook: Outlook, tasks: Sequence[str]) -> list[Convert]:
    """An order to convert, or none; only a player who Combats Heresy may."""
    return [Convert()] if "heresy" in tasks and wants_conversion(outlook) else []


def choose_cards(outlook: Outlook, draws: Chance) -> list[Any]:
    """The cards of the Diplomacy Game: against the next player, and against the one before."""
    order = outlook.state.order
    at = order.index(outlook.player)
    return [
        Dilemma("lead", _card(outlook, order[(at + 1) % len(order)], draws)),
        Dilemma("follow", _card(outlook, order[at - 1], draws)),
    ]


def _card(outlook: Outlook, other: str, draws: Chance) -> Any:
    trust = 50 - outlook.hostility(other) * SPITE // 25
    return "cooperate" if draws.number(100) < trust else "compete"
