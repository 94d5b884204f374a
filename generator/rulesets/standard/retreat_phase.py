"""A retreat phase of standard Diplomacy."""

from __future__ import annotations

from generator.engine.docket import Entry
from generator.engine.orders import Assignment, Stray
from generator.engine.orders.values import AnyOrder, Disband, Waive
from generator.engine.retreats import (
    Fate,
    Stranded,
    explain_retreat,
    mask_of,
    resolve_retreats,
    why_barred,
)
from generator.engine.units import Unit
from generator.engine.verdicts import Reason, Verdict
from generator.rulesets.standard.event_kinds import DISBANDED, RETREAT
from generator.rulesets.standard.facts import NEUTRAL
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.turn import Turn, note_without


def may_retreat(state: StandardState, index: int, order: AnyOrder) -> bool:
    """Whether a dislodged unit may do what is ordered."""
    return resolve_retreats((state.dislodged[index],), (order,))[0].outcome != "illegal"


def retreat(turn: Turn) -> None:
    """Carry out the orders of a retreat phase; nobody is dislodged afterwards."""
    before = turn.before
    stands = [(lost.owner, lost.unit) for lost in before.dislodged]
    given = turn.choose_orders(stands, lambda index, order: may_retreat(before, index, order))
    orders = [entry.order if entry else None for entry in given.written]
    fates = resolve_retreats(before.dislodged, orders)
    units = {power: list(own) for power, own in before.units.items()}
    for lost, fate in zip(before.dislodged, fates, strict=True):
        if fate.to is not None:
            units[lost.owner].append(Unit(lost.unit.kind, fate.to, lost.unit.strength))
    turn.units = arrange(turn.facts, units)
    _settle(turn, given, fates)
    for lost, fate in zip(before.dislodged, fates, strict=True):
        _report(turn, lost, fate)


def disband_all(turn: Turn, stranded: tuple[Stranded, ...]) -> None:
    """Report the dislodged units that have nowhere to go."""
    for lost in stranded:
        cause = "neutral-disbanded" if lost.owner == NEUTRAL else "retreat-nowhere"
        _report(turn, lost, Fate("success", cause))


def refuse_retreat(state: StandardState, stranded: Stranded, order: AnyOrder) -> tuple[str, str]:
    """Why a dislodged unit may not do what was ordered: the cause, and the sentence."""
    board = state.facts.board
    occupied = mask_of(board, (unit.at for _, unit in state.stands()))
    return why_barred(board, stranded, order, occupied, mask_of(board, state.contested))


def _settle(turn: Turn, given: Assignment[Entry], fates: tuple[Fate, ...]) -> None:
    """The verdicts on all entries, and on the dislodged units without one."""
    board, dislodged = turn.facts.board, turn.before.dislodged
    for stray in given.strays:
        why = _not_dislodged(turn.before, stray)
        if why is None:
            turn.refuse_stray(given, stray)
        else:
            turn.settle(stray.written, "illegal", why)
    for index, (lost, fate) in enumerate(zip(dislodged, fates, strict=True)):
        entry = given.written[index]
        if entry is not None and fate.cause == "retreat-barred":
            turn.settle(entry, fate.outcome, refuse_retreat(turn.before, lost, entry.order))
            continue
        said = explain_retreat(board, dislodged, index, fate)
        if entry is not None:
            turn.settle(entry, fate.outcome, (fate.cause, said))
            continue
        order, reason = Disband(lost.unit.piece), Reason(turn.cites(fate.cause), said)
        note = note_without(given, index)
        turn.add_verdict(
            Verdict(lost.owner, str(order), fate.outcome, (reason,), note=note, meaning=order)
        )


def _not_dislodged(state: StandardState, stray: Stray[Entry]) -> tuple[str, str] | None:
    """What is really wrong with an order for a unit that was not dislodged: cause and sentence."""
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


def _report(turn: Turn, stranded: Stranded, fate: Fate) -> None:
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
