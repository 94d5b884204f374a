"""Words that many sentences are made of."""

from __future__ import annotations

from generator.engine.units import Unit
from generator.engine.words import count, listed
from generator.rulesets.europe.facts import Facts

__all__ = ["count", "listed", "unit_words"]


def unit_words(facts: Facts, side: str, unit: Unit) -> str:
    """`France's army in Gascony`, `Genoa's fleet in Genoa`."""
    sort = "army" if unit.kind == "A" else "fleet"
    return f"{facts.name_of(side)}'s {sort} in {facts.board.name_of(unit.at)}"
