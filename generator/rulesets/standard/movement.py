"""A movement phase of Diplomacy: from sheets to verdicts and the new position, and again from the
verdicts, for maps and for remedies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.engine.board import Board
from generator.engine.docket import Entry
from generator.engine.movement import Explainer, Movement
from generator.engine.orders import Assignment, Stray
from generator.engine.orders.values import AnyOrder, Disband, Hold, UnitOrder, Waive
from generator.engine.phases import Resolution
from generator.engine.retreats import (
    Fate,
    Stranded,
    explain_retreat,
    mask_of,
    resolve_retreats,
    retreat_places,
    why_barred,
)
from generator.engine.units import Unit
from generator.engine.verdicts import Reason, Verdict
from generator.rulesets.standard.event_kinds import DISBANDED, DISLODGED, RETREAT
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
            units.setdefault(power, []).append(replace(unit, at=at))
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
        if power == NEUTRAL:  # no power could have ordered it
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
    """For each failed order of a movement phase, the one other order that would have made it
    succeed, by the numbers of verdicts. Other phases have no remedies.

    Rulings need not be known: those on orders show in the verdicts, and all others come after it.
    """
    from generator.engine.movement.why.remedies import remedies_of_verdicts

    if before.kind != "movement":
        return {}
    movement, units = replay_movement(before, resolution.verdicts)
    sides = [power for power, _ in movement.units]
    name_of = before.facts.name_of
    return remedies_of_verdicts(movement, resolution.verdicts, units, sides, name_of=name_of)


def may_retreat(state: StandardState, index: int, order: AnyOrder) -> bool:
    """Whether a dislodged unit may carry out its order."""
    return resolve_retreats((state.dislodged[index],), (order,))[0].outcome != "illegal"


def retreat(turn: Turn) -> None:
    """Carry out the orders of a retreat phase; no unit is dislodged afterwards."""
    before = turn.before
    stands = [(lost.owner, lost.unit) for lost in before.dislodged]
    given = turn.choose_orders(stands, lambda index, order: may_retreat(before, index, order))
    orders = [entry.order if entry else None for entry in given.written]
    fates = resolve_retreats(before.dislodged, orders)
    units = {power: list(own) for power, own in before.units.items()}
    for lost, fate in zip(before.dislodged, fates, strict=True):
        if fate.to is not None:
            units[lost.owner].append(replace(lost.unit, at=fate.to))
        _report_fate(turn, lost, fate)
    turn.units = arrange(turn.facts, units)
    _settle_retreats(turn, given, fates)


def disband_all(turn: Turn, stranded: tuple[Stranded, ...]) -> None:
    """Report the dislodged units that have nowhere to go."""
    for lost in stranded:
        cause = "neutral-disbanded" if lost.owner == NEUTRAL else "retreat-nowhere"
        _report_fate(turn, lost, Fate("success", cause))


def refuse_retreat(state: StandardState, stranded: Stranded, order: AnyOrder) -> tuple[str, str]:
    """Why a dislodged unit may not carry out its order: the cause, and the sentence."""
    board = state.facts.board
    occupied = mask_of(board, (unit.at for _, unit in state.stands()))
    return why_barred(board, stranded, order, occupied, mask_of(board, state.contested))


def _settle_retreats(turn: Turn, given: Assignment[Entry], fates: tuple[Fate, ...]) -> None:
    """The verdicts on all entries, and on the dislodged units without one."""
    board, dislodged = turn.facts.board, turn.before.dislodged
    for stray in given.strays:
        if why := _not_dislodged(turn.before, stray):
            turn.settle(stray.written, "illegal", why)
        else:
            turn.refuse_stray(given, stray)
    for index, (lost, fate) in enumerate(zip(dislodged, fates, strict=True)):
        entry, said = given.written[index], explain_retreat(board, dislodged, index, fate)
        if entry is not None:
            barred = fate.cause == "retreat-barred"
            why = refuse_retreat(turn.before, lost, entry.order) if barred else (fate.cause, said)
            turn.settle(entry, fate.outcome, why)
            continue
        order, reason = Disband(lost.unit.piece), Reason(turn.cites(fate.cause), said)
        note = note_without(given, index)
        turn.add_verdict(
            Verdict(lost.owner, str(order), fate.outcome, (reason,), note=note, meaning=order)
        )


def _not_dislodged(state: StandardState, stray: Stray[Entry]) -> tuple[str, str] | None:
    """The real problem with an order for a unit that was not dislodged: cause and sentence."""
    order = stray.written.order
    if order is None or stray.unit >= 0:
        return None
    if isinstance(order, Waive):
        return "retreat-not-dislodged", "only dislodged units are ordered in a retreat phase"
    at = order.unit.province
    owner = next((power for power, unit in state.stands() if unit.province == at), None)
    if owner is None:
        return None
    if owner == stray.power:
        return "retreat-not-dislodged", f"the unit in {state.facts.place(at)} is not dislodged"
    return "foreign-unit", f"the unit in {state.facts.place(at)} belongs to another power"


def _report_fate(turn: Turn, stranded: Stranded, fate: Fate) -> None:
    facts = turn.facts
    unit, here = facts.unit_words(stranded.owner, stranded.unit), stranded.unit.province
    if fate.to is not None:
        text = f"{unit} retreats to {facts.place(fate.to)}"
        provinces = (here, fate.to.partition("/")[0])
        turn.report(RETREAT, "retreat-made", text, (stranded.owner,), provinces)
        return
    why = {
        "retreat-collision": "is disbanded: two units retreated to one province",
        "retreat-nowhere": "is disbanded: it has nowhere to go",
        "neutral-disbanded": "is disbanded: neutral units do not retreat",
        "retreat-no-order": "is disbanded: no retreat was ordered",
        "retreat-barred": "is disbanded: its retreat was not allowed",
        "retreat-disband": "is disbanded",
    }[fate.cause]
    cause = "retreat-no-order" if fate.cause == "retreat-barred" else fate.cause
    powers = (stranded.owner,) if stranded.owner in facts.powers else ()
    turn.report(DISBANDED, cause, f"{unit} {why}", powers, (here,))
