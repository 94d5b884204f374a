"""Where players and principalities may be placed on the empty board, and where they go by
themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.data.board import HexBoard, hex_board
from generator.rulesets.westphalia.data.facts import facts, principalities
from generator.rulesets.westphalia.land.lands import name_problem, title_of
from generator.rulesets.westphalia.land.leagues import Refusal
from generator.rulesets.westphalia.state.state import Principality, Province, State
from generator.rulesets.westphalia.state.words import count


def free_provinces(state: State) -> tuple[str, ...]:
    """The provinces that nobody owns yet."""
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
    """Why a principality may not be placed so, or None. `size` is how many provinces it needs;
    `capital` may be ""."""
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
    """The provinces of the largest contiguous area that is free; 0 if none is."""
    return max(map(len, state.board.areas(free_provinces(state))), default=0)


def best_capital(board: HexBoard, own: Iterable[str]) -> str:
    """POW-SET-4, 17: the capital where nobody names one: most own neighbours, then the lowest
    id."""
    places = tuple(own)
    return min(places, key=lambda code: (-len(set(board.neighbors[code]) & set(places)), code))


def automatic_provinces(state: State, size: int, *, vertex: bool = False) -> tuple[str, ...]:
    """POW-SET-17: where somebody is placed who chose nothing, the capital first.

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
    """A player, or a principality on the map, takes provinces."""
    table = dict(state.provinces)
    for code in provinces:
        table[code] = Province(player, "catholic", code == capital, code == capital)
    return replace(state, provinces=MappingProxyType(table))


def put_principality(state: State, name: str, provinces: Iterable[str], capital: str) -> State:
    """A principality is placed. The order of the facts stays that of the state."""
    new = Principality(name, title_of(name, capital), elector_size(name) > 0)
    table = {**state.principalities, name: new}
    rank = {known: index for index, known in enumerate(principalities())}
    order = sorted(table, key=lambda one: rank.get(one, len(rank)))
    state = replace(state, principalities=MappingProxyType({one: table[one] for one in order}))
    return put_player(state, name, provinces, capital)


def automatic_influence(state: State, player: str, held: int) -> tuple[tuple[str, int], ...]:
    """POW-SET-18: where the first influence of a player goes who chose nothing."""
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
    """The provinces that a principality starts with as an Elector; 0 for one that is none."""
    row = principalities().get(name)
    return row.size if row else 0
