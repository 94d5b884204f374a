"""The board of hexes, with those that touch and those on the six edges of the map.

Hexes have a vertex to the north. `(q, r)` are axial coordinates: r counts rows from the north, q
columns from the west along a row. A province's id is the letter of its row and its place in the
row: A1 is the first of the northernmost row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Final, Literal, get_args

from msgspec import Struct

_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (-1, 1), (0, -1), (1, -1))


Edge = Literal["N", "NE", "SE", "S", "SW", "NW"]
EDGES: Final[tuple[Edge, ...]] = get_args(Edge)


class HexBoard(Struct, frozen=True, dict=True):
    """The board for so many players: provinces that are hexes, row by row from the north-west.

    `hexes` maps their ids to (q, r), `neighbors` has those that share a side, and `edges` those on
    each edge of the map; a corner lies on two. Everything is in the order of `hexes`.
    """

    hexes: Mapping[str, tuple[int, int]]
    neighbors: Mapping[str, tuple[str, ...]]
    players: int
    edges: Mapping[Edge, tuple[str, ...]]

    def are_adjacent(self, one: str, other: str) -> bool:
        return other in self.neighbors[one]

    def touch_at_vertex(self, three: Iterable[str]) -> bool:
        """Whether three provinces share a vertex, which means that each touches both others."""
        places = tuple(three)
        return len(set(places)) == 3 and all(
            self.are_adjacent(one, other) for one, other in combinations(places, 2)
        )

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The place of each province in the board's order."""
        return MappingProxyType({code: number for number, code in enumerate(self.hexes)})

    def in_order(self, places: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(places, key=self.rank.__getitem__))

    def is_contiguous(self, places: Iterable[str]) -> bool:
        """Whether all of `places` are connected through each other; False if there are no
        places."""
        rest = set(places)
        return bool(rest) and len(self.areas(rest)) == 1

    def areas(self, places: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """`places` as contiguous areas, each as large as can be; the one of the first id first."""
        rest = set(places)
        found = []
        for start in self.in_order(rest):
            if start not in rest:
                continue
            area, waiting = {start}, [start]
            rest.discard(start)
            while waiting:
                for near in self.neighbors[waiting.pop()]:
                    if near in rest:
                        rest.discard(near)
                        area.add(near)
                        waiting.append(near)
            found.append(self.in_order(area))
        return tuple(found)

    def reach(self, places: Iterable[str]) -> frozenset[str]:
        """The provinces that share a side with one of `places`, those places themselves left
        out."""
        own = set(places)
        return frozenset(near for one in own for near in self.neighbors[one]) - own

    def distance(self, one: str, other: str) -> int:
        """The square of the distance between the middles of two provinces, in widths of a hex."""
        (q, r), (to_q, to_r) = self.hexes[one], self.hexes[other]
        across, down = to_q - q, to_r - r
        return across * across + across * down + down * down


def board_for(name: str, players: int) -> HexBoard:
    """The board that a game chose: "own" is the one for its number of players, and westphalia-6 the
    one for six."""
    return hex_board(players if name == "own" else int(name.rpartition("-")[2]))


@cache
def hex_board(players: int) -> HexBoard:
    """The board for `players` players: nine hexes for each."""
    last = players
    hexes = {
        f"{chr(ord('A') + r)}{q - max(0, 3 - r) + 1}": (q, r)
        for r in range(last + 1)
        for q in range(max(0, 3 - r), 9 - max(0, r - (players - 2)))
    }
    on_edge = {
        "N": lambda q, r: r == 0,
        "NE": lambda q, r: q == 8,
        "SE": lambda q, r: q + r == players + 6,
        "S": lambda q, r: r == last,
        "SW": lambda q, r: q == 0,
        "NW": lambda q, r: q + r == 3,
    }
    edges = {
        edge: tuple(code for code, place in hexes.items() if on_edge[edge](*place))
        for edge in EDGES
    }
    ids = {place: code for code, place in hexes.items()}
    rank = list(hexes).index
    neighbors = {}
    for code, (q, r) in hexes.items():
        near = [ids[q + dq, r + dr] for dq, dr in _STEPS if (q + dq, r + dr) in ids]
        neighbors[code] = tuple(sorted(near, key=rank))
    frozen = MappingProxyType(hexes)
    return HexBoard(frozen, MappingProxyType(neighbors), players, MappingProxyType(edges))
