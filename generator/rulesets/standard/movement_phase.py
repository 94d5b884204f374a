"""A movement phase of Diplomacy: from sheets to verdicts and the new position, and once more from
the verdicts, for maps and for what might have been."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.engine.board import Board
from generator.engine.docket import Entry
from generator.engine.movement import Explainer, Movement
from generator.engine.orders import Assignment
from generator.engine.orders.values import Hold, UnitOrder
from generator.engine.phases import Resolution
from generator.engine.retreats import Stranded, mask_of, retreat_places
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.standard.event_kinds import DISLODGED
from generator.rulesets.standard.facts import NEUTRAL
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.turn import Turn, note_without

if TYPE_CHECKING:
    from generator.engine.verdicts import Remedy


def strand(board: Board, movement: Movement) -> tuple[Stranded, ...]:
    """The dislodged units with the places to which each may retreat."""
    if not movement.dislodged:
        return ()
    barred = mask_of(board, (at for at in movement.places if at is not None))
    barred |= mask_of(board, movement.contested)
    found = []
    for stranded in movement.dislodged:
        closed = barred
        if stranded.attacker_from is not None:
            closed |= 1 << board.number[stranded.attacker_from]
        # Neutral units do not retreat.
        retreats = stranded.owner != NEUTRAL
        places = retreat_places(board, stranded.unit, closed) if retreats else ()
        found.append(Stranded(stranded.owner, stranded.unit, stranded.attacker_from, places))
    return tuple(found)


def move_units(turn: Turn) -> None:
    """Carry out the orders of a movement phase."""
    before, facts = turn.before, turn.facts
    stands = before.stands()
    given = turn.choose_orders(stands, before.is_legal_alone)
    movement = before.resolve([entry.order if entry else None for entry in given.written])
    units: dict[str, list[Unit]] = {}
    for (power, unit), at in zip(stands, movement.places, strict=True):
        if at is not None:
            units.setdefault(power, []).append(
                unit if at == unit.at else Unit(unit.kind, at, unit.strength)
            )
    turn.units, turn.dislodged = arrange(facts, units), strand(facts.board, movement)
    turn.contested = tuple(sorted(movement.contested)) if turn.dislodged else ()
    _settle(turn, given, movement)
    for stranded in movement.dislodged:
        attacker, by = stands[stranded.by]
        army = "army" if by.kind == "A" else "fleet"
        text = (
            f"{facts.unit_words(stranded.owner, stranded.unit)} is dislodged by "
            f"{facts.name_of(attacker)}'s {army} from {facts.place(by.at)}"
        )
        powers = (attacker, *((stranded.owner,) if stranded.owner in facts.powers else ()))
        turn.report(DISLODGED, "dislodged", text, powers, (stranded.unit.province,))


def _settle(turn: Turn, given: Assignment[Entry], movement: Movement) -> None:
    """The verdicts on all entries, and on the units without one."""
    explain = Explainer(movement, turn.facts.rulebook).explain
    for stray in given.strays:
        turn.refuse_stray(given, stray)
    for index, (power, unit) in enumerate(movement.units):
        entry, outcome = given.written[index], movement.outcomes[index]
        reasons, strength = explain(index), movement.strength(index)
        if entry is not None:
            turn.settle(entry, outcome, *reasons, strength=strength)
            continue
        if power == NEUTRAL:  # nobody could have ordered it
            continue
        hold, note = Hold(unit.piece), note_without(given, index)
        turn.add_verdict(
            Verdict(power, str(hold), outcome, reasons, note=note, strength=strength, meaning=hold)
        )


def replay_movement(
    before: StandardState, verdicts: Sequence[Verdict]
) -> tuple[Movement, tuple[int, ...]]:
    """The movement of the orders that counted, and for each verdict the unit that its order counted
    for, or -1."""
    struck = before.facts.rulebook.cites("ruling")
    stands = before.stands()
    where = {(power, unit.province): index for index, (power, unit) in enumerate(stands)}
    counted: list[UnitOrder | None] = [None] * len(stands)
    units = [-1] * len(verdicts)
    for number, verdict in enumerate(verdicts):
        order = verdict.meant
        if verdict.outcome == "illegal" or any(reason.rule == struck for reason in verdict.reasons):
            continue
        if isinstance(order, UnitOrder):
            units[number] = index = where[verdict.power, order.unit.province]
            counted[index] = order
    return before.resolve(counted), tuple(units)


def remedies(before: StandardState, resolution: Resolution[StandardState]) -> Mapping[int, Remedy]:
    """What one other order would have made the failed orders of a movement phase succeed, by the
    numbers of verdicts; of other phases there is nothing.

    Rulings need not be known: those on orders show in the verdicts, and all others come after it.
    """
    from generator.engine.movement.why.remedies import remedies_of_verdicts

    if before.kind != "movement":
        return {}
    movement, units = replay_movement(before, resolution.verdicts)
    sides = [power for power, _ in movement.units]
    name_of = before.facts.name_of
    return remedies_of_verdicts(movement, resolution.verdicts, units, sides, name_of=name_of)
