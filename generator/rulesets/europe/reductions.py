"""Strength that powers give up in the builds phase: armies reduced, units disbanded."""

from __future__ import annotations

from msgspec.structs import replace

from generator.engine.units import Piece, Unit
from generator.rulesets.europe.turn import Entry, Turn
from generator.rulesets.europe.values import DisbandUnit, ReduceUnit
from generator.rulesets.europe.words import count, unit_words

__all__ = ["Bar", "reduce_units", "unit_meant"]

Bar = tuple[str, str]
"""Why a power may bolster nothing in this phase: cause and sentence."""


def reduce_units(turn: Turn) -> dict[str, Bar]:
    """Reduce and disband as ordered; nothing is paid back. Returns who may not bolster, and why."""
    barred: dict[str, Bar] = {}
    for entry in turn.entries_of(ReduceUnit, DisbandUnit):
        order = entry.order
        unit = unit_meant(turn, entry.power, order.unit)
        disband = isinstance(order, DisbandUnit)
        if unit is None:
            said = f"{turn.facts.name_of(entry.power)} has no {order.unit}"
            turn.settle(
                entry, "illegal", ("disband-no-unit" if disband else "reduce-no-unit", said)
            )
        elif disband:
            _disband(turn, entry, unit)
            words = unit_words(turn.facts, entry.power, unit)
            barred[entry.power] = ("bolster-after-disband", f"{words} was disbanded in this phase")
        elif _reduce(turn, entry, unit, order.points):
            words = unit_words(turn.facts, entry.power, unit)
            said = f"{words} was reduced in this phase"
            barred.setdefault(entry.power, ("bolster-after-reduction", said))
    return barred


def unit_meant(turn: Turn, side: str, piece: Piece) -> Unit | None:
    """The unit of a side that an order names, or None. A coast need not be written."""
    for owner, unit in turn.stands:
        if owner == side and unit.province == piece.province:
            fits = piece.kind in ("", unit.kind) and piece.at in (unit.at, unit.province)
            return unit if fits else None
    return None


def _disband(turn: Turn, entry: Entry, unit: Unit) -> None:
    power = entry.power
    turn.stands.remove((power, unit))
    words = unit_words(turn.facts, power, unit)
    turn.settle(entry, "success", ("disband-made", f"{words} is disbanded; nothing is paid back"))
    turn.report(
        "disbanded",
        "disband-made",
        f"{words} is disbanded by order",
        powers=[power],
        provinces=[unit.province],
        weight=8,
        power=power,
        unit=str(unit),
        points=unit.strength,
    )


def _reduce(turn: Turn, entry: Entry, unit: Unit, points: int) -> bool:
    power = entry.power
    words = unit_words(turn.facts, power, unit)
    if not 1 <= points < unit.strength:
        said = f"{words} has strength {unit.strength} and must keep at least 1"
        if points < 1:
            said = f"nobody can be reduced by {points}"
        turn.settle(entry, "illegal", ("reduce-too-far", said))
        return False
    after = replace(unit, strength=unit.strength - points)
    turn.stands[turn.stands.index((power, unit))] = (power, after)
    said = f"{words} is reduced by {count(points, 'point')} to strength {after.strength}"
    turn.settle(entry, "success", ("reduce-made", f"{said}; nothing is paid back"))
    turn.report(
        "reduced",
        "reduce-made",
        said,
        powers=[power],
        provinces=[unit.province],
        weight=6,
        power=power,
        unit=str(unit),
        points=points,
        strength=after.strength,
    )
    return True
