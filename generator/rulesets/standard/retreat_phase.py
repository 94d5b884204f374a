"""A retreat phase of standard Diplomacy."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

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
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import Choice, Entry, assign_lines
from generator.rulesets.standard.event_kinds import DISBANDED, RETREAT
from generator.rulesets.standard.played import Played, cited, entry_verdict, event, refusal_verdict
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.words import place, unit_words


def choose_retreats(state: StandardState, lines: Sequence[Entry]) -> Choice:
    """The entries of a retreat phase, and for each dislodged unit the one that counts.

    `index` counts the dislodged units.
    """
    stands = [(lost.owner, lost.unit) for lost in state.dislodged]
    choice = assign_lines(
        facts.board(), stands, lines, lambda index, order: may_retreat(state, index, order)
    )
    return Choice(tuple(_named(state, entry) for entry in choice.entries), choice.counted)


def may_retreat(state: StandardState, index: int, order: AnyOrder) -> bool:
    """Whether a dislodged unit may do what is ordered."""
    return resolve_retreats((state.dislodged[index],), (order,))[0].outcome != "illegal"


def play_retreats(state: StandardState, choice: Choice) -> Played:
    """Carry out the orders of a retreat phase; nobody is dislodged afterwards."""
    stranded = state.dislodged
    orders = [entry.order if entry else None for entry in choice.counted]
    fates = resolve_retreats(stranded, orders)
    units = {power: list(own) for power, own in state.units.items()}
    for lost, fate in zip(stranded, fates, strict=True):
        if fate.to is not None:
            units[lost.owner].append(Unit(lost.unit.kind, fate.to, lost.unit.strength))
    return Played(
        arrange(units),
        (),
        (),
        _verdicts(state, choice, fates),
        tuple(_event(lost, fate) for lost, fate in zip(stranded, fates, strict=True)),
    )


def disband_all(stranded: tuple[Stranded, ...]) -> tuple[Event, ...]:
    """The events of dislodged units that have nowhere to go."""
    return tuple(_event(lost, Fate("success", "retreat-nowhere")) for lost in stranded)


def refuse_retreat(state: StandardState, stranded: Stranded, order: AnyOrder) -> tuple[str, str]:
    """Why a dislodged unit may not do what was ordered: the cause, and the sentence."""
    board = facts.board()
    occupied = mask_of(board, (unit.at for _, unit in state.stands()))
    return why_barred(board, stranded, order, occupied, mask_of(board, state.contested))


def _named(state: StandardState, entry: Entry) -> Entry:
    """The entry with what is really wrong, where it is for a unit that was not dislodged."""
    if entry.order is None or entry.index >= 0 or entry.cause == "ruling":
        return entry
    if isinstance(entry.order, Waive):
        said = "only dislodged units are ordered in a retreat phase"
        return replace(entry, cause="retreat-not-dislodged", text=said)
    at = entry.order.unit.province
    owner = next((power for power, unit in state.stands() if unit.province == at), None)
    if owner == entry.power:
        said = f"the unit in {place(at)} is not dislodged"
        return replace(entry, cause="retreat-not-dislodged", text=said)
    if owner is not None:
        said = f"the unit in {place(at)} belongs to another power"
        return replace(entry, cause="foreign-unit", text=said)
    return entry


def _verdicts(state: StandardState, choice: Choice, fates: tuple[Fate, ...]) -> tuple[Verdict, ...]:
    board = facts.board()
    by_power: dict[str, list[Verdict]] = {power: [] for power in facts.powers()}
    for entry in choice.entries:
        if entry.cause:
            verdict = refusal_verdict(entry)
        else:
            fate = fates[entry.index]
            if fate.cause == "retreat-barred" and entry.order is not None:
                reason = cited(*refuse_retreat(state, state.dislodged[entry.index], entry.order))
            else:
                said = explain_retreat(board, state.dislodged, entry.index, fate)
                reason = cited(fate.cause, said)
            verdict = entry_verdict(entry, fate.outcome, (reason,))
        by_power.setdefault(entry.power, []).append(verdict)
    named = {entry.index for entry in choice.entries if entry.index >= 0}
    for index, (stranded, fate) in enumerate(zip(state.dislodged, fates, strict=True)):
        if choice.counted[index] is None:
            reason = cited(fate.cause, explain_retreat(board, state.dislodged, index, fate))
            note = "no order that counts" if index in named else NO_ORDER
            order = Disband(stranded.unit.piece)
            by_power[stranded.owner].append(
                Verdict(
                    stranded.owner, str(order), fate.outcome, (reason,), note=note, meaning=order
                )
            )
    return tuple(verdict for verdicts in by_power.values() for verdict in verdicts)


def _event(stranded: Stranded, fate: Fate) -> Event:
    unit, here = unit_words(stranded.owner, stranded.unit), stranded.unit.province
    if fate.to is not None:
        text = f"{unit} retreats to {place(fate.to)}"
        provinces = (here, fate.to.partition("/")[0])
        return event(RETREAT, "retreat-made", text, (stranded.owner,), provinces)
    why = {
        "retreat-collision": "is disbanded: two units retreated to one province",
        "retreat-nowhere": "is disbanded: it has nowhere to go",
        "retreat-no-order": "is disbanded: no retreat was ordered",
        "retreat-barred": "is disbanded: its retreat was not allowed",
        "retreat-disband": "is disbanded",
    }[fate.cause]
    cause = "retreat-no-order" if fate.cause == "retreat-barred" else fate.cause
    return event(DISBANDED, cause, f"{unit} {why}", (stranded.owner,), (here,))
