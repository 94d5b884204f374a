"""Words that many sentences and tables are made of."""

from __future__ import annotations

from collections.abc import Iterable

from generator.engine.events import Column
from generator.engine.report import Cell, Named, joined
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


def named_sides(facts: Facts, sides: Iterable[str], between: str = ", ") -> Cell:
    """Powers and minor states by their names: `France, Hesse`; "nobody" for none."""
    names = ((Named(facts.name_of(side), side=side),) for side in sides)
    return tuple(joined(names, between)) or "nobody"


def named_place(facts: Facts, code: str) -> Cell:
    return Named(facts.board.name_of(code), province=code)


def side_in(key: str) -> Column:
    """A column of powers and minor states: those under a key of the events' data."""
    return lambda facts, event: named_side(facts, event.data[key])


def place_in(key: str) -> Column:
    """A column of provinces: those under a key of the events' data."""
    return lambda facts, event: named_place(facts, event.data[key])


def figure_in(key: str) -> Column:
    """A column of numbers under a key of the events' data; nothing stands for 0."""
    return lambda facts, event: str(event.data[key] or "")
