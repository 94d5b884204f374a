"""The opening: the Setup Order, a board that is ready to play, the first influence and Emperor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.data.event_kinds import (
    PROVINCES_CHOSEN,
    SETUP_ORDER,
    SETUP_WARNING,
)
from generator.rulesets.westphalia.data.facts import facts, layout, principalities
from generator.rulesets.westphalia.land.influence import place
from generator.rulesets.westphalia.land.leagues import Refusal
from generator.rulesets.westphalia.setup.placing import (
    automatic_influence,
    capital_refusal,
    provinces_refusal,
    put_player,
    put_principality,
)
from generator.rulesets.westphalia.state.orders import SetupInfluence
from generator.rulesets.westphalia.state.pacing import influence_phase
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import count, listed, name_of, player_name
from generator.rulesets.westphalia.turn.turn import Turn

__all__ = [
    "draw_setup_order",
    "lay_out_board",
    "open_first_round",
    "place_first_influence",
]


def draw_setup_order(turn: Turn) -> None:
    """POW-SET-2."""
    turn.promise(0)
    order = turn.lots.shuffle("setup/order", sorted(turn.before.seats))
    turn.progress.state = replace(turn.state, setup_order=order)
    text = f"Setup Order: {listed(map(player_name, order))}"
    turn.progress.tell(SETUP_ORDER, "POW-SET-2", text, order, weight=2)


def lay_out_board(turn: Turn) -> None:
    """The board is ready to play, by the rules or by the referee."""
    if turn.before.option("setup_mode") == "default":
        _lay_out(turn)
    else:
        _look_over(turn)
    turn.go(influence_phase(turn.state))


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
        turn.progress.tell(PROVINCES_CHOSEN, "POW-SET-3", text, (player,), own, capital=capital)
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
            turn.progress.tell(SETUP_WARNING, refusal.rule, text, (player,), own)
    for name in state.principalities:
        own = state.lands[name]
        for refusal in _land_warnings(state, name, own):
            text = f"{name_of(state, name)}: {refusal.text}, and stands by the referee's word"
            turn.progress.tell(SETUP_WARNING, refusal.rule, text, (), own)


def _land_warnings(state: State, name: str, own: tuple[str, ...]) -> Iterator[Refusal]:
    """What is unusual about a principality that the referee has placed."""
    size = principalities()[name].size
    if size and len(own) != size:
        yield Refusal("POW-SET-6", f"begins with {count(size, 'province')}, not {len(own)}")
    if name in facts().game.great_names:
        yield Refusal("POW-SET-14", "the name is kept for a principality that grows great")
    if not state.board.is_contiguous(own):
        yield Refusal("POW-SET-7", "the provinces are not contiguous")
    elif not size:
        refusal = capital_refusal(state.board, own, state.capital_of(name))
        if refusal is not None:
            yield refusal


def place_first_influence(turn: Turn) -> None:
    """POW-SET-15: all of it, on one or more principalities; stepwise one player after the other."""
    players = turn.state.setup_order
    for player in turn.of_phase(players):
        for name, placed in _chosen_influence(turn, player):
            place(turn.progress, player, name, placed, "POW-SET-15")
    turn.go_on(players)


def _chosen_influence(turn: Turn, player: str) -> tuple[tuple[str, int], ...]:
    """What the player's first legal order places; the rules place what it leaves (POW-SET-18)."""
    held = facts().start.influence
    for entry, order in turn.orders(player, SetupInfluence):
        total = sum(number for _, number in order.placed)
        unknown = [name for name, _ in order.placed if name not in turn.state.principalities]
        if unknown:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{unknown[0]} is not on the map"))
        elif total > held:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{total} DI are more than {held}"))
        elif total < held:
            text = f"{held - total} of {held} DI are missing; the rules place them"
            turn.settle(entry, "success", ("POW-SET-15", text))
            rest = automatic_influence(turn.state, player, held - total)
            sums = Counter(dict(order.placed))
            sums.update(dict(rest))
            return tuple(sums.items())
        else:
            turn.settle(entry, "success", ("POW-SET-15", "all of it is placed"))
            return order.placed
    placed = automatic_influence(turn.state, player, held)
    turn.automatic(player, SetupInfluence(placed), "POW-SET-18", "near the capital")
    return placed


def open_first_round(turn: Turn) -> None:
    """The setup is over: its secret is told, and Round 1 begins."""
    turn.progress.state = replace(turn.state, setup=False)
    turn.tell_secret(0)
    turn.promise(1)
    turn.go("upheaval")
