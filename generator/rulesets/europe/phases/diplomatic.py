"""The diplomatic phase: influence, the diplomacy of features, declarations, statuses."""

from __future__ import annotations

from generator.rulesets.europe.influence import place_infs, resolve_attacks
from generator.rulesets.europe.refusals import refuse_rest
from generator.rulesets.europe.rulings import apply_rulings
from generator.rulesets.europe.statuses import settle_statuses
from generator.rulesets.europe.turn import Turn

__all__ = ["play"]


def play(turn: Turn) -> None:
    """Resolve the phase. Everybody's placements are booked before the first attack."""
    from generator.rulesets.europe.declarations import declare

    place_infs(turn)
    resolve_attacks(turn)
    for feature in turn.edition.features:
        feature.diplomacy(turn)
    declare(turn)
    refuse_rest(turn)
    apply_rulings(turn, "during")
    if not turn.author:
        settle_statuses(turn)
    turn.go("movement")
