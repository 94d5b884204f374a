"""A movement phase of standard Diplomacy: from sheets to verdicts and the new position."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.docket import Entry
from generator.engine.movement import Explainer, Movement, resolve_movement
from generator.engine.orders import Assignment
from generator.engine.orders.values import AnyOrder, Hold
from generator.engine.retreats import Stranded, mask_of, retreat_places
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import (
    Stand,
    choose_orders,
    is_legal_alone,
    movement_options,
    note_without,
    refuse_stray,
)
from generator.rulesets.standard.event_kinds import DISLODGED
from generator.rulesets.standard.state import arrange
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.words import place, power_name, unit_words


def strand(movement: Movement) -> tuple[Stranded, ...]:
    """The dislodged units with the places to which each may retreat."""
    if not movement.dislodged:
        return ()
    board = facts.board()
    barred = mask_of(board, (at for at in movement.places if at is not None))
    barred |= mask_of(board, movement.contested)
    found = []
    for stranded in movement.dislodged:
        closed = barred
        if stranded.attacker_from is not None:
            closed |= 1 << board.number[stranded.attacker_from]
        places = retreat_places(board, stranded.unit, closed)
        found.append(Stranded(stranded.owner, stranded.unit, stranded.attacker_from, places))
    return tuple(found)


def move_units(turn: Turn) -> None:
    """Carry out the orders of a movement phase."""
    stands, options = turn.before.stands(), movement_options(turn.before.options)

    def is_legal(index: int, order: AnyOrder) -> bool:
        return is_legal_alone(facts.board(), stands, index, order, options)

    given = choose_orders(turn, stands, is_legal)
    movement = resolve_movement(
        facts.board(),
        stands,
        [entry.order if entry else None for entry in given.written],
        options=options,
    )
    units: dict[str, list[Unit]] = {}
    for (power, unit), at in zip(stands, movement.places, strict=True):
        if at is not None:
            units.setdefault(power, []).append(
                unit if at == unit.at else Unit(unit.kind, at, unit.strength)
            )
    turn.units, turn.dislodged = arrange(units), strand(movement)
    turn.contested = tuple(sorted(movement.contested)) if turn.dislodged else ()
    _settle(turn, stands, given, movement)
    for stranded in movement.dislodged:
        attacker, by = stands[stranded.by]
        army = "army" if by.kind == "A" else "fleet"
        text = (
            f"{unit_words(stranded.owner, stranded.unit)} is dislodged by "
            f"{power_name(attacker)}'s {army} from {place(by.at)}"
        )
        powers = (attacker, stranded.owner)
        turn.report(DISLODGED, "dislodged", text, powers, (stranded.unit.province,))


def _settle(
    turn: Turn, stands: Sequence[Stand], given: Assignment[Entry], movement: Movement
) -> None:
    """The verdicts on all entries, and on the units without one."""
    explain = Explainer(movement, facts.rulebook()).explain
    for stray in given.strays:
        refuse_stray(turn, given, stray)
    for index, (power, unit) in enumerate(stands):
        entry, outcome = given.written[index], movement.outcomes[index]
        reasons, strength = explain(index), movement.strength(index)
        if entry is not None:
            turn.settle(entry, outcome, *reasons, strength=strength)
            continue
        hold, note = Hold(unit.piece), note_without(given, index)
        turn.add_verdict(
            Verdict(power, str(hold), outcome, reasons, note=note, strength=strength, meaning=hold)
        )
