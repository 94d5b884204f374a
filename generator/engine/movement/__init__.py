"""Movement for units of any strength: judging orders, resolving them, and saying why."""

from generator.engine.movement.policy import (
    STANDARD_POLICY,
    MovementOptions,
    MovementPolicy,
    No,
    PolicyWords,
    Stand,
    StandardPolicy,
)
from generator.engine.movement.result import Dislodged, Movement, resolve_movement
from generator.engine.movement.why.explain import Explainer
from generator.engine.movement.why.refusals import Judgment, judge_orders

__all__ = [
    "STANDARD_POLICY",
    "Dislodged",
    "Explainer",
    "Judgment",
    "Movement",
    "MovementOptions",
    "MovementPolicy",
    "No",
    "PolicyWords",
    "Stand",
    "StandardPolicy",
    "judge_orders",
    "resolve_movement",
]
