"""Rulings on the order in which the diplomatic attacks of a phase are made."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.rulings import RulingKind
from generator.engine.words import listed
from generator.rulesets.europe.steps.influence import RULED_ORDER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.ruling_facts import RulingFacts
from generator.rulesets.europe.turn.turn import Turn


class AttackRulings(Feature):
    """Lets the referee say who attacks first, everywhere or in one state."""

    def rulings(self) -> Mapping[str, RulingKind]:
        kind = RulingKind(("powers",), ("state",), "during", words=_words, phases=("movement",))
        return {RULED_ORDER: kind}


def _words(turn: Turn, facts: RulingFacts) -> str:
    names = [turn.facts.name_of(power) for power in facts.powers()]
    where = f" in {turn.facts.name_of(facts.state())}" if "state" in facts else ""
    that = "that" if len(names) == 1 else "those"
    return f"the diplomatic attacks{where} begin with {that} of {listed(names)}"
