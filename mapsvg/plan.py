"""Where every order of a scene runs on the map, and where its sign stands: geometry, no drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mapsvg.board import CELL, cells
from mapsvg.scene import OrderMark, UnitPiece, province_of
from mapsvg.sheet import Sheet, piece_box
from mapsvg.track import Box, Point, Track, plan_arc, plan_route, to_box

SIGN_RADIUS = 84
_MOVES = ("move", "convoyed", "retreat")
_HOLD_RING = 12  # outside a piece's box
_MOVE_RING = 62
_CONVOY_RING = 236
# Two units that go for each other's province swing apart, each to its own right.
_SWAP_BEND = 0.16
_PIECE_COST = 7  # of a square that a piece covers; a name costs 4, a center 2


@dataclass(frozen=True, slots=True)
class Line:
    """An order on the map: the box of its piece, its line, the ring at its end, and its sign.

    A ring is round and free on the map, or with `around` follows the box of a piece.
    """

    box: Box
    track: Track | None = None
    ring: Box | None = None
    sign: Point | None = None
    around: bool = False


def plan_orders(sheet: Sheet) -> dict[str, Line]:
    """The line of each order, by the order's id."""
    planner = _Planner(sheet)
    return {order.id: planner.line(order) for order in sheet.scene.orders}


@lru_cache(maxsize=512)
def _covered(box: Box) -> dict[tuple[int, int], int]:
    """The squares that a piece covers, with what they cost."""
    x, y, wide, high = box
    return dict.fromkeys(cells((x - wide, y - high, x + wide, y + high)), _PIECE_COST)


class _Planner:
    """The pieces and moves of a scene, and the signs that have been set so far."""

    def __init__(self, sheet: Sheet) -> None:
        self.board = sheet.board
        units = sheet.scene.units
        self.standing = {unit.province: unit for unit in units if unit.state != "dislodged"}
        self.leaving = {unit.province: unit for unit in units if unit.state == "dislodged"}
        self.boxes = {unit: piece_box(unit.kind, sheet.spot(unit)) for unit in units}
        self.crowd = dict(sheet.board.crowd)
        for box in self.boxes.values():
            self.crowd.update(_covered(box))
        self.signs: list[Point] = []
        moves = [order for order in sheet.scene.orders if order.kind in _MOVES]
        self.steps = {(province_of(one.unit), province_of(one.target)) for one in moves}
        self.tracks = {order.id: self._track(order) for order in moves}
        self.moving = {province_of(one.unit): one for one in moves if one.kind != "retreat"}

    def line(self, order: OrderMark) -> Line:
        """Everything about one order's place on the map."""
        box = self._box(order)
        x, y, _, high = box
        if order.kind in _MOVES:
            track = self.tracks[order.id]
            return Line(box, track, sign=self._sign(order, track, (0.5, 0.4, 0.6, 0.3, 0.7)))
        if order.kind == "hold":
            return Line(box, sign=(x, y + high + 46))
        if order.kind in ("disband", "remove", "build"):
            return Line(box, sign=self._corner(order, box))
        if order.kind == "convoy":
            return self._convoy(order, box)
        return self._support(order, box)

    def _corner(self, order: OrderMark, box: Box) -> Point:
        """The corner of a piece that is farthest from the name and the center beside it."""
        province = self.board.geometry.provinces[province_of(order.unit)]
        beside = province.center or (province.label.x, province.label.y)
        x, y, wide, high = box
        across = -1 if beside[0] > x else 1
        down = -1 if province.label.y > y else 1
        return x + across * (wide - 10), y + down * (high - 10)

    def _support(self, order: OrderMark, box: Box) -> Line:
        if order.kind == "support_hold":
            x, y, wide, high = self._place_box(order.target or order.aux)
            ring = (x, y, wide + _HOLD_RING, high + _HOLD_RING)
            track = to_box(box, ring)
        else:
            x, y = (self._joined(order) or self._imagined(order)).at(0.42)
            ring = (x, y, _MOVE_RING, _MOVE_RING)
            track = to_box(box, (x, y, _MOVE_RING * 0.85, _MOVE_RING * 0.85))
        sign = self._sign(order, track, (0.5, 0.62, 0.38))
        return Line(box, track, ring, sign, around=order.kind == "support_hold")

    def _convoy(self, order: OrderMark, box: Box) -> Line:
        """A ring around the fleet; a line to the middle of a move that does not use the fleet."""
        move = self.moving.get(province_of(order.aux))
        x, y = box[:2]
        ring = (x, y, _CONVOY_RING, _CONVOY_RING)
        if move and order.unit in move.via and self._joined(order):
            return Line(box, None, ring, (x + 168, y - 168))
        middle = self._imagined(order).at(0.5)
        track = to_box(box, (*middle, 34, 34))
        return Line(box, track, ring, self._sign(order, track, (0.6, 0.75, 0.45)))

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

    def _unit(self, order: OrderMark) -> UnitPiece | None:
        """The piece that the order is for: the dislodged one if it retreats or disbands."""
        if order.kind in ("retreat", "disband"):
            return self.leaving.get(province_of(order.unit)) or self._at(order.unit)
        return self._at(order.unit)

    def _box(self, order: OrderMark) -> Box:
        unit = self._unit(order)
        return self.boxes[unit] if unit else piece_box("A", self.board.unit_spot(order.unit))

    def _place_box(self, place: str) -> Box:
        """The box that an order aims at: the piece there, or a small one where it would stand."""
        unit = self._at(place)
        if unit and (unit.at == place or "/" not in place):
            return self.boxes[unit]
        x, y = self.board.unit_spot(place)
        return x, y, 20, 20

    def _at(self, place: str) -> UnitPiece | None:
        """The piece in the province, the dislodged one only if there is no other."""
        province = province_of(place)
        return self.standing.get(province) or self.leaving.get(province)

    def _track(self, order: OrderMark) -> Track:
        start, end = self._box(order), self._place_box(order.target)
        if order.via:
            stops: list[Point] = [self.board.unit_spot(place) for place in order.via]
            return plan_route(start, stops, end)
        back = (province_of(order.target), province_of(order.unit))
        return plan_arc(start, end, self._cost, _SWAP_BEND if back in self.steps else None)

    def _cost(self, point: Point) -> float:
        return self.crowd.get((int(point[0] // CELL), int(point[1] // CELL)), 0)
