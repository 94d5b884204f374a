"""Setup in turns: placing Electors and other principalities, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from generator.rulesets.westphalia.facts import facts, number, principalities
from generator.rulesets.westphalia.orders import SetupLand
from generator.rulesets.westphalia.placing import (
    best_capital,
    free_provinces,
    land_refusal,
    largest_size,
    put_principality,
)
from generator.rulesets.westphalia.sequence import to_influence
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.words import count, player_name

__all__ = ["open_principality", "place_land", "placer_of"]


def placer_of(state: State, turn_number: int) -> str:
    """POW-SET-8: who places the n-th of the other principalities, counted from 1."""
    last = (facts()["game"]["electors"] - 1) % len(state.seats)
    seat = state.seats.index(state.setup_order[last])
    return state.seats[(seat + turn_number) % len(state.seats)]


def place_land(
    turn: Turn,
    player: str,
    kind: Literal["elector", "principality"],
    automatic: Callable[[], SetupLand],
) -> None:
    """Place what the player's first legal order says, or else what the rules give."""
    order = _first_legal(turn, player, kind)
    if order is None:
        order = automatic()
        turn.automatic(player, order, "POW-SET-17", "the most compact place that is free")
    capital = order.capital or best_capital(turn.state.board, order.provinces)
    turn.progress.state = put_principality(turn.state, order.name, order.provinces, capital)
    shown = turn.state.principalities[order.name].name
    turn.progress.tell(
        "principality-placed",
        "POW-SET-5" if kind == "elector" else "POW-SET-8",
        f"{player_name(player)} places {shown} in {', '.join(order.provinces)}",
        (player,),
        order.provinces,
        principality=order.name,
        capital=capital,
    )


def open_principality(turn: Turn, last: str, turn_number: int) -> None:
    """POW-SET-9, 11, 12: roll for the size of the next principality; the board may be full."""
    state = turn.state
    if not free_provinces(state):
        turn.progress.state = replace(state, size=0)
        to_influence(turn)
        return
    player = placer_of(state, turn_number)
    largest = largest_size(state)
    size = 1
    if largest > 1:
        roll = turn.lots.die(f"setup/size/{turn_number}")
        size = number("setup", "small" if roll <= number("setup", "small_max") else "large")
        text = f"{player_name(player)} rolls {roll}: {count(size, 'province')}"
        turn.progress.tell("size-rolled", "POW-SET-9", text, (player,), roll=roll)
        if size > largest:
            text = f"The largest area that is free has {count(largest, 'province')}"
            turn.progress.tell("size-limited", "POW-SET-11", text, (player,))
            size = largest
    turn.progress.state = replace(turn.state, size=size)
    turn.go(f"principality-{turn_number}")


def _first_legal(turn: Turn, player: str, kind: str) -> SetupLand | None:
    for entry, order in turn.orders(player, SetupLand):
        if order.kind != kind:
            text = f"it is the turn of {'an Elector' if kind == 'elector' else 'a principality'}"
            turn.settle(entry, "illegal", ("POW-SET-5", text))
            continue
        size = turn.state.size
        if kind == "elector":
            row = principalities().get(order.name)
            size = row.size if row else 0
            if not size:
                turn.settle(entry, "illegal", ("POW-SET-5", f"{order.name} is no Elector"))
                continue
        refusal = land_refusal(turn.state, order.name, order.provinces, order.capital, size)
        if refusal is None:
            turn.settle(entry, "success", ("POW-SET-8", "the place is free"))
            return order
        turn.settle(entry, "illegal", refusal)
    return None
