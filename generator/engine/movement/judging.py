"""What can be said of orders before they are resolved: which can do nothing, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.movement.judgment import ILLEGAL, LEGAL, VOID, Case
from generator.engine.movement.policy import (
    STANDARD_POLICY,
    MovementOptions,
    MovementPolicy,
    Stand,
)
from generator.engine.movement.sentences import refusal_sentence
from generator.engine.orders.values import UnitOrder

__all__ = ["Judgment", "judge_orders"]

_STATUS: Final[dict[int, Literal["legal", "void", "illegal"]]] = {
    LEGAL: "legal",
    VOID: "void",
    ILLEGAL: "illegal",
}


class Judgment(Struct, frozen=True):
    """A judged order. `cause` and `text` are empty for a legal order; `rule` only where the
    ruleset's policy refused it (otherwise the rulebook says which rule the cause belongs to)."""

    status: Literal["legal", "void", "illegal"]
    cause: str = ""
    text: str = ""
    rule: str = ""


_LEGAL: Final = Judgment("legal")


def judge_orders(
    board: Board,
    units: Sequence[Stand],
    orders: Sequence[UnitOrder | None],
    policy: MovementPolicy = STANDARD_POLICY,
    options: MovementOptions | None = None,
) -> tuple[Judgment, ...]:
    """One judgment for each unit's order, parallel to `units`; no order is a legal hold."""
    case = Case(board, units, orders, policy, options or MovementOptions())
    judged = []
    for index, status in enumerate(case.status):
        if status == LEGAL:
            judged.append(_LEGAL)
        else:
            refusal = case.refusal.get(index)
            rule = refusal.rule if refusal is not None else ""
            text = refusal_sentence(case, index)
            judged.append(Judgment(_STATUS[status], case.cause[index], text, rule))
    return tuple(judged)
