"""Which written order counts for which unit, and which belong to none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.board import Board, province_of
from generator.engine.docket import Entry
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from generator.engine.units import Piece, Unit

UNITLESS: Final = (Waive, Build)
"""The orders that are for no unit on the board."""
GOING: Final = (Move, Retreat)
Several = Literal["none", "first", "last"]
"""Which of several legal orders for one unit counts."""


class WrittenLine(Protocol):
    """A line with an order: of a sheet (`WrittenOrder`) or on a docket (`Entry`). A line that
    cannot be read has the `order` None."""

    @property
    def order(self) -> Any: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


L = TypeVar("L", bound=WrittenLine)


class Stray(Struct, Generic[L], frozen=True):
    """A written order that does not count, and why.

    `cause` is "unreadable", "no-such-unit", "foreign-unit" or "duplicate-order", or "" for a mere
    repetition of the order that counts. `unit` is the index of the unit meant, or -1.
    """

    power: str
    written: L
    cause: str
    unit: int = -1


class Assignment(Struct, Generic[L], frozen=True):
    """The order of each unit, with types and coasts as on the board; parallel to the units.

    `orders` has None where no order counts, `written` what each was read from. `strays` are all
    the other orders, sheet by sheet. `senders` are the powers that sent any order.
    """

    orders: tuple[AnyOrder | None, ...]
    written: tuple[L | None, ...]
    strays: tuple[Stray[L], ...]
    senders: tuple[str, ...]


def settle_order(order: AnyOrder, standing: Mapping[str, Unit]) -> AnyOrder:
    """The order with every unit in it as on the board: type and coast are those of the board, and
    an army goes to no coast (DATC 4.B.5, 4.B.6, 4.C). `standing` is keyed by province."""
    if isinstance(order, UNITLESS):
        return order
    unit = _as_it_stands(order.unit, standing)
    if isinstance(order, Move):
        to = _goal(order.to, unit)
        # Most orders fit the board exactly: no need for a new value.
        fits = unit is order.unit and to == order.to
        return order if fits else Move(unit, to, order.via)
    if isinstance(order, SupportHold):
        return SupportHold(unit, _as_it_stands(order.supported, standing))
    if isinstance(order, SupportMove):
        other = _as_it_stands(order.supported, standing)
        return SupportMove(unit, other, _goal(order.to, other))
    if isinstance(order, Convoy):
        return Convoy(unit, _as_it_stands(order.army, standing), province_of(order.to))
    if isinstance(order, Retreat):
        return Retreat(unit, _goal(order.to, unit))
    return type(order)(unit)


def with_coast(board: Board, order: AnyOrder) -> AnyOrder:
    """A move or retreat with the coast that was left out, where only one will do."""
    if not isinstance(order, GOING) or order.unit.kind != "F":
        return order
    one = board.provinces.get(order.to)
    if one is None or not one.coasts:
        return order
    near = [at for at in board.fleet_from(order.unit.at) if province_of(at) == order.to]
    return replace(order, to=near[0]) if len(near) == 1 else order


def _as_it_stands(piece: Piece, standing: Mapping[str, Unit]) -> Piece:
    unit = standing.get(piece.at) or standing.get(piece.province)
    if unit is None or (unit.kind == piece.kind and unit.at == piece.at):
        return piece
    return unit.piece


def _goal(to: str, unit: Piece) -> str:
    return province_of(to) if unit.kind == "A" else to


def assign_orders(
    units: Sequence[tuple[str, Unit]],
    lines: Mapping[str, Sequence[L]],
    is_legal: Callable[[int, AnyOrder], bool] = lambda unit, order: True,
    *,
    several: Several = "none",
) -> Assignment[L]:
    """Give each unit its order (DATC 4.D.3).

    units: (owner, unit), one for each province. lines: those of each power. Of different orders
    for one unit the only legal one counts; if several are legal, `several` decides. `is_legal` is
    asked only in that case.
    """
    standing = {unit.province: unit for _, unit in units}
    index_of = {province: index for index, province in enumerate(standing)}
    strays: list[Stray[L]] = []
    claims: dict[int, list[tuple[AnyOrder, L]]] = {}
    for power, own in lines.items():
        for written in own:
            order: AnyOrder | None = written.order
            if order is None or isinstance(order, UNITLESS):
                strays.append(Stray(power, written, "unreadable"))
                continue
            index = index_of.get(order.unit.province, -1)
            if index < 0:
                strays.append(Stray(power, written, "no-such-unit"))
            elif units[index][0] != power:
                strays.append(Stray(power, written, "foreign-unit", index))
            else:
                claims.setdefault(index, []).append((settle_order(order, standing), written))
    orders: list[AnyOrder | None] = [None] * len(units)
    sources: list[L | None] = [None] * len(units)
    for index, claimed in claims.items():
        if len(claimed) == 1:
            orders[index], sources[index] = claimed[0]
            continue
        chosen = _choose(index, claimed, is_legal, several)
        counts: AnyOrder | None = None
        if chosen >= 0:
            counts, sources[index] = claimed[chosen]
            orders[index] = counts
        for number, (order, written) in enumerate(claimed):
            if number != chosen:
                cause = "" if order == counts else "duplicate-order"
                strays.append(Stray(units[index][0], written, cause, index))
    rank = {power: number for number, power in enumerate(lines)}
    strays.sort(key=lambda stray: (rank[stray.power], stray.written.line, stray.written.column))
    senders = tuple(power for power, own in lines.items() if own)
    return Assignment(tuple(orders), tuple(sources), tuple(strays), senders)


def assign_entries(
    units: Sequence[tuple[str, Unit]],
    entries: Iterable[Entry],
    is_legal: Callable[[int, AnyOrder], bool],
    *,
    several: Several = "none",
    board: Board | None = None,
) -> Assignment[Entry]:
    """Give each unit its entry on a docket, as `assign_orders` does; every entry gets the order
    that it comes to. With a `board` a coast that was left out is filled in, where one will do."""
    lines: dict[str, list[Entry]] = {}
    for entry in entries:
        lines.setdefault(entry.power, []).append(entry)
    given = assign_orders(units, lines, is_legal, several=several)
    for counted, order in zip(given.written, given.orders, strict=True):
        if counted is not None:
            counted.order = with_coast(board, order) if board and order else order
    standing = {unit.province: unit for _, unit in units} if given.strays else {}
    for stray in given.strays:
        if stray.written.order is not None:
            stray.written.order = settle_order(stray.written.order, standing)
    return given


def _choose(
    index: int,
    claimed: Sequence[tuple[AnyOrder, L]],
    is_legal: Callable[[int, AnyOrder], bool],
    several: Several,
) -> int:
    """Which of the orders for one unit counts, or -1 if none does."""
    counting = list(range(len(claimed)))
    if len({order for order, _ in claimed}) > 1:
        counting = [number for number in counting if is_legal(index, claimed[number][0])]
    different = {claimed[number][0] for number in counting}
    if not different or (len(different) > 1 and several == "none"):
        return -1
    return counting[-1 if several == "last" else 0]
