"""The phases of the setup: the Setup Order, a board that is ready to play or set up in turns, and
the first influence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts, layout, principalities
from generator.rulesets.westphalia.land.influence import Refusal, place
from generator.rulesets.westphalia.land.lands import free_name
from generator.rulesets.westphalia.setup import opening
from generator.rulesets.westphalia.state.orders import SetupInfluence, SetupLand, SetupProvinces
from generator.rulesets.westphalia.state.pacing import influence_phase, of_phase
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import count, listed, name_of, player_name
from generator.rulesets.westphalia.turn import Turn


def draw_setup_order(turn: Turn) -> None:
    """POW-SET-2: the Setup Order."""
    turn.promise(0)
    order = turn.lots.shuffle("setup/order", sorted(turn.before.seats))
    turn.change(setup_order=order)
    text = f"Setup Order: {listed(map(player_name, order))}"
    turn.tell(kinds.SETUP_ORDER, "POW-SET-2", text, order)


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
    table = dict(layout(len(seats)))
    state = turn.state
    for index, player in enumerate(slots, 1):
        own = table.pop(f"s{index}")
        state = opening.put_player(state, player, own, own[0])
        text = f"{player_name(player)} begins in {', '.join(own)}"
        turn.tell(kinds.PROVINCES_CHOSEN, "POW-SET-3", text, (player,), own, capital=own[0])
    for name, own in table.items():
        state = opening.put_principality(state, name, own, own[0])
    turn.state = state


def _look_over(turn: Turn) -> None:
    """Report where the referee's board breaks the rules of setup, and leave it as it is."""
    state = turn.state
    for player in turn.before.seats:
        own = state.lands[player]
        freed = {code: replace(state.provinces[code], owner="") for code in own}
        bare = replace(state, provinces=MappingProxyType({**state.provinces, **freed}))
        refusal = opening.provinces_refusal(bare, own)
        if refusal is not None:
            _warn(turn, player, refusal)
    for name in state.principalities:
        for refusal in _land_warnings(state, name, state.lands[name]):
            _warn(turn, name, refusal)


def _warn(turn: Turn, owner: str, refusal: Refusal) -> None:
    text = f"{name_of(turn.state, owner)}: {refusal.text}, and stands by the referee's word"
    turn.tell(kinds.SETUP_WARNING, refusal.rule, text, (owner,), turn.state.lands[owner])


def _land_warnings(state: State, name: str, own: tuple[str, ...]) -> Iterator[Refusal]:
    """The unusual features of a principality that the referee has placed."""
    size = opening.elector_size(name)
    if size and len(own) != size:
        yield Refusal("POW-SET-6", f"begins with {count(size, 'province')}, not {len(own)}")
    if name in facts().game.great_names:
        yield Refusal("POW-SET-14", "the name is kept for a principality that grows great")
    if not state.board.is_contiguous(own):
        yield Refusal("POW-SET-7", "the provinces are not contiguous")
    elif not size:
        refusal = opening.capital_refusal(state.board, own, state.capital_of(name))
        if refusal is not None:
            yield refusal


def place_first_influence(turn: Turn) -> None:
    """POW-SET-15: all of it, on one or more principalities; stepwise one player after the other."""
    players = turn.state.setup_order
    for player in of_phase(turn.before, players):
        for name, placed in _chosen_influence(turn, player):
            place(turn, player, name, placed, "POW-SET-15")
    turn.go_on(players)


def _chosen_influence(turn: Turn, player: str) -> tuple[tuple[str, int], ...]:
    """The influence in the player's first legal order; the rules place the rest (POW-SET-18)."""
    held = facts().start.influence
    for entry, order in turn.orders(player, SetupInfluence):
        total = sum(number for _, number in order.placed)
        unknown = [name for name, _ in order.placed if name not in turn.state.principalities]
        if unknown:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{unknown[0]} is not on the map"))
        elif total > held:
            turn.settle(entry, "illegal", ("POW-SET-15", f"{total} DI are more than {held}"))
        else:
            missing = held - total
            left = f"{missing} of {held} DI are missing; the rules place them"
            text = left if missing else "all of it is placed"
            turn.settle(entry, "success", ("POW-SET-15", text))
            sums = Counter(dict(order.placed))
            sums.update(dict(opening.automatic_influence(turn.state, player, missing)))
            return tuple(sums.items())
    placed = opening.automatic_influence(turn.state, player, held)
    turn.automatic(player, SetupInfluence(placed), "POW-SET-18", "near the capital")
    return placed


def open_first_round(turn: Turn) -> None:
    """The setup is over: publish its secret and begin Round 1."""
    turn.change(setup=False)
    turn.tell_secret(0)
    turn.promise(1)
    turn.go("upheaval")


def take_provinces(turn: Turn) -> None:
    """POW-SET-3, 4: the n-th in Setup Order takes four provinces."""
    players = turn.state.setup_order
    player = players[turn.number - 1]
    own, capital = _chosen_provinces(turn, player)
    turn.state = opening.put_player(turn.state, player, own, capital)
    text = f"{player_name(player)} takes {', '.join(own)}, with the capital {capital}"
    turn.tell(kinds.PROVINCES_CHOSEN, "POW-SET-3", text, (player,), own, capital=capital)
    turn.go_on(players)


def _chosen_provinces(turn: Turn, player: str) -> tuple[tuple[str, ...], str]:
    """The provinces of the first legal order, or those that the rules give."""
    for entry, order in turn.orders(player, SetupProvinces):
        if turn.bars(entry, opening.provinces_refusal(turn.state, order.provinces)):
            continue
        if order.capital and order.capital not in order.provinces:
            turn.settle(entry, "illegal", ("POW-SET-4", f"{order.capital} is not among them"))
        else:
            turn.settle(entry, "success", ("POW-SET-3", "they are free and fit together"))
            capital = order.capital or opening.best_capital(turn.state.board, order.provinces)
            return order.provinces, capital
    own = opening.automatic_provinces(turn.state, facts().start.provinces, vertex=True)
    _automatic(turn, player, SetupProvinces(own, own[0]))
    return own, own[0]


def place_elector(turn: Turn) -> None:
    """POW-SET-5 to 7: Electors are placed one at a time, round after round of the Setup Order."""
    players = turn.state.setup_order
    player = players[(turn.number - 1) % len(players)]
    placed = turn.state.principalities
    left = [name for name in principalities() if opening.elector_size(name) and name not in placed]
    order = _first_legal(turn, player, "elector")
    if order is None:
        largest = max(left, key=opening.elector_size)
        own = opening.automatic_provinces(turn.state, opening.elector_size(largest))
        order = SetupLand("elector", largest, own, own[0])
        _automatic(turn, player, order)
    _place_land(turn, player, order)
    if len(left) > 1:
        turn.go(f"elector-{turn.number + 1}")
    else:
        _open_principality(turn, 1)


def place_next_principality(turn: Turn) -> None:
    """POW-SET-8 to 13: principalities are placed clockwise until the board is full."""
    player = placer_of(turn.state, turn.number)
    order = _first_legal(turn, player, "principality")
    if order is None:
        own = opening.automatic_provinces(turn.state, turn.state.size)
        order = SetupLand("principality", free_name(turn.state, own[0]), own, own[0])
        _automatic(turn, player, order)
    _place_land(turn, player, order)
    _open_principality(turn, turn.number + 1)


def placer_of(state: State, turn_number: int) -> str:
    """POW-SET-8: the player who places the n-th of the other principalities, counted from 1."""
    last = (facts().game.electors - 1) % len(state.seats)
    seat = state.seats.index(state.setup_order[last])
    return state.seats[(seat + turn_number) % len(state.seats)]


def _automatic(turn: Turn, player: str, order: SetupLand | SetupProvinces) -> None:
    """Record the order that the rules give to a player who has no legal one."""
    turn.automatic(player, order, "POW-SET-17", "the most compact place that is free")


def _place_land(turn: Turn, player: str, order: SetupLand) -> None:
    """Place a principality as the player's first legal order asks, or else as the rules do."""
    own = order.provinces
    capital = order.capital or opening.best_capital(turn.state.board, own)
    turn.state = opening.put_principality(turn.state, order.name, own, capital)
    shown = turn.state.principalities[order.name].name
    rule = "POW-SET-5" if order.kind == "elector" else "POW-SET-8"
    text = f"{player_name(player)} places {shown} in {', '.join(own)}"
    turn.tell(
        kinds.PRINCIPALITY_PLACED,
        rule,
        text,
        (player,),
        own,
        principality=order.name,
        capital=capital,
    )


def _open_principality(turn: Turn, turn_number: int) -> None:
    """POW-SET-9, 11, 12: roll for the size of the next principality; the board may be full."""
    state = turn.state
    if not opening.free_provinces(state):
        turn.change(size=0)
        turn.go(influence_phase(state))
        return
    player = placer_of(state, turn_number)
    largest = opening.largest_size(state)
    size = 1
    if largest > 1:
        roll = turn.lots.die(f"setup/size/{turn_number}")
        sizes = facts().setup
        size = sizes.small if roll <= sizes.small_max else sizes.large
        text = f"{player_name(player)} rolls {roll}: {count(size, 'province')}"
        turn.tell(kinds.SIZE_ROLLED, "POW-SET-9", text, (player,), roll=roll)
        if size > largest:
            text = f"The largest area that is free has {count(largest, 'province')}"
            turn.tell(kinds.SIZE_LIMITED, "POW-SET-11", text, (player,))
            size = largest
    turn.change(size=size)
    turn.go(f"principality-{turn_number}")


def _first_legal(turn: Turn, player: str, kind: str) -> SetupLand | None:
    for entry, order in turn.orders(player, SetupLand):
        if order.kind != kind:
            text = f"it is the turn of {'an Elector' if kind == 'elector' else 'a principality'}"
            turn.settle(entry, "illegal", ("POW-SET-5", text))
            continue
        size = opening.elector_size(order.name) if kind == "elector" else turn.state.size
        if not size:
            turn.settle(entry, "illegal", ("POW-SET-5", f"{order.name} is no Elector"))
            continue
        refusal = opening.land_refusal(turn.state, order.name, order.provinces, order.capital, size)
        if not turn.bars(entry, refusal):
            turn.settle(entry, "success", ("POW-SET-8", "the place is free"))
            return order
    return None
