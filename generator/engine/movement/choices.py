"""The movement orders that each unit may be given, of all that could be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from generator.engine.board import Board, province_of
from generator.engine.movement.judgment import ILLEGAL, OrderCase
from generator.engine.movement.policy import STANDARD_POLICY, MovementOptions, MovementPolicy, Stand
from generator.engine.offers import Choice
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder

O = TypeVar("O", bound=UnitOrder)  # noqa: E741


def movement_choices(
    board: Board,
    stands: Sequence[Stand],
    policy: MovementPolicy = STANDARD_POLICY,
    options: MovementOptions | None = None,
    is_barred: Callable[[Stand, UnitOrder], bool] = lambda stand, order: False,
) -> list[tuple[Choice, ...]]:
    """For each unit, parallel to `stands`, the orders that are not illegal: holds, moves, supports,
    convoys. `is_barred` returns whether a ruleset forbids an order besides its policy."""
    numbers = options or MovementOptions()

    def possible(wanted: Sequence[Sequence[O]]) -> list[list[O]]:
        # An order is illegal or legal without regard to the others, so each case judges one order
        # of each unit.
        good: list[list[O]] = [[] for _ in stands]
        for orders in zip_longest(*wanted):
            case = OrderCase(board, stands, orders, policy, numbers)
            for index, order in enumerate(orders):
                legal = order is not None and case.status[index] != ILLEGAL
                if legal and not is_barred(stands[index], order):
                    good[index].append(order)
        return good

    near = [
        board.army_from(unit.province) if unit.kind == "A" else board.fleet_from(unit.at)
        for _, unit in stands
    ]
    reach = [{province_of(to) for to in places} for places in near]
    moves = possible(
        [
            [*(Move(unit.piece, to) for to in near[index]), *_crossings(board, stands[index])]
            for index, (_, unit) in enumerate(stands)
        ]
    )
    arriving: dict[str, list[Move]] = {}
    for order in (order for row in moves for order in row):
        arriving.setdefault(province_of(order.to), []).append(order)
    pieces = {unit.province: unit.piece for _, unit in stands}
    stays = possible(
        [
            [SupportHold(unit.piece, pieces[to]) for to in sorted(reach[index]) if to in pieces]
            for index, (_, unit) in enumerate(stands)
        ]
    )
    helps = possible(
        [
            list(
                dict.fromkeys(
                    SupportMove(unit.piece, order.unit, order.to)
                    for to in sorted(reach[index])
                    for order in arriving.get(to, ())
                    if order.unit != unit.piece
                )
            )
            for index, (_, unit) in enumerate(stands)
        ]
    )
    sailing = [
        order
        for index, row in enumerate(moves)
        for order in row
        if order.unit.kind == "A" and (order.via or order.to not in reach[index])
    ]
    at_sea = [
        unit.kind == "F" and board.provinces[unit.province].kind == "sea" for _, unit in stands
    ]
    carries = possible(
        [
            [Convoy(unit.piece, order.unit, order.to) for order in sailing] if at_sea[index] else []
            for index, (_, unit) in enumerate(stands)
        ]
    )
    return [
        (
            Choice("hold", str(Hold(unit.piece))),
            *(Choice("move", str(move), (move.to,)) for move in moves[index]),
            *(Choice("support-hold", str(hold), (hold.supported.at,)) for hold in stays[index]),
            *(
                Choice("support-move", str(move), (move.supported.at, move.to))
                for move in helps[index]
            ),
            *(
                Choice("convoy", str(convoy), (convoy.army.at, convoy.to))
                for convoy in carries[index]
            ),
        )
        for index, (_, unit) in enumerate(stands)
    ]


def _crossings(board: Board, stand: Stand) -> Iterator[Move]:
    """The moves over the sea to every coast; to a neighbor they have to name the convoy."""
    _, unit = stand
    here = board.provinces[unit.province]
    if unit.kind == "A" and here.kind == "coastal":
        beside = board.army_from(unit.province)
        for code, province in board.provinces.items():
            if province.kind == "coastal" and code != unit.province:
                yield Move(unit.piece, code, via=code in beside)
