"""Which of the movement orders that were written count, and in which form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.board import Board
from generator.engine.movement import MovementOptions, judge_orders
from generator.engine.orders import Stray, assign_orders, read_order, settle_order, with_coast
from generator.engine.orders.values import AnyOrder, UnitOrder, Waive
from generator.engine.phases import Sheet, WrittenOrder
from generator.engine.units import Unit
from generator.rulesets.standard import facts
from generator.rulesets.standard.votes import Vote, is_vote
from generator.rulesets.standard.words import place

Stand = tuple[str, Unit]


_UNREAD: Final = "cannot be read"


class Entry(Struct, frozen=True):
    """One line of a sheet with what the checks made of it.

    `written` is the player's text, `order` what it was read as or None, `index` the unit that it
    is for (-1: none). An entry with a `cause` does not count; `text` is the sentence that goes
    with it, `ruling` the number of the ruling that it rests on, or 0, `unread` the
    sentence for a line that cannot be read. A vote is no order: it is in `vote`, None where it
    `is_vote` and cannot be read.
    """

    power: str
    written: str
    order: AnyOrder | None
    index: int = -1
    cause: str = ""
    text: str = ""
    ruling: int = 0
    unread: str = _UNREAD
    vote: Vote | None = None
    is_vote: bool = False


class Choice(NamedTuple):
    """All entries in written order, and for each unit the entry that counts, or None."""

    entries: tuple[Entry, ...]
    counted: tuple[Entry | None, ...]


def movement_options(values: Mapping[str, Any]) -> MovementOptions:
    """The engine's options for the option values of a game."""
    return MovementOptions(
        paradox=values.get("convoy-paradox", "szykman"),
        adjacent_convoy=values.get("adjacent-convoy", "2023"),
    )


def entries_of(sheets: Mapping[str, Sheet]) -> tuple[Entry, ...]:
    """The lines of all sheets, powers in the ruleset's order whatever order they came in."""
    known = [power for power in facts.powers() if power in sheets]
    others = sorted(power for power in sheets if power not in facts.powers())
    return tuple(
        _entry_of(power, written) for power in (*known, *others) for written in sheets[power].orders
    )


def _entry_of(power: str, written: WrittenOrder) -> Entry:
    unread = written.unread(_UNREAD)
    if is_vote(written.text):
        vote = written.order
        return Entry(power, written.text, None, unread=unread, vote=vote, is_vote=True)
    return line_of(power, written.text, written.order, unread)


def line_of(power: str, text: str, order: AnyOrder | None, unread: str = _UNREAD) -> Entry:
    """One line of a sheet. What is no order of its phase may be one of a movement phase: then the
    line can be refused for what it says."""
    if order is None:
        read = read_order(text, facts.board(), "movement")
        order = read if isinstance(read, AnyOrder) else None
    return Entry(power, text, order, unread=unread)


def choose_orders(
    board: Board, stands: Sequence[Stand], lines: Sequence[Entry], options: MovementOptions
) -> Choice:
    """The entries of a movement phase, and which of them count for the units of `stands`."""

    def is_legal(index: int, order: AnyOrder) -> bool:
        return is_legal_alone(board, stands, index, order, options)

    return assign_lines(board, stands, lines, is_legal)


def is_legal_alone(
    board: Board, stands: Sequence[Stand], index: int, order: AnyOrder, options: MovementOptions
) -> bool:
    """Whether a movement order is possible, whatever the others are ordered to do."""
    orders: list[Any] = [None] * len(stands)
    orders[index] = order
    judged = judge_orders(board, stands, orders, options=options)
    return isinstance(order, UnitOrder) and judged[index].status != "illegal"


def assign_lines(
    board: Board,
    stands: Sequence[Stand],
    lines: Sequence[Entry],
    is_legal: Callable[[int, AnyOrder], bool],
) -> Choice:
    """Give each unit its order. Lines that already have a cause stay out of it."""
    sheets: dict[str, list[WrittenOrder]] = {}
    for number, line in enumerate(lines):
        if not line.cause:
            written = WrittenOrder(line.written, number, 0, line.order)
            sheets.setdefault(line.power, []).append(written)
    assignment = assign_orders(
        stands,
        {power: Sheet(power, tuple(orders)) for power, orders in sheets.items()},
        is_legal,
    )
    entries = list(lines)
    counted: list[Entry | None] = [None] * len(stands)
    for index, source in enumerate(assignment.written):
        order = assignment.orders[index]
        if source is not None and order is not None:
            entry = replace(lines[source.line], order=with_coast(board, order), index=index)
            entries[source.line] = counted[index] = entry
    standing = {unit.province: unit for _, unit in stands}
    for stray in assignment.strays:
        line = lines[stray.written.line]
        if line.order is not None:
            line = replace(line, order=settle_order(line.order, standing))
        cause = stray.cause or "duplicate-order"
        text = _stray_words(line, stray, counted)
        entries[stray.written.line] = replace(line, index=stray.unit, cause=cause, text=text)
    return Choice(tuple(entries), tuple(counted))


def _stray_words(line: Entry, stray: Stray, counted: Sequence[Entry | None]) -> str:
    """Why a line does not count."""
    if line.order is None:
        return line.unread
    if isinstance(line.order, Waive) or stray.cause == "unreadable":
        return "not an order for this phase"
    where = place(line.order.unit.province)
    if stray.cause == "no-such-unit":
        return f"there is no unit in {where}"
    if stray.cause == "foreign-unit":
        return f"the unit in {where} belongs to another power"
    if not stray.cause:
        return f"the unit in {where} has the same order already"
    if counted[stray.unit] is not None:
        return f"the unit in {where} has another order, which counts"
    return f"the unit in {where} has several different orders: none counts"
