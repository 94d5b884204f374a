"""R7, the Leagues gather: who has influence with the Target takes a side, and hands are dealt."""

from __future__ import annotations

from typing import Any

from generator.rulesets.westphalia.flow import after_religious_war
from generator.rulesets.westphalia.orders import JoinLeague
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import are_apart
from generator.rulesets.westphalia.wars.gathering import gather_leagues
from generator.rulesets.westphalia.wars.religious import combatants, open_melee

__all__ = ["play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    turn.progress.take(gather_leagues(turn.state, _answers(turn)))
    turn.progress.take(open_melee(turn.state, turn.lots))
    war = turn.state.religious_war
    if war is None or war.status == "cancelled":
        after_religious_war(turn)
    else:
        settled = are_apart(turn.state) and not combatants(turn.state)
        turn.go("religious-treaties" if settled else "religious-war")


def _answers(turn: Turn) -> dict[str, list[Any]]:
    """What players say now, and before it what they have said for the case of this Target."""
    war = turn.state.religious_war
    found: dict[str, list[Any]] = {}
    for player in turn.before.seats:
        wishes = turn.state.players[player].wishes.answers
        standing = [
            JoinLeague(league, target)
            for target, league in wishes
            if war is not None and target == war.target
        ]
        found[player] = [*standing, *(order for _, order in turn.orders(player, JoinLeague))]
    return found
