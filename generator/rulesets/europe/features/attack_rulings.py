"""Rulings on the order in which the diplomatic attacks of a phase are made."""

from __future__ import annotations

from generator.engine.rulings import Kinds
from generator.engine.words import listed
from generator.rulesets.europe.steps.influence import RULED_ORDER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, MinorState
from generator.rulesets.europe.turn.turn import Turn


class AttackRulings(Feature):
    """Lets the referee say who attacks first, everywhere or in one state."""

    def rulings(self) -> Kinds:
        return {RULED_ORDER: AttacksRuling}


class AttacksRuling(EuropeRuling, frozen=True):
    """the order of attacks: decides which powers attack first, everywhere or in one state"""

    point = "during"
    phases = ("movement",)
    powers: tuple[LivingPower, ...]
    state: MinorState | None = None

    def words(self, turn: Turn) -> str:
        names = [turn.facts.name_of(power) for power in self.powers]
        where = f" in {turn.facts.name_of(self.state)}" if self.state else ""
        that = "that" if len(names) == 1 else "those"
        return f"the diplomatic attacks{where} begin with {that} of {listed(names)}"
