"""One case of `theatrum resolve`: plain tables in, plain tables out.

The fast ways make nothing that the answer does not show; whatever is unusual goes the long way,
which is the one that a game's turn goes. All give the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from generator.engine.board import Board
from generator.engine.errors import Complaint
from generator.engine.movement import Explainer, Movement, MovementOptions, resolve_movement
from generator.engine.orders import order_reader
from generator.engine.orders.values import (
    AnyOrder,
    Convoy,
    Hold,
    Move,
    SupportHold,
    SupportMove,
    UnitOrder,
)
from generator.engine.phases import Moment, OrderBook, Sheet, WrittenOrder
from generator.engine.retreats import Stranded
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Outcome, Reason, Verdict
from generator.rulesets.standard.aftermath import taken_centers
from generator.rulesets.standard.case import Case, known_units, last_phases, provinces, read_case
from generator.rulesets.standard.facts import Facts, as_in_diplomacy
from generator.rulesets.standard.movement import strand
from generator.rulesets.standard.state import StandardState, arrange, frozen, movement_options
from generator.rulesets.standard.turn import Turn

Parts = tuple[Mapping[str, list[str]], tuple[Stranded, ...], Sequence[dict[str, Any]]]
"""The parts of an answer: units by power, the dislodged ones, and verdicts if they are asked."""

UNIT_ORDERS: Final = frozenset({Hold, Move, SupportHold, SupportMove, Convoy})


def answer_case(facts: Facts, case: Mapping[str, Any], verdicts: bool) -> dict[str, Any]:
    """The answer to one case. UsageError: it is not valid input."""
    read = read_case(facts, case)
    answer: dict[str, Any] = {"id": case["id"]} if "id" in case else {}
    units, stranded, verdicts_said = _play_fast(read, verdicts) or _play(read)
    after = {read.names[power]: sorted(own) for power, own in units.items() if own}
    answer["after"] = {name: after[name] for name in sorted(after)}
    dislodged: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    for lost in stranded:
        name, unit = read.names[lost.owner], str(lost.unit)
        dislodged.setdefault(name, []).append(unit)
        retreats[f"{name}: {unit}"] = sorted(lost.places)
    answer["dislodged"] = {name: sorted(dislodged[name]) for name in sorted(dislodged)}
    answer["retreats"] = {name: retreats[name] for name in sorted(retreats)}
    if read.season == "fall" and read.phase != "build" and not any(retreats.values()):
        answer["centers"] = _centers_after(read, units)
    if verdicts:
        answer["verdicts"] = verdicts_said
    return answer


def _play(read: Case) -> Parts:
    """The case as a turn of a game would play it, with verdicts."""
    sheets = {
        power: Sheet(power, tuple(WrittenOrder(text, 0, 0, _order(read, text)) for text in texts))
        for power, texts in read.orders
    }
    turn = Turn(_state(read), OrderBook(sheets))
    read.facts.course.play(turn.before.moment.phase, turn)
    units = {power: list(map(str, own)) for power, own in turn.units.items()}
    return units, turn.dislodged, [_verdict(read.names, verdict) for verdict in turn.verdicts()]


def _state(read: Case) -> StandardState:
    units: dict[str, list[Unit]] = {}
    for power, unit in read.stands:
        units.setdefault(power, []).append(unit)
    return StandardState(
        read.facts,
        Moment(0, 0, last_phases(read.facts)[read.phase]),
        arrange(read.facts, units),
        read.centers,
        options=read.options,
        dislodged=read.dislodged,
    )


def _play_fast(read: Case, verdicts: bool) -> Parts | None:
    """What the answer shows and no more; None where the case needs the long way."""
    if read.phase != "movement" or read.facts.policy is not as_in_diplomacy:
        return None
    if not verdicts:
        return _move_fast(read)
    plain = plain_movement(read, movement_options(read.options))
    return (*_position(read, plain[0]), plain[1]) if plain else None


def _move_fast(read: Case) -> Parts | None:
    board = read.facts.board
    stands, where, province = read.stands, read.where, provinces(board)
    orders: list[UnitOrder | None] = [None] * len(stands)
    read_text = order_reader(board).read
    for power, texts in read.orders:
        for text in texts:
            order = read_text(text, "movement")
            if type(order) not in UNIT_ORDERS:
                continue
            index = where.get(province[order.unit.at], -1)  # type: ignore[union-attr]
            if index < 0 or stands[index][0] != power:
                continue
            if orders[index] is not None:
                return None
            orders[index] = order  # type: ignore[assignment]
    movement = resolve_movement(board, stands, orders, options=movement_options(read.options))
    return (*_position(read, movement), ())


def _position(read: Case, movement: Movement) -> tuple[dict[str, list[str]], tuple[Stranded, ...]]:
    units: dict[str, list[str]] = {}
    for (power, unit), at in zip(movement.units, movement.places, strict=True):
        if at is not None:
            units.setdefault(power, []).append(f"{unit.kind} {at}")
    return units, strand(read.facts.board, movement)


def _order(read: Case, text: str) -> AnyOrder | None:
    """What one order text says, or None."""
    order = order_reader(read.facts.board).read(text, read.phase)
    return None if isinstance(order, Complaint) else order


def _centers_after(read: Case, units: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The centers of each power when the fall ends with this phase."""
    known, moment = known_units(read.facts.board), Moment(0, 0, "")
    standing = {power: tuple(known[text] for text in own) for power, own in units.items()}
    taken = taken_centers(StandardState(read.facts, moment, standing, read.centers))
    owned: dict[str, list[str]] = {}
    for code, power in frozen({**read.centers, **taken}).items():
        owned.setdefault(read.names[power], []).append(code)
    return {name: owned[name] for name in sorted(owned)}


def _verdict(names: Mapping[str, str], verdict: Verdict) -> dict[str, Any]:
    power = names.get(verdict.power, verdict.power)
    order = (verdict.written or verdict.order).strip()
    one = said(power, order, verdict.outcome, verdict.reasons)
    if verdict.note:
        one["note"] = verdict.note
    return one


# --- movement of which every line is a plain order: resolved with verdicts, at full speed


def plain_movement(
    read: Case, options: MovementOptions
) -> tuple[Movement, list[dict[str, Any]]] | None:
    """The resolved movement and its verdicts as plain tables; None if a line is not plain.

    Plain is an order in good form for a unit of its own power, the only one for that unit, with
    the type and coast of every unit as they are on the board.
    """
    board, stands = read.facts.board, _in_order(read)
    at: dict[tuple[str, str], int] = {
        (unit.kind, unit.at): index for index, (_, unit) in enumerate(stands)
    }
    orders: list[UnitOrder | None] = [None] * len(stands)
    lines: list[tuple[str, str, int]] = []  # power, text and unit of each
    read_text = order_reader(board).read
    for power, texts in read.orders:
        for text in texts:
            order: Any = read_text(text, "movement")
            if type(order) not in UNIT_ORDERS:
                return None
            index = at.get(order.unit, -1)
            if index < 0 or stands[index][0] != power or orders[index] is not None:
                return None
            if not _is_plain(board, order, at, read.where):
                return None
            orders[index] = order
            lines.append((power, text.strip(), index))
    movement = resolve_movement(board, stands, orders, options=options)
    return movement, _say(read, movement, lines)


def said(power: str, order: str, outcome: Outcome, reasons: Sequence[Reason]) -> dict[str, Any]:
    """A verdict as a plain table."""
    return {
        "power": power,
        "order": order,
        "outcome": outcome,
        "reasons": [{"rule": rule, "text": text} for rule, text in reasons],
    }


def _in_order(read: Case) -> list[tuple[str, Unit]]:
    """The units as a game's state lists them: by power, then by notation."""
    rank = {power: number for number, power in enumerate(read.facts.owners)}
    return sorted(read.stands, key=lambda stand: (rank[stand[0]], stand[1].kind, stand[1].at))


def _is_plain(
    board: Board, order: Any, at: Mapping[tuple[str, str], int], occupied: Mapping[str, int]
) -> bool:
    """Whether an order of a unit that stands as written leaves nothing to be filled in.

    `at` finds units by type and place, `occupied` by province.
    """
    sort = type(order)
    if sort is Hold:
        return True
    if sort is Move:
        if order.unit[0] == "A":
            return "/" not in order.to
        # A coast that was left out is filled in on the long way.
        return order.to not in _coasted(board)
    other: Piece = order.army if sort is Convoy else order.supported
    if other not in at and other.province in occupied:
        return False
    if sort is SupportHold:
        return True
    return "/" not in order.to or (sort is SupportMove and other.kind == "F")


@cache
def _coasted(board: Board) -> frozenset[str]:
    """The provinces with named coasts."""
    return frozenset(code for code, province in board.provinces.items() if province.coasts)


def _say(
    read: Case, movement: Movement, lines: Sequence[tuple[str, str, int]]
) -> list[dict[str, Any]]:
    """Verdicts power by power: the lines as written, then the units without an order."""
    names, outcomes = read.names, movement.outcomes
    explain = Explainer(movement, read.facts.rulebook).explain
    by_power: dict[str, list[dict[str, Any]]] = {power: [] for power in read.facts.powers}
    for power, text, index in lines:
        verdict = said(names[power], text, outcomes[index], explain(index))
        by_power[power].append(verdict)
    if len(lines) < len(movement.units):
        for index, (power, unit) in enumerate(movement.units):
            if movement.orders[index] is None and power in by_power:
                order = str(Hold(unit.piece))
                verdict = said(names[power], order, outcomes[index], explain(index))
                by_power[power].append(verdict | {"note": "no order given"})
    return [verdict for several in by_power.values() for verdict in several]
