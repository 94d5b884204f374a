"""The seas over which a convoyed army goes, for the map."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.movement.routes import shortest_route
from generator.engine.orders.values import AnyOrder, Convoy, Move
from generator.rulesets.europe.state.state import EuropeState


def convoy_seas(
    before: EuropeState, orders: Sequence[AnyOrder | None], order: AnyOrder
) -> tuple[str, ...]:
    """The shortest chain of fleets that were ordered to carry a move; empty if it goes by land."""
    if not isinstance(order, Move) or order.unit.kind == "F":
        return ()
    board = before.facts.board
    start, to = board.number[order.unit.province], board.number.get(order.to, -1)
    if to < 0 or (board.army_mask[start] >> to & 1 and not order.via):
        return ()
    fleets = 0
    for given in orders:
        if (
            isinstance(given, Convoy)
            and given.army.province == order.unit.province
            and given.to == order.to
            and given.unit.province in board.number
        ):
            fleets |= 1 << board.number[given.unit.province]
    route = shortest_route(board, fleets, start, to)
    return tuple(board.codes[sea] for sea in route) if route else ()
