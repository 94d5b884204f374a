"""A movement phase again, from its verdicts: for maps, and for what might have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.engine.movement import Movement, resolve_movement
from generator.engine.orders.values import UnitOrder
from generator.engine.verdicts import Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import movement_options
from generator.rulesets.standard.state import StandardState


class Replay(NamedTuple):
    """A resolved movement, and for each verdict the unit that its order counted for, or -1."""

    movement: Movement
    units: tuple[int, ...]


def replay_movement(before: StandardState, verdicts: Sequence[Verdict]) -> Replay:
    """The movement of the orders that counted."""
    struck = facts.rulebook().cites("ruling")
    stands = before.stands()
    where = {(power, unit.province): index for index, (power, unit) in enumerate(stands)}
    counted: list[UnitOrder | None] = [None] * len(stands)
    units = [-1] * len(verdicts)
    for number, verdict in enumerate(verdicts):
        order = verdict.meant
        if verdict.outcome == "illegal" or any(reason.rule == struck for reason in verdict.reasons):
            continue
        if isinstance(order, UnitOrder):
            units[number] = index = where[verdict.power, order.unit.province]
            counted[index] = order
    options = movement_options(before.options)
    movement = resolve_movement(facts.board(), stands, counted, options=options)
    return Replay(movement, tuple(units))
