"""Setup in turns: players take their provinces, and place Electors and other principalities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from generator.rulesets.westphalia.data.event_kinds import (
    PRINCIPALITY_PLACED,
    PROVINCES_CHOSEN,
    SIZE_LIMITED,
    SIZE_ROLLED,
)
from generator.rulesets.westphalia.data.facts import facts, principalities
from generator.rulesets.westphalia.land.lands import free_name
from generator.rulesets.westphalia.setup.placing import (
    automatic_provinces,
    best_capital,
    free_provinces,
    land_refusal,
    largest_size,
    provinces_refusal,
    put_player,
    put_principality,
)
from generator.rulesets.westphalia.state.orders import SetupLand, SetupProvinces
from generator.rulesets.westphalia.state.pacing import influence_phase
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import count, player_name
from generator.rulesets.westphalia.turn.turn import Turn

__all__ = [
    "place_elector",
    "place_next_principality",
    "placer_of",
    "take_provinces",
]


def take_provinces(turn: Turn) -> None:
    """POW-SET-3, 4: the n-th in Setup Order takes four provinces."""
    players = turn.state.setup_order
    player = players[turn.number - 1]
    own, capital = _chosen_provinces(turn, player)
    turn.progress.state = put_player(turn.state, player, own, capital)
    text = f"{player_name(player)} takes {', '.join(own)}, with the capital {capital}"
    turn.progress.tell(PROVINCES_CHOSEN, "POW-SET-3", text, (player,), own, capital=capital)
    turn.go_on(players)


def _chosen_provinces(turn: Turn, player: str) -> tuple[tuple[str, ...], str]:
    """The provinces of the first legal order, or those that the rules give."""
    for entry, order in turn.orders(player, SetupProvinces):
        refusal = provinces_refusal(turn.state, order.provinces)
        if refusal is None and order.capital and order.capital not in order.provinces:
            turn.settle(entry, "illegal", ("POW-SET-4", f"{order.capital} is not among them"))
        elif refusal is not None:
            turn.settle(entry, "illegal", refusal)
        else:
            turn.settle(entry, "success", ("POW-SET-3", "they are free and fit together"))
            capital = order.capital or best_capital(turn.state.board, order.provinces)
            return order.provinces, capital
    own = automatic_provinces(turn.state, facts().start.provinces, vertex=True)
    order = SetupProvinces(own, own[0])
    turn.automatic(player, order, "POW-SET-17", "the most compact place that is free")
    return own, own[0]


def place_elector(turn: Turn) -> None:
    """POW-SET-5 to 7: Electors are placed one at a time, round after round of the Setup Order."""
    order = turn.state.setup_order
    player = order[(turn.number - 1) % len(order)]
    left = [
        name
        for name, row in principalities().items()
        if row.size and name not in turn.state.principalities
    ]
    largest = max(left, key=lambda name: principalities()[name].size)
    _place_land(turn, player, "elector", lambda: _automatic_elector(turn, largest))
    if len(left) > 1:
        turn.go(f"elector-{turn.number + 1}")
    else:
        _open_principality(turn, player, 1)


def _automatic_elector(turn: Turn, name: str) -> SetupLand:
    own = automatic_provinces(turn.state, principalities()[name].size)
    return SetupLand("elector", name, own, own[0])


def place_next_principality(turn: Turn) -> None:
    """POW-SET-8 to 13: principalities are placed clockwise until the board is full."""
    player = placer_of(turn.state, turn.number)
    _place_land(turn, player, "principality", lambda: _automatic_principality(turn))
    _open_principality(turn, player, turn.number + 1)


def _automatic_principality(turn: Turn) -> SetupLand:
    own = automatic_provinces(turn.state, turn.state.size)
    return SetupLand("principality", free_name(turn.state, own[0]), own, own[0])


def placer_of(state: State, turn_number: int) -> str:
    """POW-SET-8: who places the n-th of the other principalities, counted from 1."""
    last = (facts().game.electors - 1) % len(state.seats)
    seat = state.seats.index(state.setup_order[last])
    return state.seats[(seat + turn_number) % len(state.seats)]


def _place_land(
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
        PRINCIPALITY_PLACED,
        "POW-SET-5" if kind == "elector" else "POW-SET-8",
        f"{player_name(player)} places {shown} in {', '.join(order.provinces)}",
        (player,),
        order.provinces,
        principality=order.name,
        capital=capital,
    )


def _open_principality(turn: Turn, last: str, turn_number: int) -> None:
    """POW-SET-9, 11, 12: roll for the size of the next principality; the board may be full."""
    state = turn.state
    if not free_provinces(state):
        turn.progress.state = replace(state, size=0)
        turn.go(influence_phase(state))
        return
    player = placer_of(state, turn_number)
    largest = largest_size(state)
    size = 1
    if largest > 1:
        roll = turn.lots.die(f"setup/size/{turn_number}")
        sizes = facts().setup
        size = sizes.small if roll <= sizes.small_max else sizes.large
        text = f"{player_name(player)} rolls {roll}: {count(size, 'province')}"
        turn.progress.tell(SIZE_ROLLED, "POW-SET-9", text, (player,), roll=roll)
        if size > largest:
            text = f"The largest area that is free has {count(largest, 'province')}"
            turn.progress.tell(SIZE_LIMITED, "POW-SET-11", text, (player,))
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
