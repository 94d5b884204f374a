"""Movement cases of which every line is a plain order: resolved with verdicts, at full speed.

The verdicts are those that the long way gives (`movement_phase.move_units`); a case with
anything unusual in it is left to that way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from generator.engine.movement import Explainer, Movement, MovementOptions, resolve_movement
from generator.engine.orders import order_reader
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Outcome, Reason
from generator.rulesets.standard import facts
from generator.rulesets.standard.case import Case

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
    stands = _in_order(read.stands)
    at: dict[tuple[str, str], int] = {
        (unit.kind, unit.at): index for index, (_, unit) in enumerate(stands)
    }
    orders: list[UnitOrder | None] = [None] * len(stands)
    lines: list[Line] = []
    read_text = order_reader(facts.board()).read
    for power, texts in read.orders:
        for text in texts:
            order: Any = read_text(text, "movement")
            if type(order) not in UNIT_ORDERS:
                return None
            index = at.get(order.unit, -1)
            if index < 0 or stands[index][0] != power or orders[index] is not None:
                return None
            if not _is_plain(order, at, read.where):
                return None
            orders[index] = order
            lines.append((power, text.strip(), index))
    movement = resolve_movement(facts.board(), stands, orders, options=options)
    return movement, _say(read.names, movement, lines)


def said(power: str, order: str, outcome: Outcome, reasons: Sequence[Reason]) -> dict[str, Any]:
    """A verdict as a plain table."""
    return {
        "power": power,
        "order": order,
        "outcome": outcome,
        "reasons": [{"rule": rule, "text": text} for rule, text in reasons],
    }


def _in_order(stands: Sequence[Stand]) -> list[Stand]:
    """The units as a game's state lists them: by power, then by notation."""
    rank = {power: number for number, power in enumerate(facts.powers())}
    return sorted(stands, key=lambda stand: (rank[stand[0]], stand[1].kind, stand[1].at))


def _is_plain(order: Any, at: Mapping[tuple[str, str], int], occupied: Mapping[str, int]) -> bool:
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
        return order.to not in _coasted()
    other: Piece = order.army if sort is Convoy else order.supported
    if other not in at and other.province in occupied:
        return False
    if sort is SupportHold:
        return True
    return "/" not in order.to or (sort is SupportMove and other.kind == "F")


@cache
def _coasted() -> frozenset[str]:
    """The provinces with named coasts."""
    return frozenset(code for code, province in facts.board().provinces.items() if province.coasts)


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
