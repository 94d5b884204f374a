"""Retreats of units that were dislodged or may not stay."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.docket import Entry
from generator.engine.orders import (
    AnyOrder,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Stray,
    SupportHold,
    SupportMove,
)
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
from generator.engine.verdicts import NO_ORDER, Reason, Verdict
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import Displaced
from generator.rulesets.europe.steps.movement import (
    bar_retreat_to,
    passage_of,
    report_disbanded,
    weakened,
)
from generator.rulesets.europe.steps.unit_orders import RETREAT, Given, give_orders, refuse_stray
from generator.rulesets.europe.turn.rulings import rulings_of, unit_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

_ORDERS = (Retreat, Disband, Move, Hold, SupportHold, SupportMove, Convoy)


def resolve_retreat_orders(turn: Turn) -> None:
    """Resolve the retreats and settle the orders for them."""
    leaving = _ruled(turn)
    stranded = tuple(
        Stranded(displaced.owner, displaced.unit, displaced.attacker_from or None, displaced.places)
        for displaced in leaving
    )

    def is_legal(index: int, order: AnyOrder) -> bool:
        return resolve_retreats((stranded[index],), (order,))[0].outcome != "illegal"

    units = [(displaced.owner, displaced.unit) for displaced in leaving]
    given = give_orders(turn, units, turn.entries_of(*_ORDERS), is_legal)
    fates = resolve_retreats(stranded, given.orders)
    _settle(turn, leaving, stranded, given, fates)
    turn.fates = tuple(zip(leaving, fates, strict=True))


def carry_out_retreats(turn: Turn) -> None:
    """Move the units that retreat, and remove those without a legal order."""
    for displaced, fate in turn.fates:
        unit = _carry_out(turn, displaced, fate)
        if unit is not None:
            turn.retreated.append((displaced, unit))
    turn.displaced, turn.contested = (), ()


def _ruled(turn: Turn) -> tuple[Displaced, ...]:
    """The displaced units, their places with what the referee has ruled on them."""
    found = list(turn.displaced)
    for ruling in rulings_of(turn, "entry"):
        unit, to = unit_of(turn, ruling.unit), ruling.to
        for number, one in enumerate(found):
            if one.unit.province != unit.province:
                continue
            others = tuple(place for place in one.places if province_of(place) != to)
            allowed = _granted(turn, one, ruling) if ruling.kind != "void" else ()
            found[number] = replace(one, places=tuple(sorted((*others, *allowed))))
    return tuple(found)


def _granted(turn: Turn, one: Displaced, ruling: Any) -> tuple[str, ...]:
    """The places to which a ruling lets a unit retreat: next to it, and empty."""
    taken = [unit.at for _, unit in turn.stands] + [other.unit.at for other in turn.displaced]
    near = retreat_places(turn.board, one.unit, mask_of(turn.board, taken))
    places = tuple(place for place in near if province_of(place) == ruling.to)
    if not places:
        raise ruling.refuse(f"{one.unit} cannot reach {ruling.to}, or it is occupied")
    return places


def _settle(
    turn: Turn,
    leaving: tuple[Displaced, ...],
    stranded: tuple[Stranded, ...],
    given: Given,
    fates: tuple[Fate, ...],
) -> None:
    sides = given.sides
    for index, (one, fate) in enumerate(zip(leaving, fates, strict=True)):
        entry = given.counted[index]
        if entry is None:
            if is_minor(sides[index]):
                continue
            note = "no order that counts" if index in given.named else NO_ORDER
            text = explain_retreat(turn.board, stranded, index, fate)
            reason = Reason(turn.cites(fate.cause), text)
            order = Disband(one.unit.piece)
            turn.add_verdict(
                Verdict(sides[index], str(order), fate.outcome, (reason,), note=note, meaning=order)
            )
        elif fate.outcome == "illegal":
            turn.settle(entry, "illegal", _refuse(turn, one, stranded[index], entry.order))
        else:
            text = explain_retreat(turn.board, stranded, index, fate)
            turn.settle(entry, fate.outcome, (fate.cause, text))
    units = [(displaced.owner, displaced.unit) for displaced in leaving]
    for stray in given.strays:
        if stray.cause == "no-such-unit":
            _refuse_standing(turn, stray)
        else:
            refuse_stray(turn, units, given, stray)


def _refuse(turn: Turn, one: Displaced, stranded: Stranded, order: AnyOrder) -> tuple[str, str]:
    """Why a displaced unit may not do what was ordered."""
    board = turn.board
    taken = [unit.at for _, unit in turn.stands] + [other.unit.at for other in turn.displaced]
    occupied, contested = mask_of(board, taken), mask_of(board, turn.contested)
    cause, text = why_barred(board, stranded, order, occupied, contested)
    if cause == "retreat-closed" and isinstance(order, Retreat | Move):
        stand, to = (one.owner, one.unit), province_of(order.to)
        closed = passage_of(turn, turn.stands).may_enter(stand, to)
        if closed is None:
            return bar_retreat_to(turn, stand, to) or (cause, text)
        text = closed.text
    return cause, text


def _refuse_standing(turn: Turn, stray: Stray[Entry]) -> None:
    """The verdict on an order for a unit that does not have to leave, or is not there."""
    entry = stray.written
    province = entry.order.unit.province
    where = turn.board.name_of(province)
    at = {unit.province: (owner, unit) for owner, unit in turn.stands}
    if province not in at:
        turn.settle(entry, "illegal", ("no-such-unit", f"there is no unit in {where}"))
    else:
        text = f"{unit_words(turn.facts, *at[province])} does not have to leave"
        turn.settle(entry, "illegal", ("retreat-not-dislodged", text))


def _carry_out(turn: Turn, one: Displaced, fate: Fate) -> Unit | None:
    """Remove the unit or place it where it retreats to; returns it in its new place."""
    if fate.to is None:
        why = {
            "retreat-collision": "two units retreat to one province",
            "retreat-disband": "as ordered",
        }.get(fate.cause, "no retreat was ordered that it may make")
        cause = "retreat-no-order" if fate.cause == "retreat-barred" else fate.cause
        report_disbanded(turn, one, cause, why)
        return None
    unit = weakened(turn, one, fate.to)
    turn.stands.append((one.owner, unit))
    lost = one.unit.strength - unit.strength
    left = f" and has strength {unit.strength} left" if lost else ""
    text = (
        f"{unit_words(turn.facts, one.owner, one.unit)} retreats to "
        f"{turn.board.name_of(fate.to)}{left}"
    )
    side = turn.standing.side_of(one.owner)
    turn.report(
        RETREAT,
        "retreat-made",
        text,
        () if is_minor(side) else (side,),
        (one.unit.province, unit.province),
        owner=one.owner,
        unit=str(one.unit),
        to=str(unit),
    )
    return unit
