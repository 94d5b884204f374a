"""Which phase follows, where that depends on what has happened, and whose orders a phase waits for.

Where play is merged a Battle Phase is one phase with swaps, battles and treaties. In live play
swaps, battle rounds and treaties are separate phases; stepwise, swaps, scripts and treaties. Where
players act one after the other, the number of the phase is that of the player whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from generator.rulesets.westphalia import ending
from generator.rulesets.westphalia.diplomacy import foreign
from generator.rulesets.westphalia.diplomacy.actions import open_wars
from generator.rulesets.westphalia.diplomacy.games import games_of, play_all
from generator.rulesets.westphalia.diplomacy.standing_orders import withdraw_now
from generator.rulesets.westphalia.ending import ask_next
from generator.rulesets.westphalia.land.influence import reset_leagues, total_influence
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state import orders, pacing
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars import battles, fighting
from generator.rulesets.westphalia.wars.battles import enemies_met
from generator.rulesets.westphalia.wars.fields import field_of, muster_of
from generator.rulesets.westphalia.wars.fighting import late_leaders
from generator.rulesets.westphalia.wars.gathering import (
    gather_leagues,
    may_invite,
    must_choose,
    open_melee,
)
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from generator.rulesets.westphalia.wars.treaties import conclude

_OF_BATTLES: Final = (
    orders.BattleOrder,
    orders.Swap,
    orders.RequestInitiative,
    orders.PlayCard,
    orders.Call,
)
_OF_TREATIES: Final = (orders.Treaty, orders.Yield, orders.ExchangeElectors)


def _orders_of_all(turn: Turn) -> dict[str, list[Any]]:
    """All players' orders for battles and treaties, as written."""
    return {
        player: [order for _, order in turn.orders(player, *_OF_BATTLES, *_OF_TREATIES)]
        for player in turn.before.seats
    }


def _put_off(turn: Turn) -> None:
    """The battle continues: orders for its treaty have come too early, and players who are in it
    withdraw no influence (POW-DI-5)."""
    for entry in turn.entries_of(*_OF_TREATIES, orders.Withdraw):
        if isinstance(entry.order, orders.Withdraw):
            reason = ("POW-DI-5", "influence stays until the treaty: order it again then")
        else:
            reason = ("POW-PCE-23", "the treaty comes later: order it again then")
        turn.settle(entry, "void", reason, known_to=(entry.power,))


def play_battles(turn: Turn) -> None:
    """Swaps; and all battles with their treaties, where neither has its own deadline. Where swaps
    go in Initiative Order, each leader after the first has a phase to swap."""
    number, given = turn.number, _orders_of_all(turn)
    is_religious = turn.before.kind.startswith("religious")
    if not (pacing.are_apart(turn.before) or fighting.is_put_off(turn.state, given)):
        fighting.fight(turn, given, turn.lots)
        (conclude_melee if is_religious else conclude_battles)(turn)
        return
    fighting.swap_hands(turn, given)
    _put_off(turn)
    if fighting.late_leaders(turn.state):
        turn.go(f"religious-swaps-{max(number, 1) + 1}" if is_religious else f"swaps-{number}")
    elif not battles.enemies_met(turn.state):
        turn.go("religious-treaties" if is_religious else f"treaties-{number}")
    elif pacing.is_live(turn.before):
        turn.go("religious-war-round-1" if is_religious else f"battles-{number}-round-1")
    else:
        turn.go("religious-scripts" if is_religious else f"scripts-{number}")


def play_scripts(turn: Turn) -> None:
    """Stepwise: battles by their scripts, once cards are swapped."""
    fighting.fight(turn, _orders_of_all(turn), turn.lots)
    _put_off(turn)


def play_battle_round(turn: Turn) -> None:
    """POW-MAIL-4: cards, and calls after them; then the next battle round or the treaties."""
    fighting.play_round(turn, _orders_of_all(turn), turn.lots)
    _put_off(turn)
    if battles.enemies_met(turn.state):
        rounds = turn.before.moment.phase.rpartition("-")[0]
        turn.go(f"{rounds}-{turn.number + 1}")


def conclude_battles(turn: Turn) -> None:
    """The treaties of a Battle Phase; then those who were in it may withdraw, and the next one
    follows."""
    conclude(turn, turn.number, _orders_of_all(turn))
    withdraw_now(turn, frozenset(turn.before.seats))
    if not turn.is_over:
        to_battles(turn)


def gather(turn: Turn) -> None:
    """Players with influence in the Target take a side, and hands are dealt."""
    gather_leagues(turn, _answers(turn))
    open_melee(turn, turn.lots)
    war = turn.state.religious_war
    if war is None or war.status == "cancelled":
        _after_religious_war(turn)
    else:
        settled = pacing.are_apart(turn.state) and not battles.enemies_met(turn.state)
        turn.go("religious-treaties" if settled else "religious-war")


def _answers(turn: Turn) -> dict[str, list[Any]]:
    """Players' answers in this phase, after those that they have on file for this Target."""
    war = turn.state.religious_war
    found: dict[str, list[Any]] = {player: [] for player in turn.before.seats}
    for player, own in found.items():
        for target, league in turn.state.players[player].wishes.answers:
            if war is not None and target == war.target:
                own.append(orders.JoinLeague(league, target))
        own += [order for _, order in turn.orders(player, orders.JoinLeague)]
    return found


def conclude_melee(turn: Turn) -> None:
    """The results of the Religious War, and the phase that follows it."""
    conclude_religious_war(turn, _orders_of_all(turn))
    withdraw_now(turn, frozenset(turn.before.seats))
    if not turn.is_over:
        _after_religious_war(turn)


def to_battles(turn: Turn) -> None:
    """The next Battle Phase with wars; after the last one the Religious War, if there is one."""
    while phase := battles.next_battle_phase(turn.state):
        battles.open_battles(turn, phase, turn.lots)
        if not turn.state.hands:
            continue
        # Where all is won without cards, only treaties are left to make.
        settled = pacing.are_apart(turn.state) and not battles.enemies_met(turn.state)
        turn.go(f"treaties-{phase}" if settled else f"battles-{phase}")
        return
    war = turn.state.religious_war
    if war is not None and war.target not in turn.state.principalities:
        # There is nothing to gather for, which is reported (POW-RWD-5).
        gather_leagues(turn, {})
        war = turn.state.religious_war
    if war is None or war.status != "pending":
        _after_religious_war(turn)
    else:
        turn.go("leagues")


def _after_religious_war(turn: Turn) -> None:
    """The Leagues end (POW-LEA-6), and the rest of the Round follows."""
    reset_leagues(turn)
    if not check_victory(turn, "religious-war"):
        turn.go("tradeoffs" if pacing.is_stepwise(turn.before) else "election")


# --- between the setup and the wars of a Round


def to_first_election(turn: Turn) -> None:
    """The first influence is placed: the first Emperor is elected."""
    if not (pacing.are_open(turn.before) and ask_next(turn, 1)):
        turn.go("first-election")


def to_faith(turn: Turn) -> None:
    """After the rolls: the dice are placed, if there are any."""
    if turn.state.dice:
        turn.go("faith-1" if pacing.is_stepwise(turn.before) else "faith")
    elif not check_victory(turn, "faith"):
        to_games(turn)


def to_games(turn: Turn) -> None:
    if not pacing.is_stepwise(turn.before):
        play_all(turn)
        to_actions(turn)
    elif not turn.begin("game", games_of(turn.state)):
        to_actions(turn)


def to_actions(turn: Turn) -> None:
    if not pacing.is_stepwise(turn.before):
        turn.go("diplomacy")
    elif not turn.begin("actions", pacing.engaged(turn.state)):
        to_declarations(turn)


def to_declarations(turn: Turn) -> None:
    """Stepwise: the wars of the Round are opened, and the first player may declare one."""
    open_wars(turn)
    if not turn.begin("declarations", pacing.waging(turn.state)):
        to_battles(turn)


def next_in_setup(state: State) -> Iterable[str]:
    """The n-th in Setup Order, round after round."""
    return {state.setup_order[(state.number - 1) % len(state.seats)]}


def voters(state: State) -> set[str]:
    return {player for player in state.seats if ending.voters_of(state, player)}


def heretics(state: State) -> set[str]:
    return {player for player, one in state.players.items() if "heresy" in one.tasks}


# --- in wars


def in_battle(state: State) -> set[str]:
    return set(enemies_met(state))


def at_war(state: State) -> set[str]:
    """Players with cards to play, and those who may have a treaty to make."""
    fields = (field_of(state.hands, war) for war in state.wars)
    sides = {side.power for field in fields if field is not None for side in field.sides}
    return (in_battle(state) | sides) & set(state.seats)


def swapping(state: State) -> Iterable[str]:
    """Players with cards; where battles and treaties follow at once, all who may order for them."""
    return in_battle(state) if pacing.are_apart(state) else at_war(state)


def late(state: State) -> Iterable[str]:
    """Players who swap last; where the rest follows at once, all who may order for it."""
    return late_leaders(state) if pacing.are_apart(state) else at_war(state)


def signing(state: State) -> Iterable[str]:
    """Players who take provinces by a treaty, or choose what they lose to a principality."""
    found = set()
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is not None and war.status == "won":
            loser = next(side.power for side in field.sides if side.power != war.winner)
            found.add(war.winner if state.is_player(war.winner) else loser)
    return found


def undecided(state: State) -> Iterable[str]:
    """Players who have to take a side in the Religious War, and the Emperor if he may."""
    war = state.religious_war
    found = set(must_choose(state, war.target)) if war else set()
    return found | ({state.emperor} if may_invite(state) else set())


def league_members(state: State) -> set[str]:
    return {player for player, one in state.players.items() if one.league}


def mustered(state: State) -> Iterable[str]:
    """Players with cards; where the melee and treaties follow at once, all members."""
    if pacing.are_apart(state):
        return in_battle(state)
    return league_members(state) if muster_of(state.hands) is not None else ()


def late_member(state: State) -> Iterable[str]:
    """The player whose turn it is to swap; the melee and treaties may follow the last one."""
    late = late_leaders(state)
    is_last = len(late) < 2 and not pacing.are_apart(state)
    return league_members(state) if is_last else late[:1]


def victors(state: State) -> Iterable[str]:
    """Players who take provinces after a Religious War, unless it was inconclusive or unopposed."""
    war = state.religious_war
    if war is None or muster_of(state.hands) is None:
        return ()
    return {
        player for player, one in state.players.items() if war.winner and one.league == war.winner
    }


# --- at the end of a Round


def paying(state: State) -> set[str]:
    """Players who may lose something of their choice in the Tradeoffs: placed influence, or a
    province by a roll."""
    found = set()
    for player, one in state.players.items():
        has_placed = total_influence(state, player) > one.saved
        is_spared = "diplomacy" in one.tasks and one.fought
        rolls_for_land = "heresy" not in one.tasks and len(state.lands[player]) > 2
        if (has_placed and not is_spared) or rolls_for_land:
            found.add(player)
    return found


def paying_in_turn(state: State) -> Iterable[str]:
    """Players who may lose something; the n-th who pays where Tradeoffs go in Initiative Order."""
    return pacing.of_phase(state, ending.payers(state)) if state.number else paying(state)


def leavers(state: State) -> set[str]:
    return {player for player in state.seats if foreign.leaving_refusal(state, player) is None}


def after_tradeoffs(state: State) -> set[str]:
    return leavers(state) | (set() if pacing.are_open(state) else voters(state))


def closing(state: State) -> Iterable[str]:
    """Merged: voters, unless they vote openly, those who may leave, and those who pay. Stepwise
    only voters are left."""
    if pacing.is_stepwise(state):
        return voters(state)
    return after_tradeoffs(state) | paying(state)
