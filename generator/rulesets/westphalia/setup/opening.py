"""The first state of a game: seats and options, and a board that is empty or the referee's; where
players and principalities may be placed on it, and where the rules place them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec.structs import replace

from generator.engine.errors import FileError, GameError
from generator.engine.forms.tokens import words_of
from generator.engine.naming import Shape
from generator.engine.phases import Moment, Setup
from generator.engine.rulebook import options_problems
from generator.engine.typed import Named
from generator.engine.words import nearest
from generator.rulesets.westphalia.data.board import HexBoard, board_for, hex_board
from generator.rulesets.westphalia.data.facts import (
    facts,
    layout,
    options,
    powers,
    principalities,
    rulebook,
    year_of,
)
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.land.lands import name_problem, title_of
from generator.rulesets.westphalia.state.state import Player, Principality, Province, State
from generator.rulesets.westphalia.state.words import count

_Owner = Annotated[str, Named(lambda owners: owners)]
CAPITAL: Final = " CAPITAL"
"""A mark behind a province in a row of the board: the province is its owner's capital."""


def open_game(setup: Setup) -> State:
    """The first state: nothing is drawn and placed yet.

    With the option setup_mode = "referee" `setup.position` has a table `board`, {player or
    principality: "B1 A1 B2 C1", the capital first}. Raises GameError for an option, FileError for
    an impossible board.
    """
    chosen = chosen_options(setup.options)
    seats = seats_in(str(chosen["seats"]))
    low, high = facts().game.players_min, facts().game.players_max
    if not low <= len(seats) <= high:  # POW-GEN-1
        raise GameError(f"{low} to {high} can play, not {len(seats)}")
    board = board_for(str(chosen["board"]), len(seats))
    _check_board(board, len(seats))
    mode = chosen["setup_mode"]
    if mode == "default" and not (board.players == len(seats) and layout(len(seats))):
        where = "" if board.players == len(seats) else f" on {chosen['board']}"
        hint = 'set setup_mode = "draft" or "referee"'
        raise GameError(f"there is no setup ready for {len(seats)} players{where}", hint=hint)
    unknown = [name for name in setup.position if name != "board"]
    if unknown:
        raise FileError(
            f"there is no {', '.join(unknown)}",
            hint="a position has the table board, or is the file of a state with its table state",
        )
    if ("board" in setup.position) != (mode == "referee"):
        problem = "the referee's board is missing" if mode == "referee" else "a board is given"
        raise FileError(problem, hint='a table [board] goes with setup_mode = "referee"')
    saints, points = facts().start.saints, facts().start.reformation
    players = {seat: Player(seat, saints=saints, reformation=points) for seat in seats}
    state = State(
        Moment(year_of(1), 1, "setup"),
        seats,
        chosen,
        MappingProxyType({code: Province("") for code in board.hexes}),
        MappingProxyType(players),
        MappingProxyType({}),
        setup=True,
    )
    return _with_board(state, setup.position["board"]) if setup.position else state


def seats_in(text: str) -> tuple[str, ...]:
    """The seats in an option's text. Raises GameError for a color twice, or a word that is not a
    color."""
    seats = tuple(text.replace(",", " ").lower().split())
    for seat in seats:
        if seat not in powers():
            raise GameError(f"there is no color {seat}", hint=f"colors: {', '.join(powers())}")
        if seats.count(seat) > 1:
            raise GameError(f"the color {seat} is taken by two players")
    return seats


def chosen_options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The value of every option, chosen or not. Raises GameError for an impossible one; an option
    that a reading of the rulebook has replaced has no effect."""
    given = {
        name: value
        for name, value in given.items()
        if name in options() or name not in rulebook().settled
    }
    if wrong := options_problems(options(), given):
        raise GameError("; ".join(wrong))
    return MappingProxyType(
        {name: given.get(name, option.default) for name, option in options().items()}
    )


def _check_board(board: HexBoard, players: int) -> None:
    """POW-MAP-1: a board for another number of players has to have room for all."""
    needed = players * facts().start.provinces
    needed += sum(row.size for row in principalities().values())
    has = len(board.hexes)
    if has < needed:
        need = f"{players} players and the Electors need {needed} provinces"
        hint = 'choose a larger board, or board = "own"'
        raise GameError(f"{need}, and the board has {has}", hint=hint)


def board_shape() -> Shape:
    """The notation of a referee's board, with the names of its owners."""
    names = {owner: one.name for owner, one in powers().items()}
    names |= {owner: one.name for owner, one in principalities().items()}
    spellings = {words_of(name): owner for owner, name in names.items()}
    return Shape({"board": Mapping[_Owner, tuple[str, ...]]}, names, None, (spellings,))


def _with_board(state: State, table: object) -> State:
    """The state with the referee's board."""
    if not isinstance(table, Mapping):
        raise FileError("board is not a table", hint='write red = "B1 A1 B2 C1" under [board]')
    for owner, text in table.items():
        rows = [text] if isinstance(text, str) else text
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise FileError(f"board of {owner}: not a text like 'B1 A1 B2 C1'")
        rows = sorted((row.upper() for row in rows), key=lambda row: not row.endswith(CAPITAL))
        own, where = (
            " ".join(row.removesuffix(CAPITAL) for row in rows).split(),
            f"board of {owner}",
        )
        for code in own:
            if code not in state.provinces:
                hint = f"provinces of this board are A1 to {list(state.provinces)[-1]}"
                raise FileError(f"{where}: there is no province {code}", hint=hint)
            if taken := state.provinces[code].owner:
                raise FileError(f"{where}: {code} is not free", hint=f"{taken} has it already")
        if not own:
            raise FileError(f"{where}: there is no province", hint="leave out who has none")
        if owner in state.players:
            state = put_player(state, owner, own, own[0])
        elif owner in principalities():
            state = put_principality(state, owner, own, own[0])
        else:
            known = (*state.players, *principalities())
            hint = nearest(str(owner), known, None) or f"players: {', '.join(state.seats)}"
            said = f"board: there is neither a player nor a principality {owner}"
            raise FileError(said, hint=hint)
    electors = [name for name in principalities() if elector_size(name)]
    missing = [name for name in (*state.seats, *electors) if not state.lands.get(name)]
    if missing:
        raise FileError(f"board: {', '.join(missing)} have no province")
    free = free_provinces(state)
    if free:
        raise FileError(f"board: {', '.join(free)} belong to no one")
    return state


# --- where players and principalities may be placed


def free_provinces(state: State) -> tuple[str, ...]:
    """The provinces that have no owner yet."""
    return state.lands.get("", ())


def provinces_refusal(state: State, places: Iterable[str]) -> Refusal | None:
    """POW-SET-3: why a player may not take these provinces, or None."""
    own = tuple(places)
    due = facts().start.provinces
    taken = _taken(state, own)
    if taken:
        return Refusal("POW-SET-3", f"{taken} is not free")
    if len(set(own)) != due or len(own) != due:
        return Refusal("POW-SET-3", f"a player takes {due} provinces, not {len(set(own))}")
    if not state.board.is_contiguous(own):
        return Refusal("POW-SET-3", "the provinces are not contiguous")
    if not any(state.board.touch_at_vertex(three) for three in combinations(own, 3)):
        return Refusal("POW-SET-3", "no three of the provinces touch at a vertex")
    return None


def land_refusal(
    state: State, name: str, places: Iterable[str], capital: str, size: int
) -> Refusal | None:
    """Why a principality may not be placed like this, or None. `size` is the number of provinces
    that it needs; `capital` may be ""."""
    own = tuple(places)
    elector = elector_size(name) > 0
    row = principalities().get(name)
    title = row.name if row else name
    taken = _taken(state, own)
    if name in state.principalities:
        return Refusal("POW-SET-5" if elector else "POW-SET-13", f"{title} stands already")
    if not elector and (problem := name_problem(state, name)):
        return Refusal("POW-SET-13", problem)
    if taken:
        return Refusal("POW-SET-7" if elector else "POW-SET-8", f"{taken} is not free")
    if len(set(own)) != size or len(own) != size:
        rule = "POW-SET-6" if elector else "POW-SET-9"
        return Refusal(rule, f"{title} needs {count(size, 'province')}, not {len(set(own))}")
    if not state.board.is_contiguous(own) and largest_size(state) >= size:
        rule = "POW-SET-7" if elector else "POW-SET-10"
        return Refusal(rule, "the provinces are not contiguous, and a contiguous place is free")
    if capital and capital not in own:
        return Refusal("POW-SET-4", f"the capital {capital} is not one of the provinces")
    return None if elector or not capital else capital_refusal(state.board, own, capital)


def capital_refusal(board: HexBoard, own: tuple[str, ...], capital: str) -> Refusal | None:
    """POW-SET-10: why a province cannot be the capital of a new principality, or None."""
    if _is_hub(board, own, capital) or not any(_is_hub(board, own, one) for one in own):
        return None
    best = best_capital(board, own)
    return Refusal("POW-SET-10", f"not all provinces border {capital}; they border {best}")


def largest_size(state: State) -> int:
    """The number of provinces in the largest free contiguous area; 0 if there is no such area."""
    return max(map(len, state.board.areas(free_provinces(state))), default=0)


def best_capital(board: HexBoard, own: Iterable[str]) -> str:
    """POW-SET-4, 17: the capital if no player chooses one: most own neighbors, then the lowest
    id."""
    places = tuple(own)
    return min(places, key=lambda code: (-len(set(board.neighbors[code]) & set(places)), code))


def automatic_provinces(state: State, size: int, *, vertex: bool = False) -> tuple[str, ...]:
    """POW-SET-17: the provinces that the rules choose if the player does not, the capital first.

    `vertex`: three of the provinces touch at a vertex, as a player's do. Where no contiguous place
    of the size is free, any provinces do.
    """
    board = state.board
    free = frozenset(free_provinces(state))
    spots: Iterable[tuple[str, ...]] = (
        spot
        for spot in _spots(board.players, size)
        if free.issuperset(spot)
        and (not vertex or any(board.touch_at_vertex(three) for three in combinations(spot, 3)))
    )
    best = min(spots, key=lambda spot: (_spread(board, spot), spot), default=None)
    if best is None:
        scattered = combinations(sorted(free), size)
        best = min(scattered, key=lambda spot: (_spread(board, spot), spot))
    capital = best_capital(board, best)
    return (capital, *(code for code in best if code != capital))


@cache
def _spots(players: int, size: int) -> tuple[tuple[str, ...], ...]:
    """All contiguous sets of so many provinces of a board, each sorted."""
    board = hex_board(players)
    found = {frozenset((code,)) for code in board.hexes}
    for _ in range(size - 1):
        found = {spot | {near} for spot in found for near in board.reach(spot)}
    return tuple(sorted(tuple(sorted(spot)) for spot in found))


def _spread(board: HexBoard, spot: tuple[str, ...]) -> int:
    return sum(board.distance(one, other) for one, other in combinations(spot, 2))


def put_player(state: State, player: str, provinces: Iterable[str], capital: str) -> State:
    """Give provinces to a player or to a principality on the map."""
    table = dict(state.provinces)
    for code in provinces:
        table[code] = Province(player, "catholic", code == capital, code == capital)
    return replace(state, provinces=MappingProxyType(table))


def put_principality(state: State, name: str, provinces: Iterable[str], capital: str) -> State:
    """Place a principality. The state keeps the order of the facts."""
    new = Principality(name, title_of(name, capital), elector_size(name) > 0)
    table = {**state.principalities, name: new}
    rank = {known: index for index, known in enumerate(principalities())}
    order = sorted(table, key=lambda one: rank.get(one, len(rank)))
    state = replace(state, principalities=MappingProxyType({one: table[one] for one in order}))
    return put_player(state, name, provinces, capital)


def automatic_influence(state: State, player: str, held: int) -> tuple[tuple[str, int], ...]:
    """POW-SET-18: the places for the first influence of a player who chose nothing."""
    board, capital = state.board, state.capital_of(player)
    near = sorted(
        state.principalities,
        key=lambda name: (board.distance(capital, state.capital_of(name)), name),
    )
    placed: dict[str, int] = {}
    left = held
    for name in near:
        size = len(state.lands[name])
        if size <= left and not state.principalities[name].influence:
            placed[name] = size
            left -= size
    if left:
        first = next(iter(placed), near[0])
        placed[first] = placed.get(first, 0) + left
    return tuple(placed.items())


def _taken(state: State, own: Iterable[str]) -> str:
    """The first of some provinces that is not free, or ""."""
    return next((code for code in own if state.provinces[code].owner), "")


def _is_hub(board: HexBoard, own: tuple[str, ...], capital: str) -> bool:
    return all(code == capital or board.are_adjacent(code, capital) for code in own)


def elector_size(name: str) -> int:
    """The provinces that a principality starts with as an Elector; 0 if it is not an Elector."""
    row = principalities().get(name)
    return row.size if row else 0
