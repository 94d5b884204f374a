"""What orders are about, so that a correction finds the line that it corrects."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from generator.engine.corrections import subject_of
from generator.rulesets.westphalia.state.war_orders import BattleOrder

__all__ = ["subject"]


def subject(order: Any) -> Hashable:
    """What an order is about: of two with the same subject one corrects the other."""
    if isinstance(order, BattleOrder):
        return "BattleOrder", order.script.versus
    return subject_of(order)
