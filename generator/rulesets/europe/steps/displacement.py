"""Units that have to leave: whether they may retreat, and to where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from generator.engine.board import province_of
from generator.engine.retreats import mask_of, retreat_places
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import Displaced, Stand
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.turn.feature import first
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn

Cause = Literal["dislodged", "evicted"]


def bar_retreat(turn: Turn, owner: str, unit: Unit, cause: Cause) -> tuple[str, str] | None:
    """Why a unit may not retreat wherever it stands: cause and sentence; None if it may.

    bolster.retreats of the facts names who may, and an edition may grant it to units of an aligned
    state. A unit that is evicted goes by control.eviction_retreat.
    """
    rule = turn.facts.control.eviction_retreat if cause == "evicted" else "as_dislodged"
    of_state = rule == "as_dislodged" or is_minor(turn.standing.side_of(owner))
    if is_minor(owner) and of_state:
        if not turn.edition.retreats(turn, owner):
            return "retreat-state", "units of minor states do not retreat"
        if not turn.standing.is_aligned(owner):
            name = turn.facts.name_of(owner)
            return "retreat-state", f"{name} is aligned with nobody who could order its retreat"
    barred = turn.edition.bar_retreat(turn, (owner, unit))
    if barred is not None:
        return barred
    capable = turn.facts.bolster.retreats
    if "unit_of_power" in capable:
        return None
    if unit.kind == "F":
        barred = ("retreat-fleet", "fleets do not retreat")
    elif unit.strength == 1 and "army_of_power_to_attrition" not in capable:
        barred = ("retreat-unbolstered", "only bolstered armies retreat")
    else:
        return None
    return ("retreat-evicted", barred[1]) if cause == "evicted" else barred


def bar_retreat_to(turn: Turn, stand: Stand, province: str) -> tuple[str, str] | None:
    """Why a feature closes a province to retreats, or None."""
    features = turn.edition.features
    return first(feature.bar_retreat_to(turn, stand, province) for feature in features)


def displace(
    turn: Turn, passage: Passage, leavers: Iterable[tuple[Stand, Cause, str]], barred: Iterable[str]
) -> list[Displaced]:
    """The units that have to leave, with the places they may retreat to.

    leavers: unit, cause, and the province its attacker came from or "". barred: places that are
    occupied after movement, those that units are about to leave among them, or were left empty by
    a standoff. `passage` knows the units as they stand after movement.
    """
    board = turn.board
    closed = -1
    found = []
    for (owner, unit), cause, origin in leavers:
        places: tuple[str, ...] = ()
        if bar_retreat(turn, owner, unit, cause) is None:
            if closed < 0:
                closed = mask_of(board, barred)
            came_from = 1 << board.number[origin] if origin else 0
            places = _places(turn, passage, (owner, unit), closed | came_from)
        found.append(Displaced(owner, unit, cause, origin, places))
    return found


def _places(turn: Turn, passage: Passage, stand: Stand, barred: int) -> tuple[str, ...]:
    """The open places that the unit is entitled to enter, and could stay in."""
    owner, unit = stand
    found = []
    for place in retreat_places(turn.board, unit, barred):
        province = province_of(place)
        if passage.may_enter(stand, province) is not None:
            continue
        if bar_retreat_to(turn, stand, province) is not None:
            continue
        if province in turn.facts.provinces and turn.facts.control.evicts:
            there = Unit(unit.kind, place, unit.strength)
            if check_position(turn, owner, there).kind == "evict":
                continue
        found.append(place)
    return tuple(found)


def weakened(turn: Turn, one: Displaced, to: str) -> Unit:
    """The unit after its retreat: weaker, but never gone."""
    return Unit(one.unit.kind, to, max(1, one.unit.strength - turn.facts.caps.retreat_loss))
