"""A movement phase of standard Diplomacy: from sheets to verdicts and the new position."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.movement import Explainer, Movement, resolve_movement
from generator.engine.orders.values import Hold
from generator.engine.retreats import Stranded, mask_of, retreat_places
from generator.engine.units import Unit
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import Choice, movement_options
from generator.rulesets.standard.event_kinds import DISLODGED
from generator.rulesets.standard.played import Played, entry_verdict, event, refusal_verdict
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.words import place, power_name, unit_words

Stand = tuple[str, Unit]


def move(state: StandardState, choice: Choice) -> Movement:
    """The resolved movement of the orders that count."""
    orders = [entry.order if entry else None for entry in choice.counted]
    return resolve_movement(
        facts.board(),
        state.stands(),
        orders,  # type: ignore[arg-type]
        options=movement_options(state.options),
    )


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


def play_movement(state: StandardState, choice: Choice) -> Played:
    """Carry out the orders of a movement phase."""
    stands = state.stands()
    movement = move(state, choice)
    stranded = strand(movement)
    units: dict[str, list[Unit]] = {}
    for (power, unit), at in zip(stands, movement.places, strict=True):
        if at is not None:
            units.setdefault(power, []).append(
                unit if at == unit.at else Unit(unit.kind, at, unit.strength)
            )
    return Played(
        arrange(units),
        stranded,
        tuple(sorted(movement.contested)) if stranded else (),
        _verdicts(stands, choice, movement),
        _events(stands, movement),
    )


def _verdicts(stands: Sequence[Stand], choice: Choice, movement: Movement) -> tuple[Verdict, ...]:
    """Verdicts power by power: the sheet in written order, then the units without an order."""
    explain = Explainer(movement, facts.rulebook()).explain
    by_power: dict[str, list[Verdict]] = {power: [] for power in facts.powers()}
    for entry in choice.entries:
        if entry.cause:
            verdict = refusal_verdict(entry)
        else:
            reasons = explain(entry.index)
            strength = movement.strength(entry.index)
            verdict = entry_verdict(entry, movement.outcomes[entry.index], reasons, strength)
        by_power.setdefault(entry.power, []).append(verdict)
    named = {entry.index for entry in choice.entries if entry.index >= 0}
    for index, (power, unit) in enumerate(stands):
        if choice.counted[index] is None:
            note = "no order that counts" if index in named else NO_ORDER
            hold = Hold(unit.piece)
            by_power[power].append(
                Verdict(
                    power,
                    str(hold),
                    movement.outcomes[index],
                    explain(index),
                    note=note,
                    strength=movement.strength(index),
                    meaning=hold,
                )
            )
    return tuple(verdict for verdicts in by_power.values() for verdict in verdicts)


def _events(stands: Sequence[Stand], movement: Movement) -> tuple[Event, ...]:
    events = []
    for stranded in movement.dislodged:
        attacker, by = stands[stranded.by]
        army = "army" if by.kind == "A" else "fleet"
        text = (
            f"{unit_words(stranded.owner, stranded.unit)} is dislodged by "
            f"{power_name(attacker)}'s {army} from {place(by.at)}"
        )
        powers = (attacker, stranded.owner)
        events.append(event(DISLODGED, "dislodged", text, powers, (stranded.unit.province,)))
    return tuple(events)
