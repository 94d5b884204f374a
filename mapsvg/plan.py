"""The path of every order of a scene on the map, and the position of its sign: geometry, no
drawing.

First all moves get their tracks, then each order its line in the order of the scene:

    {"o1": Line(box=(4310, 2200, 152, 152),       the piece that is ordered
                track=Track("M...q...", points),  from the edge of the piece to that of another
                sign=(4700, 2350)),               None where the order came off
     "o2": Line(box=..., track=..., ring=(4560, 2290, 62, 62), ring_name="move")}   a support

A track crosses as little as it can of names, centers and pieces. A sign keeps off those that were
set before it, so the same scene always gives the same plan. All places are those of a group that is
drawn at the board's scale: see Sheet.smaller.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mapsvg.board import CELL, Board, Corners, box_around, cells, label_corners
from mapsvg.scene import OrderMark, UnitKind, UnitPiece, province_of
from mapsvg.sheet import Sheet, piece_box, scaled
from mapsvg.track import Box, Point, Track, plan_arc, plan_route, to_box

SIGN_RADIUS = 84
_MOVES = ("move", "convoyed", "retreat")
HOLD_RING = 42  # outside a piece
MOVE_RING = 62
CONVOY_RING = 236
# Two units that move to each other's province swing apart, each to its own right.
_SWAP_BEND = 0.16
_PIECE_COST = 7  # of a square that a piece covers; a name costs 4, a center 2


class Line(NamedTuple):
    """An order on the map: the box of its piece, its line, the ring at its end, and its sign.

    ring_name: "army" or "fleet" around a piece, "spot" around a place without one, "move" on the
    line of a move, "convoy" around a fleet.
    """

    box: Box
    track: Track | None = None
    ring: Box | None = None
    sign: Point | None = None
    ring_name: str = ""


def plan_orders(sheet: Sheet) -> dict[str, Line]:
    """The line of each order that can be seen, by the order's id."""
    if not sheet.scene.orders:  # as in every phase without units in motion
        return {}
    planner, spot = _Planner(sheet), sheet.board.unit_spot
    return {
        order.id: planner.line(order)
        for order in sheet.scene.orders
        if any(sheet.shows(spot(place)) for place in (order.unit, order.target, order.aux) if place)
    }


class _Piece(NamedTuple):
    """A unit with its box."""

    unit: UnitPiece
    box: Box


@lru_cache(maxsize=1024)
def _footing(
    board: Board, kind: UnitKind, at: str, beside: bool
) -> tuple[Box, dict[tuple[int, int], int]]:
    """The box of a piece, and the squares of the board that it covers, with their costs.

    beside: it is beside its place, which another has taken.
    """
    spot = board.dislodged_spot(at) if beside else board.unit_spot(at)
    box = piece_box(kind, scaled(spot, board.scale), board.aside if beside else 1.0)
    x, y, wide, high = (side * board.scale for side in box)
    return box, dict.fromkeys(cells((x - wide, y - high, x + wide, y + high)), _PIECE_COST)


@lru_cache(maxsize=1024)
def _beside(board: Board, code: str) -> tuple[Corners, ...]:
    """The boxes of a province's names, its center and last its marker, at the board's scale."""
    geometry, scale = board.geometry, board.scale
    province, sizes = geometry.provinces[code], geometry.sizes
    boxes = label_corners(province)
    spots = [(coast.label, sizes.coast_label) for coast in province.coasts.values()]
    spots += [(province.center, sizes.center)] if province.center else []
    spots.append((province.marker, sizes.marker))
    boxes += [box_around(spot, size) for spot, size in spots]
    return tuple(
        (left / scale, top / scale, right / scale, bottom / scale)
        for left, top, right, bottom in boxes
    )


def _gap(spot: Point, box: Corners) -> float:
    """How far a point is from a box, along the axis where it is farther."""
    left, top, right, bottom = box
    return max(left - spot[0], spot[0] - right, top - spot[1], spot[1] - bottom)


class _Planner:
    """The pieces and moves of a scene, and the signs that have been set so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.board = sheet.board
        self.scale = sheet.board.scale
        self.standing: dict[str, _Piece] = {}
        self.leaving: dict[str, _Piece] = {}
        self.crowd = dict(sheet.board.crowd)
        for unit in sheet.scene.units:
            aside = unit.is_aside
            beside = aside and sheet.steps_aside(unit)
            box, covered = _footing(self.board, unit.kind, unit.at, beside)
            self.crowd.update(covered)
            pieces = self.leaving if aside else self.standing
            pieces[unit.province] = _Piece(unit, box)
        self.signs: list[Point] = []
        moves = [order for order in sheet.scene.orders if order.kind in _MOVES]
        self.steps = {(province_of(move.unit), province_of(move.target)) for move in moves}
        self.tracks = {order.id: self._track(order) for order in moves}
        self.moving = {province_of(move.unit): move for move in moves if move.kind != "retreat"}

    def line(self, order: OrderMark) -> Line:
        """Everything about one order's place on the map."""
        x, y, wide, high = box = self._box(order)
        if order.kind in _MOVES:
            track = self.tracks[order.id]
            return Line(box, track, sign=self._sign(order, track, (0.5, 0.4, 0.6, 0.3, 0.7)))
        if order.kind == "hold":
            # Below the piece at the bar if there is room.
            down, across = high + 46, wide + 46
            sides = [(x, y + down), (x, y - down), (x + across, y), (x - across, y)]
            came_off = order.outcome == "success"
            return Line(box, sign=None if came_off else self._freest(order, sides))
        if order.kind in ("disband", "remove", "build"):
            across, down = wide - 10, high - 10
            corners = [(x + side * across, y + end * down) for side in (1, -1) for end in (1, -1)]
            return Line(box, sign=self._freest(order, corners))
        if order.kind == "convoy":
            return self._convoy(order, box)
        return self._support(order, box)

    def _freest(self, order: OrderMark, spots: list[Point]) -> Point:
        """The first of the places that is farthest from the names and the signs beside a unit."""
        things = _beside(self.board, province_of(order.unit))
        enough = SIGN_RADIUS + 16
        return max(
            spots,
            key=lambda spot: [
                min(enough, *(_gap(spot, thing) for thing in things[:-1])),
                _gap(spot, things[-1]),
            ],
        )

    def _support(self, order: OrderMark, box: Box) -> Line:
        if order.kind == "support_hold":
            x, y, wide, high = self._place_box(order.target or order.aux)
            piece = self._at(order.target or order.aux)
            is_army = piece is not None and piece.unit.kind == "A"
            name = ("army" if is_army else "fleet") if piece and wide > 100 else "spot"
            ring = (x, y, wide + HOLD_RING - 30, high + HOLD_RING - 30)
            track = to_box(box, ring)
        else:
            x, y = (self._joined(order) or self._imagined(order)).at(0.42)
            name, ring = "move", (x, y, MOVE_RING, MOVE_RING)
            track = to_box(box, (x, y, MOVE_RING * 0.85, MOVE_RING * 0.85))
        sign = self._sign(order, track, (0.5, 0.62, 0.38))
        return Line(box, track, ring, sign, name)

    def _convoy(self, order: OrderMark, box: Box) -> Line:
        """A ring around the fleet; a line to the middle of a move that does not use the fleet."""
        move = self.moving.get(province_of(order.aux))
        x, y = box[:2]
        ring = (x, y, CONVOY_RING, CONVOY_RING)
        if move and order.unit in move.via and self._joined(order):
            return Line(box, None, ring, (x + 168, y - 168), "convoy")
        middle = self._imagined(order).at(0.5)
        track = to_box(box, (*middle, 34, 34))
        return Line(box, track, ring, self._sign(order, track, (0.6, 0.75, 0.45)), "convoy")

    def _joined(self, order: OrderMark) -> Track | None:
        """The move that a support or a convoy is for, if it was ordered like that."""
        move = self.moving.get(province_of(order.aux))
        if move and province_of(move.target) == province_of(order.target):
            return self.tracks[move.id]
        return None

    def _imagined(self, order: OrderMark) -> Track:
        return to_box(self._place_box(order.aux), self._place_box(order.target))

    def _sign(self, order: OrderMark, track: Track, shares: tuple[float, ...]) -> Point | None:
        """The first of the points along the track that hides no sign or piece, else the first."""
        if order.outcome == "success":
            return None
        points = [track.at(share) for share in shares]
        room = 2 * SIGN_RADIUS + 12
        for point in points:
            apart = all(abs(point[0] - x) + abs(point[1] - y) > room for x, y in self.signs)
            if apart and self._cost(point) < _PIECE_COST:
                break
        else:
            point = points[0]
        self.signs.append(point)
        return point

    def _box(self, order: OrderMark) -> Box:
        """That of the piece that the order is for: the dislodged one if it retreats or disbands."""
        piece = self._at(order.unit)
        if order.kind in ("retreat", "disband"):
            piece = self.leaving.get(province_of(order.unit)) or piece
        return piece.box if piece else piece_box("A", self._spot(order.unit))

    def _place_box(self, place: str) -> Box:
        """The box that an order aims at: the piece there, or a small one where it would be."""
        piece = self._at(place)
        if piece and (piece.unit.at == place or "/" not in place):
            return piece.box
        x, y = self._spot(place)
        return x, y, 20, 20

    def _spot(self, place: str) -> Point:
        return scaled(self.board.unit_spot(place), self.scale)

    def _at(self, place: str) -> _Piece | None:
        """The piece in the province, the dislodged one only if there is no other."""
        province = province_of(place)
        return self.standing.get(province) or self.leaving.get(province)

    def _track(self, order: OrderMark) -> Track:
        start, end = self._box(order), self._place_box(order.target)
        if order.via:
            stops: list[Point] = [self._spot(place) for place in order.via]
            return plan_route(start, stops, end)
        back = (province_of(order.target), province_of(order.unit))
        return plan_arc(start, end, self._cost, _SWAP_BEND if back in self.steps else None)

    def _cost(self, point: Point) -> float:
        column, row = point[0] * self.scale // CELL, point[1] * self.scale // CELL
        return self.crowd.get((int(column), int(row)), 0)
