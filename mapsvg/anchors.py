"""Where things stand on a board, as data: for scripts that draw or look for something on a map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from mapsvg.board import label_corners, prepare_board
from mapsvg.geometry import load_geometry
from mapsvg.shapes import Point, Segment

__all__ = ["Anchors", "board_anchors"]


class Anchors(Struct, frozen=True):
    """The places of a board in map units.

    places: the middle of a piece at a province or a coast ("SPA/SC"). below: the middle of a line
    of text below a province's name. box: left, top, width and height of the board without frame and
    legend. views: the close-ups, by name, as (title, box). scale: how large pieces are drawn.
    """

    places: Mapping[str, Point]
    below: Mapping[str, Point]
    box: Segment
    views: Mapping[str, tuple[str, Segment]]
    scale: float


@lru_cache(maxsize=16)
def board_anchors(name: str) -> Anchors:
    """The places of the board of that name. Raises GeometryError for one that is not there."""
    geometry = load_geometry(name)
    board = prepare_board(geometry)
    places: dict[str, Point] = {}
    below: dict[str, Point] = {}
    for code, province in geometry.provinces.items():
        places[code] = board.unit_spot(code)
        for coast in province.coasts:
            places[f"{code}/{coast}"] = board.unit_spot(f"{code}/{coast}")
        lines = label_corners(province.label, at_sea=province.kind == "sea")
        bottom = max(line[3] for line in lines)
        below[code] = (province.label.x, round(bottom))
    return Anchors(
        places,
        below,
        (0, 0, geometry.width, geometry.height),
        {key: (view.title, view.box) for key, view in geometry.views.items()},
        board.scale,
    )
