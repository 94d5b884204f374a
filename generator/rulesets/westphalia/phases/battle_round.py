"""R6 in live play: one battle round of all battles that run."""

from __future__ import annotations

from generator.rulesets.westphalia.flow import frozen_players, orders_of_all, put_off
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import belligerents
from generator.rulesets.westphalia.wars.fighting import play_round

__all__ = ["play"]


def play(turn: Turn) -> None:
    """POW-MAIL-4: cards, and calls after them; then the next battle round or the treaties."""
    take_standing_orders(turn, frozen=frozen_players(turn))
    battle, _, tick = turn.before.moment.phase.partition("-round-")
    turn.progress.take(play_round(turn.state, orders_of_all(turn), turn.lots))
    put_off(turn)
    if belligerents(turn.state):
        turn.go(f"{battle}-round-{int(tick) + 1}")
    else:
        turn.go(battle.replace("battles", "treaties"))
