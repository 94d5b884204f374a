"""Movement cases of which every line is a plain order: resolved with verdicts, at full speed.

The verdicts are those that the long way gives (`movement_phase.play_movement`); a case with
anything unusual in it is left to that way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from generator.engine.movement import Explainer, Movement, MovementOptions, resolve_movement
from generator.engine.orders import order_reader
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Outcome, Reason
from generator.rulesets.standard import facts
from generator.rulesets.standard.case import Case, provinces

__all__ = ["UNIT_ORDERS", "plain_movement", "said"]

Stand = tuple[str, Unit]
Line = tuple[str, str, int]
"""A power, the text of its order, the index of the unit."""

UNIT_ORDERS: Final = frozenset({Hold, Move, SupportHold, SupportMove, Convoy})


def plain_movement(
    read: Case, options: MovementOptions
) -> tuple[Movement, list[dict[str, Any]]] | None:
    """The resolved movement and its verdicts as plain tables; None if a line is not plain.

    Plain is an order in good form for a unit of its own power, the only one for that unit, with
    the type and coast of every unit as they are on the board.
    """
    province = provinces()
    stands = _in_order(read.stands)
    where = {unit.province: index for index, (_, unit) in enumerate(stands)}
    orders: list[UnitOrder | None] = [None] * len(stands)
    lines: list[Line] = []
    read_text = order_reader(facts.board()).read
    for power, texts in read.orders:
        for text in texts:
            order: Any = read_text(text, "movement")
            if type(order) not in UNIT_ORDERS:
                return None
            index = where.get(province[order.unit.at], -1)
            if index < 0 or stands[index][0] != power or orders[index] is not None:
                return None
            if not _is_plain(order, stands, where, province):
                return None
            orders[index] = order
            lines.append((power, text, index))
    movement = resolve_movement(facts.board(), stands, orders, options=options)
    return movement, _say(read.names, movement, lines)


def said(power: str, order: str, outcome: Outcome, reasons: Sequence[Reason]) -> dict[str, Any]:
    """A verdict as a plain table."""
    return {
        "power": power,
        "order": order,
        "outcome": outcome,
        "reasons": [{"rule": reason.rule, "text": reason.text} for reason in reasons],
    }


def _in_order(stands: Sequence[Stand]) -> list[Stand]:
    """The units as a game's state lists them: by power, then by notation."""
    rank = {power: number for number, power in enumerate(facts.powers())}
    return sorted(stands, key=lambda one: (rank[one[0]], one[1].kind, one[1].at))


def _is_plain(
    order: Any, stands: Sequence[Stand], where: Mapping[str, int], province: Mapping[str, str]
) -> bool:
    piece: Piece = order.unit
    unit = stands[where[province[piece.at]]][1]
    if unit.at != piece.at or unit.kind != piece.kind:
        return False
    sort = type(order)
    if sort is Move:
        if unit.kind == "A":
            return "/" not in order.to
        # A coast that was left out is filled in on the long way.
        return "/" in order.to or not facts.board().provinces[order.to].coasts
    if sort is Hold:
        return True
    other: Piece = order.army if sort is Convoy else order.supported
    index = where.get(province[other.at], -1)
    if index >= 0:
        unit = stands[index][1]
        if unit.at != other.at or unit.kind != other.kind:
            return False
    if sort is SupportHold:
        return True
    return "/" not in order.to or (sort is SupportMove and other.kind == "F")


def _say(
    names: Mapping[str, str], movement: Movement, lines: Sequence[Line]
) -> list[dict[str, Any]]:
    """Verdicts power by power: the lines as written, then the units without an order."""
    explain, outcomes = Explainer(movement, facts.rulebook()).explain, movement.outcomes
    by_power: dict[str, list[dict[str, Any]]] = {power: [] for power in facts.powers()}
    for power, text, index in lines:
        verdict = said(names[power], text, outcomes[index], explain(index))
        by_power[power].append(verdict)
    if len(lines) < len(movement.units):
        for index, (power, unit) in enumerate(movement.units):
            if movement.orders[index] is None:
                order = str(Hold(unit.piece))
                verdict = said(names[power], order, outcomes[index], explain(index))
                by_power[power].append(verdict | {"note": "no order given"})
    return [verdict for several in by_power.values() for verdict in several]
