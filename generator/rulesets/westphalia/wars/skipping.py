"""Lines that are not carried out: their authors are told why, and nobody else what they meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.rulesets.westphalia.progress import Progress

if TYPE_CHECKING:
    from generator.engine.verdicts import Outcome

__all__ = ["skip"]


def skip(
    progress: Progress, player: str, order: object, outcome: Outcome, reason: tuple[str, str]
) -> None:
    """Pass over a line of a player's list. The reason is (rule id, sentence)."""
    progress.judge(player, order, outcome, reason, known_to=(player,))
