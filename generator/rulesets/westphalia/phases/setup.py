"""The opening: the Setup Order, and the board that is ready to play."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.facts import facts, layout, principalities
from generator.rulesets.westphalia.leagues import Refusal
from generator.rulesets.westphalia.placing import (
    capital_refusal,
    provinces_refusal,
    put_player,
    put_principality,
)
from generator.rulesets.westphalia.sequence import to_influence
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.words import count, listed, name_of, player_name

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-SET-2: draw the Setup Order, and lay out the board if the game is not to be drafted."""
    take_standing_orders(turn)
    turn.promise(0)
    order = turn.lots.shuffle("setup/order", sorted(turn.before.seats))
    turn.progress.state = replace(turn.state, setup_order=order)
    text = f"Setup Order: {listed(map(player_name, order))}"
    turn.progress.tell("setup-order", "POW-SET-2", text, order, weight=2)
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
        turn.progress.tell("provinces-chosen", "POW-SET-3", text, (player,), own, capital=capital)
    for name, own in table.items():
        if name not in {f"s{index}" for index in range(1, len(seats) + 1)}:
            state = put_principality(state, name, own, own[0])
    turn.progress.state = state


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
            turn.progress.tell("setup-warning", refusal.rule, text, (player,), own)
    for name in state.principalities:
        own = state.lands[name]
        for refusal in _land_warnings(state, name, own):
            text = f"{name_of(state, name)}: {refusal.text}, and stands by the referee's word"
            turn.progress.tell("setup-warning", refusal.rule, text, (), own)


def _land_warnings(state: State, name: str, own: tuple[str, ...]) -> Iterator[Refusal]:
    """What is unusual about a principality that the referee has placed."""
    size = principalities()[name].size
    if size and len(own) != size:
        yield Refusal("POW-SET-6", f"begins with {count(size, 'province')}, not {len(own)}")
    if name in facts()["game"]["great_names"]:
        yield Refusal("POW-SET-14", "the name is kept for a principality that grows great")
    if not state.board.is_contiguous(own):
        yield Refusal("POW-SET-7", "the provinces are not contiguous")
    elif not size:
        refusal = capital_refusal(state.board, own, state.capital_of(name))
        if refusal is not None:
            yield refusal
