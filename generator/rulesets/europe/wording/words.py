"""Words that many sentences and tables are made of."""

from __future__ import annotations

from collections.abc import Iterable

from generator.engine.report import Cell, Named
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import Facts


def unit_words(facts: Facts, side: str, unit: Unit) -> str:
    """`France's army in Gascony`, `Genoa's fleet in Genoa`."""
    kind = "army" if unit.kind == "A" else "fleet"
    return f"{facts.name_of(side)}'s {kind} in {facts.board.name_of(unit.at)}"


def build_words(facts: Facts, unit: Unit) -> str:
    """`builds an army in Gascony`."""
    kind = "an army" if unit.kind == "A" else "a fleet"
    return f"builds {kind} in {facts.board.name_of(unit.at)}"


def named_side(facts: Facts, side: str) -> Cell:
    """A power or a minor state by its name; "nobody" for neither."""
    return Named(facts.name_of(side), side=side) if side else "nobody"


def named_sides(facts: Facts, sides: Iterable[str]) -> Cell:
    """Powers and minor states by their names: `France, Hesse`; "nobody" for none."""
    parts: list[str | Named] = []
    for side in sides:
        parts += [", "] if parts else []
        parts.append(Named(facts.name_of(side), side=side))
    return tuple(parts) or "nobody"


def named_place(facts: Facts, code: str) -> Cell:
    return Named(facts.board.name_of(code), province=code)
