"""Strength that powers give up in the builds phase: armies reduced, units disbanded."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import Event
from generator.engine.words import count
from generator.rulesets.europe.state.values import DisbandUnit, ReduceUnit
from generator.rulesets.europe.steps.unit_orders import DISBANDED
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, unit_words

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
        DISBANDED,
        "disband-made",
        f"{words} is disbanded by order",
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
        REDUCED,
        "reduce-made",
        said,
        power=power,
        unit=str(unit),
        points=points,
        strength=after.strength,
    )
    return True


# --- the kind of event


def _strengths(story: Story, events: list[Event]) -> str:
    """Armies made stronger and weaker, and those of states fortified."""
    bought = [event.data for event in events if event.kind != REDUCED.slug]
    up = [data for data in bought if data["sort"] == "bolster"]
    walls = [data for data in bought if data["sort"] == "fortification"]
    down = [event.data for event in events if event.kind == REDUCED.slug]
    parts = []
    if up:
        points = sum(data["points"] for data in up)
        powers = list(dict.fromkeys(data["power"] for data in up))
        does = "bolsters" if len(powers) == 1 else "bolster"
        parts.append(f"{story.names(powers)} {does} armies by {count(points, 'point')}")
    if walls:
        powers = list(dict.fromkeys(data["power"] for data in walls))
        states = list(dict.fromkeys(data["state"] for data in walls))
        does = "fortifies" if len(powers) == 1 else "fortify"
        parts.append(f"{story.names(powers)} {does} {story.names(states)}")
    if down:
        powers = list(dict.fromkeys(data["power"] for data in down))
        does = "reduces" if len(powers) == 1 else "reduce"
        parts.append(f"{story.names(powers)} {does} armies")
    return "; ".join(parts)


STRENGTHS: Final = Sentence(_strengths)

REDUCED: Final = EventKind("reduced", section="Given up", weight=6, sentences=(STRENGTHS,))
