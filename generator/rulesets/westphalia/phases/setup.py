"""The opening: the Setup Order, and the board that is ready to play."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from generator.rulesets.westphalia.facts import layout
from generator.rulesets.westphalia.placing import (
    free_provinces,
    provinces_refusal,
    put_player,
    put_principality,
)
from generator.rulesets.westphalia.sequence import to_influence
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.words import listed, player_name

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-2: draw the Setup Order, and lay out the board if the game is not to be drafted."""
    take_standing_orders(turn)
    turn.promise(0)
    order = turn.lots.shuffle("setup/order", sorted(turn.before.seats))
    turn.course.state = replace(turn.state, setup_order=order)
    text = f"Setup Order: {listed(map(player_name, order))}"
    turn.course.tell("setup-order", "POW-SET-2", text, order, weight=2)
    mode = turn.before.option("setup_mode")
    if mode == "draft":
        turn.go("provinces-1")
        return
    if mode == "default":
        _lay_out(turn)
    else:
        _look_over(turn)
    to_influence(turn)


def _lay_out(turn: Turn) -> None:
    """The board of the layout; the n-th in Setup Order takes the n-th slot, unless slots are
    drawn."""
    seats = turn.before.seats
    slots = turn.state.setup_order
    if turn.before.option("default_slots") == "random":
        slots = turn.lots.shuffle("setup/slots", sorted(seats))
    table = layout(len(seats))
    state = turn.state
    for index, player in enumerate(slots, 1):
        capital, *_ = own = table[f"s{index}"]
        state = put_player(state, player, own, capital)
        text = f"{player_name(player)} begins in {', '.join(own)}"
        turn.course.tell("provinces-chosen", "POW-SET-3", text, (player,), own, capital=capital)
    for name, own in table.items():
        if name not in {f"s{index}" for index in range(1, len(seats) + 1)}:
            state = put_principality(state, name, own, own[0])
    turn.course.state = state


def _look_over(turn: Turn) -> None:
    """A board of the referee's: what it does against the rules of setup is told, and stands."""
    state = turn.state
    for player in turn.before.seats:
        own = state.lands[player]
        freed = {code: replace(state.provinces[code], owner="") for code in own}
        bare = replace(state, provinces=MappingProxyType({**state.provinces, **freed}))
        refusal = provinces_refusal(bare, own)
        if refusal is not None:
            text = f"{player_name(player)}: {refusal.text}, and stands by the referee's word"
            turn.course.tell("setup-warning", refusal.rule, text, (player,), own)
    for name in state.principalities:
        own = state.lands[name]
        if not state.board.is_contiguous(own):
            text = f"{name} is not contiguous, and stands by the referee's word"
            turn.course.tell("setup-warning", "POW-SET-7", text, (), own)
    if free_provinces(state):
        text = f"{listed(free_provinces(state))} belong to nobody"
        turn.course.tell("setup-warning", "POW-SET-8", text, (), free_provinces(state))
