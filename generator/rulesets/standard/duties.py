"""What a power has to order now, in numbers."""

from __future__ import annotations

from generator.engine.words import count, listed
from generator.rulesets.standard.course import kind_of
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.winter_phase import dues


def duties_of(state: StandardState, power: str) -> tuple[str, ...]:
    """Units to order, dislodged units, builds or removals: "2 units to build"."""
    kind = kind_of(state.moment.phase)
    if kind == "movement":
        return (f"{count(len(state.units[power]), 'unit')} to order",)
    if kind == "retreat":
        units = [str(stray.unit) for stray in state.dislodged if stray.owner == power]
        return (f"{count(len(units), 'dislodged unit')}: {listed(units)}",)
    due = dues(state)[power]
    if due.number > 0:
        return (f"{count(min(due.number, len(due.sites)), 'unit')} to build",)
    return (f"{count(-due.number, 'unit')} to remove",)
