"""R1 and R2: the Round begins with initiative and the Religious Upheaval."""

from __future__ import annotations

from generator.rulesets.westphalia.conversion import begin_reformation
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.upheaval import begin_round, hold_upheaval, set_initiative
from generator.rulesets.westphalia.victory import check_victory

__all__ = ["play"]


def play(turn: Turn) -> None:
    begin_round(turn.progress)
    take_standing_orders(turn)
    begin_reformation(turn.progress)
    set_initiative(turn.progress)
    hold_upheaval(turn.progress, turn.lots)
    if not check_victory(turn.progress, "upheaval"):
        turn.go("choice")
