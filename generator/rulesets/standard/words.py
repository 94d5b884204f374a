"""Names and small sentences for people, made in one place."""

from __future__ import annotations

from generator.engine.units import Unit
from generator.engine.words import listed
from generator.rulesets.standard import facts

__all__ = ["count", "listed", "place", "power_name", "unit_words"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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


def count(number: int, one: str, many: str = "") -> str:
    """`one build`, `12 builds`."""
    word = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"
