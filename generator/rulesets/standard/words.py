"""Names and small sentences for people, made in one place."""

from __future__ import annotations

from generator.engine.units import Unit
from generator.engine.words import listed, spelled
from generator.rulesets.standard import facts

__all__ = ["listed", "place", "power_name", "spelled", "unit_words"]


def power_name(power: str) -> str:
    """The name of a power, or what was given where there is none."""
    known = facts.powers().get(power)
    return known.name if known else power


def place(code: str) -> str:
    """The name of a place, or its code where there is none."""
    board = facts.board()
    return board.name_of(code) if board.is_place(code) else code


def unit_words(power: str, unit: Unit) -> str:
    """`Austria's army in Trieste`."""
    name = power_name(power)
    return f"{name}'s {'army' if unit.kind == 'A' else 'fleet'} in {place(unit.at)}"
