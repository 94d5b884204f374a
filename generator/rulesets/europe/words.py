"""Words that many sentences and tables are made of."""

from __future__ import annotations

from generator.engine.report import Cell, Named
from generator.engine.units import Unit
from generator.engine.words import listed
from generator.rulesets.europe.facts import Facts

__all__ = ["count", "listed", "named_place", "named_side", "unit_words"]


def unit_words(facts: Facts, side: str, unit: Unit) -> str:
    """`France's army in Gascony`, `Genoa's fleet in Genoa`."""
    sort = "army" if unit.kind == "A" else "fleet"
    return f"{facts.name_of(side)}'s {sort} in {facts.board.name_of(unit.at)}"


def named_side(facts: Facts, side: str) -> Cell:
    """A power or a minor state by its name; "nobody" for neither."""
    return Named(facts.name_of(side), side=side) if side else "nobody"


def named_place(facts: Facts, code: str) -> Cell:
    return Named(facts.board.name_of(code), province=code)


def count(number: int, noun: str) -> str:
    """`1 unit`, `3 units`; nouns in -y change it: `2 armies`."""
    if number == 1:
        return f"1 {noun}"
    many = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeou" else f"{noun}s"
    return f"{number} {many}"
