"""Orders that any phase takes: standing wishes, and influence withdrawn at once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.rulesets.westphalia.diplomacy.foreign import choose_home, may_choose_home
from generator.rulesets.westphalia.land.influence import withdraw
from generator.rulesets.westphalia.state.orders import (
    Concede,
    JoinLeague,
    LeaveEmpire,
    Loss,
    Withdraw,
)
from generator.rulesets.westphalia.state.state import Wishes, Withdrawal
from generator.rulesets.westphalia.turn import Turn


def take_standing_orders(
    turn: Turn, *, frozen: frozenset[str] = frozenset(), leaving: bool = False
) -> None:
    """Note the standing wishes of all players, and carry out the withdrawals that are due now.

    Players who are `frozen` are in a battle: theirs waits for `withdraw_now` (POW-DI-5). With
    `leaving` the orders to leave the Empire are left for the phase.
    """
    for player in turn.before.seats:
        chosen = False
        for kind in (Concede, Loss):
            for entry, _ in turn.orders(player, kind)[:-1]:
                replaced = ("POW-MAIL-2", "a later line counts")
                turn.settle(entry, "excess", replaced, known_to=(player,))
        for entry, order in turn.orders(player, Concede, Loss, Withdraw, JoinLeague, LeaveEmpire):
            if isinstance(order, LeaveEmpire) and may_choose_home(turn.before, player):
                chosen = _choose_home(turn, player, entry, order, chosen=chosen)
            elif isinstance(order, LeaveEmpire) and leaving:
                continue
            elif (new := _wish(turn.state.players[player].wishes, order)) is not None:
                wishes, rule = new
                turn.change_player(player, wishes=wishes)
                # A player's plans for the case of an attack are secret.
                said = (rule, "kept until it is changed")
                turn.settle(entry, "success", said, known_to=(player,))
    withdraw_now(turn, frozenset(turn.before.seats) - frozen)


def withdraw_now(turn: Turn, players: frozenset[str]) -> None:
    """POW-DI-3: carry out the withdrawals of some players."""
    for player in filter(players.__contains__, turn.before.seats):
        for entry, order in turn.orders(player, Withdraw):
            if withdraw(turn, player, order.principality):
                turn.settle(entry, "success", ("POW-DI-3", "all of it goes to the supply"))
            else:
                turn.settle(entry, "void", ("POW-DI-3", "there is no influence to withdraw"))


def _choose_home(
    turn: Turn, player: str, entry: Entry, order: LeaveEmpire, *, chosen: bool
) -> bool:
    """POW-FP-4: a player who was driven out chooses home and edge; of several lines the first that
    is free counts. Whether it is chosen by now; `chosen`: a line before did."""
    if chosen:
        turn.settle(entry, "excess", ("POW-FP-1", "a line before it is carried out"))
        return True
    if turn.bars(entry, choose_home(turn, player, order.home, order.edge)):
        return False
    said = "the home is chosen" if order.home else "the home stays where it is"
    turn.settle(entry, "success", ("POW-FP-4", said))
    return True


def _wish(wishes: Wishes, order: Any) -> tuple[Wishes, str] | None:
    """A player's wishes with an order included, and its rule; None if the order is not a wish."""
    match order:
        case Concede():
            return replace(wishes, concede=order.provinces), "POW-UPH-4"
        case Loss():
            return replace(wishes, loss=order.sources), "POW-DI-7"
        case Withdraw(principality=""):
            return replace(wishes, withdraw=()), "POW-DI-5"
        case Withdraw(when=("attacked" | "target") as when):
            new = Withdrawal(order.principality, when)
            kept = tuple(one for one in wishes.withdraw if one != new)
            return replace(wishes, withdraw=(*kept, new)), "POW-DI-5"
        case JoinLeague() if order.target:
            others = tuple(one for one in wishes.answers if one[0] != order.target)
            return replace(wishes, answers=(*others, (order.target, order.league))), "POW-RWD-6"
        case LeaveEmpire():
            return replace(wishes, home=order.home, edge=order.edge, name=order.name), "POW-FP-4"
    return None
