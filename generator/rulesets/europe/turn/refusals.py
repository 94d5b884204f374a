"""Orders that no step of a phase took up: unreadable ones, and those of another phase."""

from __future__ import annotations

from typing import Any

from generator.rulesets.europe.turn.turn import Turn


def refuse_rest(turn: Turn) -> None:
    """Settle every entry that has no verdict yet: the phase has nothing to do with its order."""
    for entry in turn.entries:
        if entry.verdict is not None:
            continue
        if entry.order is None:
            turn.settle(entry, "illegal", ("unreadable", entry.unread))
        else:
            turn.settle(entry, "illegal", ("wrong-phase", _right_phase(turn, entry.order)))


def _right_phase(turn: Turn, order: Any) -> str:
    course = turn.edition.course
    now = course[turn.moment.phase]
    taker = course.taker_of(order, but=now.slug)
    if taker is None:
        return f"this order has no place in the phase of {now.business}"
    phase, step = taker
    return f"{step.does} in the phase of {phase.business}, and this is {now.business}"
