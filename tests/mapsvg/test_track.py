"""Lines over the board: where they end and where they point."""

from __future__ import annotations

import math

import pytest

from mapsvg.board import prepare_board
from mapsvg.geometry import load_geometry
from mapsvg.sheet import piece_box
from mapsvg.track import Track, arrow_head, plan_arc, straight


def test_an_arrow_points_where_it_goes_even_if_its_last_points_coincide() -> None:
    track = Track("", ((900.0, 100.0), (500.0, 100.0), (300.0, 100.0), (300.0, 100.0)))
    assert track.heading == pytest.approx(math.pi)
    assert arrow_head(track, 100, 60) == "M300 100l100-30 0 60z"


def test_a_line_of_no_length_has_a_heading() -> None:
    assert straight((5, 5), (5, 5)).heading == 0


def test_every_arrow_of_the_board_points_at_the_piece_that_it_meets() -> None:
    """From every province to every other: at most a right angle off the straight direction."""
    board = prepare_board(load_geometry("standard"))
    places = [code for code, one in board.geometry.provinces.items() if one.kind != "impassable"]
    astray = []
    for start in places:
        for end in places:
            if start == end:
                continue
            boxes = piece_box("F", board.unit_spot(start)), piece_box("F", board.unit_spot(end))
            track = plan_arc(*boxes, lambda point: 0)
            (x0, y0), (x1, y1) = board.unit_spot(start), board.unit_spot(end)
            off = abs(track.heading - math.atan2(y1 - y0, x1 - x0))
            if min(off, math.tau - off) > math.pi / 2:
                astray.append(f"{start} - {end}")
    assert astray == []
