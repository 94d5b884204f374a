"""R8 as it is ordered: Tradeoffs of all at once, or in Initiative Order where one asks for it."""

from __future__ import annotations

from msgspec.structs import replace

from generator.rulesets.westphalia.actions import place_saved
from generator.rulesets.westphalia.event_kinds import TRADEOFFS_IN_ORDER
from generator.rulesets.westphalia.orders import LeaveEmpire, PlaceInfluence, Vote
from generator.rulesets.westphalia.tradeoffs import (
    blame_emperor,
    pay_tradeoff,
    payers,
    reward_emperor,
)
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory
from generator.rulesets.westphalia.wars.orders import RequestInitiative
from generator.rulesets.westphalia.words import listed, player_name

__all__ = ["pay_next", "trade_off"]


def trade_off(turn: Turn) -> None:
    """R8, gains before losses (POW-TRD-8). If a player asks for Initiative Order, others pay in
    phases of their own."""
    due = payers(turn.state)
    in_order = _is_asked_for(turn, due)
    _reward(turn)
    if in_order:
        _begin_in_order(turn, due)
        return
    for player in due:
        pay_tradeoff(turn.progress, turn.lots, player)
    _settle(turn)


def pay_next(turn: Turn) -> None:
    """The Tradeoffs of the player whose turn it is to pay."""
    due = payers(turn.state)
    # A ruling may have changed meanwhile who pays.
    for player in turn.of_phase(due):
        pay_tradeoff(turn.progress, turn.lots, player)
    if not turn.go_on(due):
        _settle(turn)


def _settle(turn: Turn) -> None:
    blame_emperor(turn.progress)
    check_victory(turn.progress, "tradeoffs")


def _reward(turn: Turn) -> None:
    """POW-TRD-5, 6: the Emperor may place what he gains at once."""
    emperor = turn.state.emperor
    gained = reward_emperor(turn.progress)
    for player in turn.before.seats:
        for entry, order in turn.orders(player, PlaceInfluence):
            if player != emperor or not gained:
                text = "only the Emperor places DI now, and only what he has just gained"
                turn.settle(entry, "illegal", ("POW-TRD-5", text))
            elif order.principality not in turn.state.principalities:
                text = f"{order.principality} is not on the map"
                turn.settle(entry, "illegal", ("POW-TRD-5", text))
            else:
                wish = replace(order, number=min(gained, order.number))
                gained -= place_saved(turn.progress, player, wish)
                turn.settle(entry, "success", ("POW-TRD-5", f"{wish.number} DI placed"))


def _is_asked_for(turn: Turn, due: tuple[str, ...]) -> bool:
    """Whether somebody who pays asks for Initiative Order, and there is anybody to wait for."""
    asked = False
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, RequestInitiative):
            if player in due and len(due) > 1:
                asked = True
                turn.settle(entry, "success", ("POW-TRD-8", "one after the other"))
            else:
                text = "nobody else pays" if player in due else "the player pays nothing"
                turn.settle(entry, "void", ("POW-TRD-8", text))
    return asked


def _begin_in_order(turn: Turn, due: tuple[str, ...]) -> None:
    """The first pays at once, and all else that was ordered has to wait."""
    order = listed(map(player_name, due))
    text = f"Tradeoffs go in Initiative Order: {order}"
    turn.progress.tell(TRADEOFFS_IN_ORDER, "POW-TRD-8", text, due)
    pay_tradeoff(turn.progress, turn.lots, due[0])
    turn.go("tradeoffs-2")
    for player in turn.before.seats:
        for entry, _ in turn.orders(player, LeaveEmpire, Vote):
            text = "it is asked for after the Tradeoffs, which go in Initiative Order"
            turn.settle(entry, "void", ("POW-TRD-8", text), known_to=(player,))
