"""The board of hexes: which there are, which touch, and which lie on the six edges of the map.

Hexes stand with a vertex to the north. `(q, r)` are axial coordinates: r counts rows from the
north, q columns from the west along a row. A province's id is the letter of its row and its place
in the row: A1 is the first of the northernmost row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, get_args

from generator.engine.hexes import HexGrid, neighbors_in

Edge = Literal["N", "NE", "SE", "S", "SW", "NW"]
EDGES: Final[tuple[Edge, ...]] = get_args(Edge)


class HexBoard(HexGrid, frozen=True, dict=True):
    """The board for so many players. Provinces stand row by row from the north-west.

    `edges` has the provinces on each edge of the map; a corner lies on two edges.
    """

    players: int
    edges: Mapping[Edge, tuple[str, ...]]


def board_for(name: str, players: int) -> HexBoard:
    """The board that a game chose: "own" is that for as many as play, and westphalia-6 that for
    six."""
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
    frozen = MappingProxyType(hexes)
    return HexBoard(frozen, neighbors_in(frozen), players, MappingProxyType(edges))
